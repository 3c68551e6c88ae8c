import type { Clock, Line, LineEars } from '../port.ts'

const RATE = 16_000
const TICK_MS = 40
/** After a stall no more than this is made up for at once. */
const MOST_BEHIND_MS = 1_000

/** The other end of a sandbox line. */
export interface FarEnd {
  /** Says it in its own time; resolves when it was said, or the line is closed. */
  say(sound: Int16Array): Promise<void>
  /** Until when what was sent to it sounds, by the clock. */
  soundsUntil(): number
  /** What it was sent since it asked last. */
  heard(): Int16Array[]
  hangUp(): void
  readonly closed: AbortSignal
}

/** Two ends of a telephone wire without a telephone: like a real one it carries sound all the time, silence included. */
export function createWire(clock: Clock): { line: Line; far: FarEnd; closedAt: () => number | undefined } {
  const over = new AbortController()
  let ears: LineEars | undefined
  let closedAt: number | undefined
  let saying: { sound: Int16Array; at: number; done: () => void } | undefined
  let soundsUntil = 0
  let heard: Int16Array[] = []

  function close(): void {
    if (closedAt !== undefined) return
    closedAt = clock.now()
    over.abort()
    saying?.done()
    saying = undefined
    ears?.closed()
  }

  /** What the person's side sounds like for so many samples. */
  function next(length: number): Int16Array {
    const piece = new Int16Array(length)
    if (!saying) return piece
    const { sound, at } = saying
    piece.set(sound.subarray(at, at + length))
    saying.at += length
    if (saying.at >= sound.length) {
      saying.done()
      saying = undefined
    }
    return piece
  }

  async function carry(): Promise<void> {
    let sentUntil = clock.now()
    while (closedAt === undefined) {
      await clock.sleep(TICK_MS, over.signal)
      sentUntil = Math.max(sentUntil, clock.now() - MOST_BEHIND_MS)
      const samples = Math.floor(((clock.now() - sentUntil) * RATE) / 1000)
      sentUntil += (samples * 1000) / RATE
      if (closedAt === undefined && samples > 0) ears?.sound(next(samples))
    }
  }

  const line: Line = {
    listen(given) {
      ears = given
      if (closedAt === undefined) void carry()
      else given.closed()
    },
    send(piece) {
      if (closedAt !== undefined) return
      heard.push(piece)
      const ms = (piece.length * 1000) / RATE
      soundsUntil = Math.max(soundsUntil, clock.now()) + ms
    },
    clear() {
      soundsUntil = clock.now()
    },
    hangUp: close,
  }
  const far: FarEnd = {
    say: (sound) =>
      new Promise((resolve) => {
        if (closedAt !== undefined || sound.length === 0) return resolve()
        saying?.done()
        saying = { sound, at: 0, done: resolve }
      }),
    soundsUntil: () => soundsUntil,
    heard() {
      const taken = heard
      heard = []
      return taken
    },
    hangUp: close,
    closed: over.signal,
  }
  return { line, far, closedAt: () => closedAt }
}
