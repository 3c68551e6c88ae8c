import { Chunker } from './chunker.ts'

const CHUNKS_A_SECOND = 10

/** From the microphone to the page: `{ pcm, level }` ten times a second. Any message from the page ends it. */
class Capture extends AudioWorkletProcessor {
  readonly #chunker: Chunker
  #open = true

  constructor(options: AudioWorkletNodeOptions) {
    super(options)
    const to: number = options.processorOptions?.rate ?? 16_000
    this.#chunker = new Chunker({ from: sampleRate, to, samples: to / CHUNKS_A_SECOND })
    this.port.onmessage = () => {
      this.#open = false
    }
  }

  process([channels]: Float32Array[][]): boolean {
    for (const chunk of channels?.length ? this.#chunker.push(channels) : [])
      this.port.postMessage(chunk, [chunk.pcm.buffer])
    return this.#open
  }
}

registerProcessor('icebot-capture', Capture)
