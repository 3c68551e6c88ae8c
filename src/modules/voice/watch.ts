import type { Clock } from './clock.ts'

const SILENCE_MS = 9_000
const MOST_PROMPTS = 2
const LOOK_MS = 200
const ASK_MS = 1_000
/** A machine speaks at once; what sounds like one later is a person. */
export const MACHINE_MS = 30_000

export interface Watch {
  /** Something happened: whatever silence follows begins now. */
  stir(): void
  /** Somebody said something: they may be asked for again. */
  spoke(): void
  /** Until the talk is over. */
  run(): Promise<void>
}

/** Looks after silence, and after the longest time. */
export function createWatch({
  clock,
  signal,
  maxSeconds,
  isBusy,
  ask,
  leave,
}: {
  clock: Clock
  signal: AbortSignal
  maxSeconds: number
  /** Somebody speaks, or is about to. */
  isBusy: () => boolean
  /** Asks into the silence. */
  ask: () => void
  leave: (reason: 'too_long' | 'silence') => Promise<void>
}): Watch {
  const begun = clock.now()
  let lastActivity = begun
  let prompts = 0
  const stir = () => {
    lastActivity = clock.now()
  }
  return {
    stir,
    spoke() {
      prompts = 0
    },
    async run() {
      while (!signal.aborted) {
        await clock.sleep(LOOK_MS, signal)
        if (clock.now() - begun > maxSeconds * 1_000) return leave('too_long')
        if (isBusy()) stir()
        if (clock.now() - lastActivity < SILENCE_MS) continue
        if (++prompts > MOST_PROMPTS) return leave('silence')
        ask()
      }
    },
  }
}

/** The carrier listens too, and may know before a machine has said enough. */
export async function watchForMachine({
  clock,
  signal,
  begun,
  answeredBy,
  met,
}: {
  clock: Clock
  signal: AbortSignal
  begun: number
  answeredBy: (() => Promise<'human' | 'machine' | undefined>) | undefined
  met: () => void
}): Promise<void> {
  while (answeredBy && !signal.aborted && clock.now() - begun < MACHINE_MS) {
    await clock.sleep(ASK_MS, signal)
    const who = signal.aborted ? 'human' : await answeredBy().catch(() => undefined)
    if (who === 'machine') met()
    if (who !== undefined) return
  }
}
