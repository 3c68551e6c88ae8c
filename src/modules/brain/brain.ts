import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Transactional } from '../../platform/db/index.ts'
import type { Agent } from '../agents/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import type { PaymentTerms } from '../orders/index.ts'
import type { Memory } from './memory.ts'

/** What thinks of something to say. It acts through tools only; what it returns is said by the turn. */
export interface Brain {
  think(turn: Turn): Promise<Thought>
  /** What a conversation was about, in a sentence or two, for the team. */
  summarise?(said: Said[], signal: AbortSignal): Promise<string>
}

/** What a brain throws when it cannot think of anything: a person takes over. */
export class BrainFailed extends Error {
  override readonly name = 'BrainFailed'
}

/** Somebody else has the turn now, or a person the conversation: nothing more may be done. */
export class TurnLost extends Error {
  override readonly name = 'TurnLost'
}

export interface Said {
  role: 'user' | 'assistant'
  content: string
  at: Timestamp
  /** The channel it travelled on. */
  via?: string
}

/** One turn of one conversation: everything a brain may know and touch. */
export interface Turn {
  db: Transactional
  /** Whose turn it is: while it stands, nobody else acts. */
  claim: Uuid
  agent: Agent
  conversation: ConversationRow
  /** Oldest first, the newest part of the conversation, up to what is to be answered. */
  history: Said[]
  /** The customer's messages to be answered, oldest first; at least one. */
  heard: Said[]
  /** Changed freely; kept when the turn is done. */
  memory: Memory
  terms: PaymentTerms
  now: Date
  /** Aborted when there is no time left. */
  signal: AbortSignal
  /** What was done so far. */
  actions: Action[]
  /** Set once a person is to go on. */
  handOver?: HandOver | undefined
  /** Nothing is shown beside the words: they are about what somebody must not eat. */
  isBare?: boolean | undefined
  /** Told before and after each tool is used. */
  watch?: ((use: ToolUse) => void) | undefined
  early?: Early | undefined
}

/**
 * Told how a reply begins while the rest is still thought, in whole sentences. A beginning that does not go on from the
 * last one takes its place, and so does the reply itself: only that counts.
 */
export type Early = (soFar: string) => void

export interface Thought {
  replies: string[]
  /** What the customer must hear even when the order is read back instead: answers, and what could not be had. */
  aside?: string | undefined
  /** It says nothing on purpose. */
  silent?: boolean
}

export interface HandOver {
  kind: 'handover' | 'out_of_credits' | 'llm_failed'
  /** For the team: why. */
  reason: string
}

export interface Action {
  id: Uuid
  tool: string
  input: unknown
  result: unknown
}

export interface ToolUse {
  tool: string
  input: unknown
  /** Absent while it runs. */
  result?: unknown
}

/** The customer's words to be answered, as one text. */
export function heardText({ heard }: Turn): string {
  return heard.map(({ content }) => content).join('\n')
}
