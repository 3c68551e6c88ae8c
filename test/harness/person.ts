import type { Clock, Ears, Line } from '../../src/modules/voice/index.ts'
import type { SpeechSet } from '../../src/providers/speech/index.ts'

const STEP_MS = 20
const STEP = 320

/** Somebody on the other end of a line: silent until they say something, and listening all the time. */
export class Person {
  readonly line: Line
  readonly clock: Clock
  /** When each piece that they heard would have begun to sound. */
  readonly heard: { atMs: number; piece: Int16Array }[] = []
  cleared: number[] = []
  isGone = false
  #ears: Ears | undefined
  #queue: Int16Array[] = []
  #spoken: (() => void)[] = []

  constructor(clock: Clock) {
    this.clock = clock
    this.line = {
      listen: (ears) => {
        this.#ears = ears
        void this.#live()
      },
      send: (piece) => void this.heard.push({ atMs: clock.now(), piece }),
      clear: () => void this.cleared.push(clock.now()),
      hangUp: () => {
        this.isGone = true
      },
    }
  }

  /** Resolves when the last of it is on its way. */
  say(audio: Int16Array): Promise<void> {
    for (let at = 0; at < audio.length; at += STEP) this.#queue.push(audio.slice(at, at + STEP))
    return new Promise((resolve) => {
      this.#spoken.push(resolve)
    })
  }

  press(digit: string): void {
    this.#ears?.digit?.(digit)
  }

  write(text: string): void {
    this.#ears?.words?.(text)
  }

  hangUp(): void {
    this.isGone = true
    this.#ears?.closed()
  }

  heardSamples(): number {
    return this.heard.reduce((sum, { piece }) => sum + piece.length, 0)
  }

  async #live(): Promise<void> {
    const begun = this.clock.now()
    for (let step = 0; !this.isGone; step++) {
      const late = this.clock.now() - begun - step * STEP_MS
      if (late < 0) await this.clock.sleep(-late)
      this.#ears?.sound(this.#queue.shift() ?? new Int16Array(STEP))
      if (this.#queue.length === 0) for (const done of this.#spoken.splice(0)) done()
    }
  }
}

/** Speech that is quick and certain: words are tones, and what was said is what the test says was said. */
export class CueSpeech {
  readonly set: SpeechSet
  /** What the next utterances are understood as. */
  readonly script: (string | Error)[] = []
  readonly said: string[] = []

  constructor(msPerWord = 300) {
    this.set = {
      recogniser: {
        name: 'cue',
        knows: (language) => language === 'en',
        transcribe: async (audio, { signal }) => {
          if (loudest(audio) === 0) return ''
          const next = this.script[0] ?? ''
          await new Promise((resolve) => setTimeout(resolve, 1))
          if (signal?.aborted) throw new Error('given up')
          this.script.shift()
          if (next instanceof Error) throw next
          return next
        },
        close: async () => {},
      },
      voice: {
        name: 'cue',
        knows: (language) => language === 'en',
        speak: async function* (this: CueSpeech, text: string) {
          this.said.push(text)
          yield tone(msPerWord * text.split(' ').length, 3_000)
        }.bind(this),
        close: async () => {},
      },
      createVad: () => ({
        feed: async (frame) => (loudest(frame) > 500 ? 0.95 : 0.02),
        reset: () => {},
      }),
      off: [],
      close: async () => {},
    }
  }
}

export function tone(ms: number, amplitude = 8_000): Int16Array {
  return Int16Array.from({ length: ms * 16 }, (_, i) => amplitude * Math.sin(i / 5))
}

export function loudest(audio: Int16Array): number {
  return audio.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
}
