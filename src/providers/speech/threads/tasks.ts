import type { WavRead } from '../../../lib/audio/wav.ts'

/** What workers can do: what goes in, and what comes out. */
export interface Tasks {
  flite: { input: { text: string; voice: string }; output: Int16Array }
  mp3: { input: { audio: Int16Array }; output: Uint8Array }
  wav: { input: { file: Uint8Array; maxSeconds: number }; output: WavRead }
  moonshine: { input: { audio: Int16Array }; output: string }
  vad: { input: VadMoment; output: { probability: number; state: Float32Array } }
}
export type TaskName = keyof Tasks

/** All a frame is judged by; the worker itself remembers nothing, so that any worker can go on. */
export interface VadMoment {
  /** The end of the frame before, and the frame. */
  samples: Float32Array
  state: Float32Array
}

export type Task<Name extends TaskName> = (
  input: Tasks[Name]['input'],
  context: { packFolder: string; isStopped: () => boolean },
) => Promise<Tasks[Name]['output']>

export interface Order {
  task: TaskName
  input: unknown
  stop: Int32Array
}
/** `fault` holds nothing a customer said. */
export type Answer = { output: unknown } | { fault: string }
