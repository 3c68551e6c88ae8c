import { PlayQueue } from './play-queue.ts'
import { loudness } from './samples.ts'

const LEVEL_SECONDS = 0.1

/** From the page to the loudspeaker. In: `{ pcm }`, `{ clear }`, `{ close }`. Out: `{ level }`, `{ drained }`. */
class Playback extends AudioWorkletProcessor {
  readonly #queue: PlayQueue
  #open = true
  #level = 0
  #seconds = 0

  constructor(options: AudioWorkletNodeOptions) {
    super(options)
    this.#queue = new PlayQueue(options.processorOptions?.rate ?? 16_000, sampleRate)
    this.port.onmessage = ({ data }: MessageEvent<{ pcm?: Int16Array; clear?: true; close?: true }>) => {
      if (data.pcm) this.#queue.push(data.pcm)
      if (data.clear) this.#queue.clear()
      if (data.close) this.#open = false
    }
  }

  process(_: Float32Array[][], [channels]: Float32Array[][]): boolean {
    const [first, ...others] = channels ?? []
    if (!first) return this.#open
    if (this.#queue.pull(first)) this.port.postMessage({ drained: true })
    for (const other of others) other.set(first)
    this.#report(first)
    return this.#open
  }

  #report(samples: Float32Array): void {
    this.#level = Math.max(this.#level, loudness(samples))
    this.#seconds += samples.length / sampleRate
    if (this.#seconds < LEVEL_SECONDS) return
    this.port.postMessage({ level: this.#level })
    this.#level = this.#seconds = 0
  }
}

registerProcessor('icebot-playback', Playback)
