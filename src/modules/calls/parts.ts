import type { Uuid } from '../../lib/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import type { Logger } from '../../platform/log.ts'
import type { Storage } from '../../providers/storage/index.ts'
import type { Carrier, CarrierName, Clock, Line } from '../../providers/telephony/index.ts'

/** Whoever can carry a call, and who does at present. */
export interface Carriers {
  /** Who rings from now on; undefined while calling is off. */
  active: Carrier | undefined
  /** Who carried an earlier call, as long as it is still set up. */
  named(name: CarrierName): Carrier | undefined
}

/** A call that somebody is on, as whoever talks sees it. */
export interface LiveCall {
  id: Uuid
  agentId: Uuid
  workspaceId: Uuid
  conversationId: Uuid
  direction: 'outbound' | 'inbound'
  agentName: string
  shopName: string
  /** What the person is expected to speak: the simulated one knows English only. */
  language: string
  /** The agent's words with the call's own variables filled in. */
  greeting: string
  /** The same, with everything that is known about the person below it, marked as data. */
  persona: string
  /** What is known about the person: data for the brain, never instructions. */
  variables: Variables
  /** Every call is recorded, and opened by saying so. */
  isRecorded: true
  /** Whether whoever talks has to keep the sound: some carriers record by themselves. */
  keepsSound: boolean
  maxSeconds: number
  /** Aborted when the service stops, or the call is over. */
  signal: AbortSignal
  answeredBy(): Promise<'human' | 'machine' | undefined>
}

export interface TalkEnd {
  reason: string
  /** From answer to end, by the talk's clock. */
  seconds: number
  /** Both sides mixed, 16 kHz mono. */
  recording: Int16Array | undefined
}

/** Talks until the call is over. */
export type Answer = (call: LiveCall, line: Line, clock: Clock) => Promise<TalkEnd>

export type Variables = Record<string, string | number | boolean>

/** What everything here works with. */
export interface CallParts {
  db: Db
  log: Logger
  carriers: Carriers
  storage: Storage
  answer: Answer
  /** Aborted when the service stops. */
  stopping: AbortSignal
}
