import { joined } from '../../lib/audio/samples.ts'

/** What becomes of one person's voice as time goes on. */
export type Moment =
  /** They have begun to speak. */
  | { kind: 'onset' }
  /** They may have finished: a good time to begin to understand it. */
  | { kind: 'pause'; audio: Int16Array }
  /** They went on after a pause. */
  | { kind: 'resumed' }
  /** They have finished. */
  | { kind: 'end'; audio: Int16Array }

export interface EndpointRules {
  /** How likely speech must be to begin, and how unlikely to be over. */
  begins: number
  ends: number
  /** In frames of 32 ms. */
  onsetFrames: number
  pauseFrames: number
  endFrames: number
  /** What came before the onset belongs to the first word. */
  leadFrames: number
  /** Nobody is listened to for longer without being understood. */
  longestFrames: number
}

export const RULES: EndpointRules = {
  begins: 0.5,
  ends: 0.35,
  onsetFrames: 3,
  pauseFrames: 5,
  endFrames: 14,
  leadFrames: 12,
  longestFrames: 940,
}

/** Tells when somebody speaks and when they have finished, from how likely speech is in each frame. */
export function createEndpointer(rules: EndpointRules = RULES) {
  let frames: Int16Array[] = []
  let state: 'silent' | 'speaking' | 'pausing' = 'silent'
  let loud = 0
  let quiet = 0

  function feed(frame: Int16Array, probability: number): Moment[] {
    frames.push(frame)
    loud = probability >= rules.begins ? loud + 1 : 0
    quiet = probability < rules.ends ? quiet + 1 : 0
    return state === 'silent' ? awaitOnset() : followSpeech()
  }

  function awaitOnset(): Moment[] {
    if (loud < rules.onsetFrames) {
      if (frames.length > rules.leadFrames) frames.shift()
      return []
    }
    state = 'speaking'
    return [{ kind: 'onset' }]
  }

  function followSpeech(): Moment[] {
    if (quiet >= rules.endFrames || frames.length >= rules.longestFrames) return [finish()]
    if (state === 'speaking' && quiet >= rules.pauseFrames) {
      state = 'pausing'
      return [{ kind: 'pause', audio: joined(frames) }]
    }
    if (state === 'pausing' && loud >= 1) {
      state = 'speaking'
      return [{ kind: 'resumed' }]
    }
    return []
  }

  function finish(): Moment {
    const audio = joined(frames)
    frames = []
    state = 'silent'
    loud = 0
    quiet = 0
    return { kind: 'end', audio }
  }

  return { feed, isSpeaking: () => state !== 'silent' }
}
