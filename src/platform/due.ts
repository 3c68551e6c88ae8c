import { setMaxListeners } from 'node:events'
import type { Listener } from './db/index.ts'
import type { Logger } from './log.ts'

/**
 * Work that becomes due by itself. It is not a second copy of the truth in a queue: `run` asks the rows of its own table
 * what is due, claims it there, does it, and says when to look again.
 */
export interface DueWork {
  name: string
  /** The NOTIFY channel on which new work of this kind is announced, if any. */
  wakeOn?: string
  /** The longest to wait without looking, in case nobody announced it. */
  idleMs: number
  /**
   * Does what is due; resolves to the milliseconds until more will be, 0 when there is more already. Work that goes on
   * beyond it rings when it is time to look again.
   */
  run(stopping: AbortSignal, ring: () => void): Promise<number | undefined>
  /** Waits for what `run` left going, once it is not called any more. */
  finish?(): Promise<void>
}

export interface Worker {
  /** Lets what is running finish. */
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Runs each kind of work in a loop of its own: asleep until due or woken, and never ended by a fault. */
export async function startWorker(work: DueWork[], listener: Listener, log: Logger): Promise<Worker> {
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const loops: Promise<void>[] = []
  for (const kind of work) {
    const alarm = createAlarm()
    stopping.signal.addEventListener('abort', alarm.ring)
    if (kind.wakeOn) await listener.on(kind.wakeOn, alarm.ring)
    loops.push(loop(kind, alarm, stopping.signal, log))
  }
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function loop(work: DueWork, alarm: Alarm, stopping: AbortSignal, log: Logger): Promise<void> {
  let faults = 0
  while (!stopping.aborted) {
    try {
      const nextMs = await work.run(stopping, alarm.ring)
      faults = 0
      if (!stopping.aborted) await alarm.wait(Math.min(nextMs ?? work.idleMs, work.idleMs))
    } catch (error) {
      faults++
      log.error({ work: work.name, faults, err: error }, 'due work failed; it will be tried again')
      if (!stopping.aborted) await alarm.wait(Math.min(FIRST_PAUSE_MS * 2 ** (faults - 1), LONGEST_PAUSE_MS))
    }
  }
  await work.finish?.()
}

interface Alarm {
  /** Ends the present wait, or the next one when nobody waits. */
  ring(): void
  wait(ms: number): Promise<void>
}

function createAlarm(): Alarm {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = undefined
      rung = false
    },
  }
}
