/** All audio is 16 kHz mono. Languages are `en`, `ms`, `zh`, `ta`; a region after them (`en-MY`) is left aside. */
export interface SpeechOptions {
  language: string
  signal?: AbortSignal | undefined
}

/** Speech to text. What goes wrong is a `SpeechFailed`. */
export interface Recogniser {
  readonly name: string
  /** False: what it made of that language would be invented. */
  knows(language: string): boolean
  /** Empty when nobody speaks in it. */
  transcribe(audio: Int16Array, options: SpeechOptions): Promise<string>
  close(): Promise<void>
}

/** Text to speech. What goes wrong is a `SpeechFailed`, thrown while it is listened to. */
export interface Voice {
  readonly name: string
  knows(language: string): boolean
  /** Sound as soon as there is some: a sentence at a time, or smaller. Who stops listening stops the work. */
  speak(text: string, options: SpeechOptions): AsyncIterable<Int16Array>
  close(): Promise<void>
}

/** Whether somebody speaks, moment by moment. One for each stream of sound. */
export interface Vad {
  /** How likely speech is in a frame of `VAD_FRAME` samples (32 ms), from 0 to 1. Frames are taken in order. */
  feed(frame: Int16Array): Promise<number>
  /** Forgets what it heard, for a new stream. */
  reset(): void
}
export const VAD_FRAME = 512

export interface SpeechSet {
  recogniser: Recogniser | undefined
  voice: Voice | undefined
  /** Missing where the speech pack is. */
  createVad?: (() => Vad) | undefined
  /** Sentences on what is off and why, for the log at the start. */
  off: string[]
  close(): Promise<void>
}

/** Longer recordings and texts are refused: nobody listens to them, and they would hold up the others. */
export const LONGEST_AUDIO_SECONDS = 300
export const LONGEST_TEXT = 5_000

/** `en-MY` and `EN` are `en`. */
export function plainLanguage(language: string): string {
  return (language.split(/[-_]/)[0] ?? '').toLowerCase()
}
