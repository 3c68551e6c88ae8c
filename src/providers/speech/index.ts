export { createSpeech } from './create.ts'
export { SpeechFailed, type SpeechFailure } from './failed.ts'
export { findPack, type SpeechPack } from './pack.ts'
export {
  type Recogniser,
  type SpeechOptions,
  type SpeechSet,
  VAD_FRAME,
  type Vad,
  type Voice,
} from './port.ts'
export { encodeMp3, readWavAside } from './sound.ts'
export { utterances } from './text/index.ts'
