import { Resampler } from './resampler.ts'

/** So much is gathered before the first sound: chunks come unevenly and a gap is worse than a moment’s wait. */
const GATHER_SECONDS = 0.15
/** A silence this long is the end of what was said; a shorter one is the network. */
const DRAINED_SECONDS = 0.3
/** Sound that is cut goes out within this time: cut at once it would click. */
const FADE_SECONDS = 0.006
/** Nobody speaks for longer in one go: a faulty service must not fill the memory. */
const MOST_SECONDS = 300
const STEP = 64

/**
 * The sound that waits to be heard. `pull` is called for every 128 samples the loudspeaker wants and converts only what it
 * needs: a long reply that arrives in one piece must not stall the thread that plays it.
 */
export class PlayQueue {
  readonly #from: number
  readonly #to: number
  #resampler: Resampler
  #chunks: Int16Array[] = []
  /** Of the first chunk. */
  #taken = 0
  #waiting = 0
  #ready = new Float32Array(0)
  #playing = false
  /** Seconds since the first chunk came, or since the last sound. */
  #idle = 0
  #heard = false
  #fade: Float32Array | undefined

  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
    this.#resampler = new Resampler(from, to)
  }

  push(pcm: Int16Array): void {
    if (this.#waiting + pcm.length > MOST_SECONDS * this.#from) return
    if (this.#waiting === 0 && !this.#playing) this.#idle = 0
    this.#chunks.push(pcm)
    this.#waiting += pcm.length
  }

  /** Everything that waits is dropped. */
  clear(): void {
    if (this.#playing && this.#ready.length + this.#waiting > 0) {
      const tail = new Float32Array(Math.round(FADE_SECONDS * this.#to))
      this.#fill(tail)
      this.#fade = tail.map((sample, i) => sample * (1 - i / tail.length))
    }
    this.#chunks = []
    this.#taken = this.#waiting = this.#idle = 0
    this.#ready = new Float32Array(0)
    this.#resampler = new Resampler(this.#from, this.#to)
    this.#playing = this.#heard = false
  }

  /** Fills `output`; true at the moment when all that came has been heard. */
  pull(output: Float32Array): boolean {
    const seconds = output.length / this.#to
    output.fill(0)
    this.#fadeInto(output)
    if (!this.#playing) {
      this.#idle += seconds
      const gathered = this.#waiting >= GATHER_SECONDS * this.#from || this.#idle >= GATHER_SECONDS
      if (this.#waiting === 0 || !gathered) return this.#nowDrained()
      this.#playing = this.#heard = true
    }
    if (this.#fill(output) === output.length) return false
    this.#playing = false
    this.#idle = 0
    return false
  }

  #nowDrained(): boolean {
    if (!this.#heard || this.#waiting > 0 || this.#idle < DRAINED_SECONDS) return false
    this.#heard = false
    return true
  }

  /** How many of the wanted samples there were. */
  #fill(output: Float32Array): number {
    while (this.#ready.length < output.length && this.#waiting > 0) {
      const more = this.#resampler.push(this.#take())
      const joined = new Float32Array(this.#ready.length + more.length)
      joined.set(this.#ready)
      joined.set(more, this.#ready.length)
      this.#ready = joined
    }
    const given = this.#ready.subarray(0, output.length)
    output.set(given)
    this.#ready = this.#ready.slice(given.length)
    return given.length
  }

  #take(): Float32Array {
    const chunk = this.#chunks[0] as Int16Array
    const piece = chunk.subarray(this.#taken, this.#taken + STEP)
    this.#taken += piece.length
    this.#waiting -= piece.length
    if (this.#taken >= chunk.length) {
      this.#chunks.shift()
      this.#taken = 0
    }
    return Float32Array.from(piece, (sample) => sample / 0x8000)
  }

  #fadeInto(output: Float32Array): void {
    if (!this.#fade) return
    output.set(this.#fade.subarray(0, output.length))
    this.#fade = this.#fade.length > output.length ? this.#fade.slice(output.length) : undefined
  }
}
