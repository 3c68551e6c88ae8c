import { setTimeout as wait } from 'node:timers/promises'

/** Time as a talk knows it. */
export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Ends early, without a fault, when the signal says so. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The time of day, or one that runs so many times faster, for people who are only simulated. */
export function createClock(speed = 1): Clock {
  const begun = performance.now()
  return {
    now: () => (performance.now() - begun) * speed,
    async sleep(ms, signal) {
      await wait(Math.max(0, ms / speed), undefined, signal ? { signal } : {}).catch(() => {})
    },
  }
}
