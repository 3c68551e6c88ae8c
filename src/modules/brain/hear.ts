import { setTimeout as sleep } from 'node:timers/promises'
import type { Uuid } from '../../lib/ids.ts'
import { within } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import {
  type ConversationRow,
  type conversationSchema,
  type MessageRow,
  receive,
  receiveIn,
  repliesAfter,
} from '../conversations/index.ts'
import type { ToolUse } from './brain.ts'
import * as store from './store.ts'
import { type TurnParts, takeTurn } from './turn.ts'

export interface Heard {
  conversation: ConversationRow
  message: MessageRow
  isNew: boolean
}

export interface Listening extends TurnParts {
  /** How long to wait for more before answering. */
  burstMs: number
}

/** By then whoever received a message has begun to answer it; otherwise a worker does. */
const GRACE_MS = 3_000
const LONGEST_WAIT_MS = 25_000
const LOOK_MS = 100

/** A customer's message arrives, and from then on wants an answer. */
export async function hear(
  { burstMs }: Pick<Listening, 'burstMs'>,
  context: AgentContext,
  from: conversationSchema.Inbound,
): Promise<Heard> {
  return wantingAnswer(burstMs, context, (within) => receive(within, from))
}

/** The same in a conversation that goes on already, as somebody speaks. */
export async function hearIn(
  { burstMs }: Pick<Listening, 'burstMs'>,
  context: AgentContext,
  conversationId: Uuid,
  words: { text: string; via: string },
): Promise<Heard> {
  return wantingAnswer(burstMs, context, (within) => receiveIn(within, conversationId, words))
}

async function wantingAnswer(
  burstMs: number,
  context: AgentContext,
  arrive: (context: AgentContext) => Promise<Heard>,
): Promise<Heard> {
  return context.db.transaction(async (tx) => {
    const heard = await arrive({ ...context, db: within(tx) })
    const { conversation, message, isNew } = heard
    if (!isNew) return heard
    const ids = [context.agentId, conversation.id] as const
    if (conversation.handler === 'ai') await store.hear(tx, ...ids, message.created_at, burstMs + GRACE_MS)
    else await store.leaveToTeam(tx, ...ids, message.created_at)
    return heard
  })
}

/**
 * The agent's replies to a message, once it has been answered. Of a burst only the last message gets them. Nothing when a
 * person handles the conversation, or after a while without an answer, which will still come.
 */
export async function replyTo(
  parts: Listening,
  { conversation, message, isNew }: Heard,
  watch?: (use: ToolUse) => void,
): Promise<MessageRow[]> {
  const { db, burstMs } = parts
  const ids = [conversation.agent_id, conversation.id] as const
  const at = message.created_at
  if (isNew && conversation.handler === 'human') return []
  const late = sleep(LONGEST_WAIT_MS, 'late' as const, { ref: false })
  if (isNew) {
    if (burstMs > 0) await sleep(burstMs)
    if (!(await store.isLatest(db, ...ids, at))) return []
  }
  for (;;) {
    if (await store.isAnswered(db, ...ids, at)) return repliesAfter(db, ...ids, at)
    // The turn itself goes on when nobody waits for it any more.
    const taken = await Promise.race([takeTurn(parts, ...ids, watch), late])
    if (taken === 'silent' || taken === 'failed' || taken === 'late') return []
    if (taken === 'busy' && (await Promise.race([sleep(LOOK_MS), late])) === 'late') return []
  }
}
