import { encodeWav } from './wav.ts'

/**
 * All sound of one talk. Browsers let a page sound only after a tap, so this is made in the very call of the tap's handler,
 * before anything is waited for. On a page that nobody has touched it stays silent.
 */
export class Sound {
  readonly context = new AudioContext({ latencyHint: 'interactive' })
  readonly #element = new Audio()
  readonly silent: boolean
  #stop: (() => void) | undefined
  #closed = false
  /** Whether the element has been let sound. */
  #isFree = false

  constructor() {
    this.silent = navigator.userActivation?.hasBeenActive === false
    // A phone call or the loss of a headset stops everything; it comes back by itself.
    this.context.onstatechange = () => this.#resume()
    if (this.silent)
      console.warn('IceBot.voice was not called from a tap or click: it goes on without sound.')
    this.wake()
  }

  /** Within a tap it lets sound what the browser held back: Talk itself is often loaded after the tap that asked for it. */
  wake(): void {
    this.#resume()
    // Safari lets an element sound later only if it has sounded within a tap, if only silence.
    const silence = () => new Blob([encodeWav([new Int16Array(16)])], { type: 'audio/wav' })
    if (!this.#isFree) void this.play(silence()).catch(() => {})
  }

  /** Until it was heard or stopped; refused when it cannot be played. */
  async play(audio: Blob): Promise<void> {
    this.stop()
    if (this.silent || this.#closed) return
    const url = URL.createObjectURL(audio)
    const element = this.#element
    try {
      await new Promise<void>((resolve, reject) => {
        this.#stop = resolve
        element.onended = () => resolve()
        element.onerror = () => reject(new Error('This sound cannot be played.'))
        element.src = url
        // Stopped before it began is no failure.
        element.play().then(
          () => {
            this.#isFree = true
          },
          (error) => (error.name === 'AbortError' ? resolve() : reject(error)),
        )
      })
    } finally {
      URL.revokeObjectURL(url)
    }
  }

  #resume(): void {
    if (!this.#closed) void this.context.resume().catch(() => {})
  }

  stop(): void {
    this.#element.pause()
    this.#stop?.()
  }

  close(): void {
    this.#closed = true
    this.stop()
    this.#element.removeAttribute('src')
    void this.context.close().catch(() => {})
  }
}
