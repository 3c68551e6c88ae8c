import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './port.ts'

/** Time as it is, or faster: a minute of a sandbox that runs sixty times as fast takes a second. */
export function createClock(speed = 1): Clock {
  const start = performance.now()
  return {
    now: () => (performance.now() - start) * speed,
    async sleep(ms, signal) {
      await sleep(Math.max(0, ms / speed), undefined, signal ? { signal } : {}).catch(() => {})
    },
  }
}
