import type { Connection } from './connection.ts'
import { asVoiceError, type IceBotError } from './voice-error.ts'
import { startLive } from './voice-live.ts'
import type { Transcript } from './voice-protocol.ts'
import type { Sound } from './voice-sound.ts'
import { startTyped } from './voice-typed.ts'

/** `thinking`: the customer has finished, the agent has not yet begun. */
export type Mood = 'connecting' | 'listening' | 'thinking' | 'speaking' | 'ended' | 'error'

export interface VoiceEvents {
  onTranscript(transcript: Transcript): void
  onMood(mood: Mood): void
  onError(error: IceBotError): void
  /** The visitor is asked for the microphone, if they were not before. */
  onAsking?(): void
  /** How loud who speaks is, from 0 to 1. */
  onLevel?(level: number): void
}

export interface VoiceSession {
  readonly mode: 'live' | 'typed'
  end(): void
  setMuted(muted: boolean): void
  send(text: string): Promise<void>
}

export interface TypedSession extends VoiceSession {
  readonly mode: 'typed'
  /** Stops reading aloud what is being read; the next reply is read again. */
  hush(): void
  /** A voice note, 16-bit mono at 16 kHz; what was understood comes as a transcript. The same `clientId` again is the same note. */
  sendNote(wav: Blob, clientId: string): Promise<void>
}

/** What the service gives for one talk. */
export type Ticket =
  | { mode: 'typed' }
  | { mode: 'live'; signedUrl: string; sessionId: string; dynamicVariables: Record<string, string> }

export interface Call {
  connection: Connection
  sound: Sound
  events: VoiceEvents
  version?: string | undefined
  /** Hung up while it was still connecting. */
  signal?: AbortSignal | undefined
}

/** Begins to talk: live where the shop has it, typed otherwise. The sound is closed with the session. */
export async function startVoice(call: Call): Promise<VoiceSession> {
  const { connection, sound, events, signal } = call
  events.onMood('connecting')
  try {
    const ticket = await connection.post<Ticket>('voice-session')
    signal?.throwIfAborted()
    return ticket.mode === 'live' ? await startLive(call, ticket) : startTyped(call)
  } catch (cause) {
    sound.close()
    const error = asVoiceError(cause)
    if (signal?.aborted) events.onMood('ended')
    else {
      events.onMood('error')
      events.onError(error)
    }
    throw error
  }
}
