import { createConnection } from '../client/connection.ts'
import { type Mood, startVoice, type VoiceSession } from '../client/voice.ts'
import { asVoiceError, type IceBotError } from '../client/voice-error.ts'
import type { Transcript } from '../client/voice-protocol.ts'
import { Sound } from '../client/voice-sound.ts'
import { hostFor, type Whose } from './host.ts'

export type VoiceState = 'connecting' | 'listening' | 'speaking' | 'ended' | 'error'

export interface VoiceOptions extends Whose {
  onTranscript?: ((transcript: Transcript) => void) | undefined
  onState?: ((state: VoiceState) => void) | undefined
  onError?: ((error: IceBotError) => void) | undefined
}

/** Not an async function: the sound must be made before anything is waited for, or browsers keep it silent. */
export function voice(options: VoiceOptions): Promise<VoiceSession> {
  const { bot } = options ?? {}
  const onTranscript = guarded(options?.onTranscript)
  const onState = guarded(options?.onState)
  const onError = guarded(options?.onError)
  let last: VoiceState | undefined
  const tell = (state: VoiceState) => {
    if (state !== last) onState(state)
    last = state
  }
  try {
    const host = hostFor(options ?? {})
    const connection = createConnection({ host, bot })
    const onMood = (mood: Mood) => {
      if (mood === 'ended' || mood === 'error') connection.close()
      tell(mood === 'thinking' ? 'listening' : mood)
    }
    return startVoice({ connection, sound: new Sound(), events: { onMood, onTranscript, onError } })
  } catch (cause) {
    // A missing option is a fault of the page, not one of the four.
    if (cause instanceof TypeError) return Promise.reject(cause)
    const error = asVoiceError(cause)
    tell('error')
    onError(error)
    return Promise.reject(error)
  }
}

/** A fault in the page's own function is the page's to see, and ends no talk. */
function guarded<T>(listener: ((value: T) => void) | undefined): (value: T) => void {
  return (value) => {
    try {
      listener?.(value)
    } catch (error) {
      reportError(error)
    }
  }
}
