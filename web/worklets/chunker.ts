import { Resampler } from './resampler.ts'
import { loudness, mono, toInt16 } from './samples.ts'

export interface Chunk {
  pcm: Int16Array<ArrayBuffer>
  level: number
}

/** Turns what a microphone gives, at any rate and with any channels, into equal pieces of 16-bit mono. */
export class Chunker {
  readonly #resampler: Resampler
  readonly #piece: Float32Array
  #filled = 0

  constructor({ from, to, samples }: { from: number; to: number; samples: number }) {
    this.#resampler = new Resampler(from, to)
    this.#piece = new Float32Array(samples)
  }

  push(channels: Float32Array[]): Chunk[] {
    const chunks: Chunk[] = []
    for (const sample of this.#resampler.push(mono(channels))) {
      this.#piece[this.#filled++] = sample
      if (this.#filled < this.#piece.length) continue
      chunks.push({ pcm: toInt16(this.#piece), level: loudness(this.#piece) })
      this.#filled = 0
    }
    return chunks
  }
}
