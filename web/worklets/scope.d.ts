/** What a worklet finds around it; the DOM's own types know only the page's side. */
declare const sampleRate: number

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  constructor(options?: AudioWorkletNodeOptions)
}

declare function registerProcessor(
  name: string,
  processor: new (
    options: AudioWorkletNodeOptions,
  ) => AudioWorkletProcessor & {
    process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean
  },
): void
