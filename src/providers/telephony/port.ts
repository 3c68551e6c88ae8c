import type { Uuid } from '../../lib/ids.ts'

export const carrierNames = ['sandbox', 'twilio', 'elevenlabs'] as const
export type CarrierName = (typeof carrierNames)[number]

export const finalStatuses = ['completed', 'no_answer', 'busy', 'failed', 'cancelled'] as const
export type FinalStatus = (typeof finalStatuses)[number]
export type CallStatus = 'dialing' | 'in_progress' | FinalStatus

export const answerers = [
  'human',
  'machine_start',
  'machine_end_beep',
  'machine_end_silence',
  'machine_end_other',
  'fax',
  'unknown',
] as const
export type AnsweredBy = (typeof answerers)[number]

/** What carries sound between us and one person: 16 kHz mono. */
export interface Line {
  /** Called once, at the start. Sound arrives in order, in pieces of any size. */
  listen(ears: LineEars): void
  /** Sound for the person; who talks keeps time and sends at most a little ahead. */
  send(piece: Int16Array): void
  /** Drops what was sent and not heard yet. */
  clear(): void
  /** Ends it from our side. */
  hangUp(): void
}

export interface LineEars {
  sound(piece: Int16Array): void
  digit?(digit: string): void
  closed(): void
}

/** Milliseconds; a sandbox runs it faster. */
export interface Clock {
  now(): number
  /** Ends early, without a fault, when the signal says so. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Dial {
  /** Our own id: whatever the carrier tells about the call gives it back. */
  callId: Uuid
  agentId: Uuid
  to: string
  from: string
  /** What the agent opens with, for carriers that speak by themselves. */
  greeting: string
  variables: Record<string, string | number | boolean>
  /** After so long the carrier ends it, whatever we do. */
  maxSeconds: number
}

/** `unknown`: no answer came, and somebody's phone may be ringing all the same. */
export type Dialled =
  | { outcome: 'dialing'; reference: string }
  | { outcome: 'declined' | 'unknown'; reason: string }

/** What a carrier tells about a call, as far as it tells it. It may come twice, late or out of order. */
export interface CallNews {
  /** Our own id when the carrier gives it back; otherwise its reference has to do. */
  callId?: Uuid | undefined
  reference?: string | undefined
  status?: CallStatus | undefined
  /** From answer to end; only with a final status. */
  seconds?: number | undefined
  answeredBy?: AnsweredBy | undefined
  recording?: { state: 'fetch'; reference: string } | { state: 'none' } | undefined
  /** What was said, where the carrier held the conversation by itself; only with a final status. */
  transcript?: { role: 'user' | 'assistant'; text: string }[] | undefined
  summary?: string | undefined
}

export interface Incoming {
  reference: string
  from: string
  to: string
}

/** A carrier posted something to us. */
export interface Callback {
  /** The last part of the path. */
  kind: string
  /** The whole address as the carrier called it. */
  url: string
  body: Buffer
  headers: Record<string, string | string[] | undefined>
}

export type Heard =
  | { kind: 'forged' }
  | { kind: 'news'; news: CallNews }
  | { kind: 'incoming'; incoming: Incoming }
  | { kind: 'other' }

export interface Reply {
  type: string
  body: string
}

/** Where a carrier turns to with what happens by itself. */
export interface CarrierEars {
  /** Somebody is on the line. Resolves when the talk is over; refused (false) when it is no call to be talked. */
  connected(callId: Uuid, line: Line, clock: Clock): Promise<boolean>
  news(news: CallNews): Promise<void>
}

/**
 * Rings people, carries sound, tells what happened. What can happen to a call is a value; only a carrier that cannot be
 * reached when asked about a call, or whose answer makes no sense, is an exception.
 */
export interface Carrier {
  readonly name: CarrierName
  /** How much faster than ours its clock runs. */
  readonly speed: number
  /** True: it records by itself and tells where. False: who talks has the sound. */
  readonly records: boolean
  /** How long it may say nothing about a call before it is asked. */
  readonly patienceMs: number
  /** How long a call may go on that it never named to us: it cannot be asked about, and tells nothing before its end. */
  readonly namelessMs?: number
  dial(dial: Dial): Promise<Dialled>
  /** Ends a call; one that has ended already stays so. */
  hangUp(reference: string): Promise<void>
  /** How a call stands; undefined when the carrier does not know it. */
  lookUp(reference: string): Promise<CallNews | undefined>
  /** For a call that came to us: no request of ours could have asked for it. */
  startRecording?(reference: string, callId: Uuid): Promise<void>
  /** Where the recording of a call is, for a carrier that tells of it apart from the end of the call. */
  findRecording?(reference: string): Promise<CallNews['recording']>
  /** A recording as MP3; undefined when there is none. */
  fetchRecording(reference: string): Promise<Uint8Array | undefined>
  /** It is ours now: the carrier keeps no copy. */
  forgetRecording(reference: string): Promise<void>
  /** Reads what was posted to us. */
  hear(callback: Callback): Heard
  /** How a callback is answered, and how a call to us is taken or turned away. */
  acknowledge(): Reply
  take(callId: Uuid): Promise<Reply>
  turnAway(): Reply
  /** A socket that carries the sound of a call, where the carrier opens one to us. */
  media?(socket: MediaSocket): void
  /** Ends what goes on in this process. */
  close(): Promise<void>
}

/** As much of a web socket as a line needs. */
export interface MediaSocket {
  onMessage(heard: (text: string) => void): void
  onClose(closed: () => void): void
  send(text: string): void
  close(): void
}
