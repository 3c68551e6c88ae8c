import type { Uuid } from '../../lib/ids.ts'
import type { Logger } from '../../platform/log.ts'
import type { SpeechSet } from '../../providers/speech/index.ts'
import type { Answering } from './answer.ts'
import type { Clock } from './clock.ts'
import type { Line } from './line.ts'
import type { Carrier } from './spoken.ts'

export interface TalkParts {
  speech: SpeechSet
  answering: Answering
  log: Logger
}

export interface TalkOptions {
  conversationId: Uuid
  agentName: string
  shopName: string
  line: Line
  clock: Clock
  carrier: Carrier
  /** What the agent says first, in the shop's own words. */
  greeting: string
  /** What the person is expected to speak. Where nobody understands it they are asked to write instead, and not guessed at. */
  language: string
  /** A recorded talk is opened by saying so. */
  isRecorded: boolean
  /** Whether the sound of both sides is kept here; some carriers record by themselves. */
  keepsSound: boolean
  maxSeconds: number
  /** Something else than a person may have picked up. */
  mayBeMachine?: boolean
  /** What the carrier thinks picked up, as soon as it knows. */
  answeredBy?: () => Promise<'human' | 'machine' | undefined>
  signal: AbortSignal
  on?: (event: TalkEvent) => void
}

/** What whoever carries the talk may want to show. */
export type TalkEvent =
  | { kind: 'maybe' | 'heard'; text: string }
  | { kind: 'reply'; text: string }
  /** The person spoke while we did: we have fallen silent. */
  | { kind: 'interrupted' }
  /** What was heard of a reply that was not heard to its end. */
  | { kind: 'corrected'; original: string; corrected: string }

export interface TalkEnd {
  reason: 'hung_up' | 'goodbye' | 'silence' | 'too_long' | 'voicemail' | 'failed' | 'stopped'
  /** From the first moment to the last, by the talk's clock. */
  seconds: number
  recording: Int16Array | undefined
  /** Frames of the person that were not listened to, because the machine could not keep up. */
  lostFrames: number
}
