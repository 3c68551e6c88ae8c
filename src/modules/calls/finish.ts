import type { Uuid } from '../../lib/ids.ts'
import { shortened, storableText } from '../../lib/text.ts'
import { type Queryable, sql, within } from '../../platform/db/index.ts'
import { changeIn } from '../../platform/news.ts'
import type { FinalStatus } from '../../providers/telephony/index.ts'
import { system } from '../audit/index.ts'
import { change, concludeSoon, lockConversation } from '../conversations/index.ts'
import { chargeVoice } from '../workspaces/index.ts'
import type { CallParts } from './parts.ts'
import type { CallRow } from './store.ts'
import * as store from './store.ts'

export interface End {
  status: FinalStatus
  /** From answer to end. */
  seconds?: number | undefined
  summary?: string | undefined
  /** The sound is lost, or there never was any. */
  noSound?: boolean | undefined
}

const LONGEST_SUMMARY = 2_000

export const UNANSWERED: Record<FinalStatus, string> = {
  completed: 'The call was answered, but nobody spoke.',
  no_answer: 'Nobody answered the call.',
  busy: 'The line was busy.',
  failed: 'The call could not be connected.',
  cancelled: 'The call was cancelled before it was answered.',
}

/** Ends a call, under its lock: its status, and its price once. False when it had ended before. */
export async function finish(
  tx: Queryable,
  call: CallRow,
  { status, seconds, summary, noSound }: End,
): Promise<boolean> {
  const wasAnswered = status === 'completed' || call.answered_at !== null
  const duration = wasAnswered ? Math.max(0, Math.round(seconds ?? 0)) : 0
  const ended = await store.end(tx, call, {
    status,
    seconds: duration,
    recording: wasAnswered && !noSound ? 'pending' : 'none',
    summary: summary === undefined ? (wasAnswered ? null : UNANSWERED[status]) : fitting(summary),
  })
  if (!ended) return false
  if (duration > 0) await charge(tx, call, duration)
  return true
}

/**
 * Closes the conversation of a call that is over and talked out, so that it is looked back at; one that waits for the team
 * stays open to it. Once, whoever comes to it.
 */
export async function wrapUp({ db }: Pick<CallParts, 'db'>, agentId: Uuid, id: Uuid): Promise<void> {
  await db.transaction(async (tx) => {
    const call = await store.lock(tx, agentId, id)
    if (!call || call.ended_at === null || call.talking || call.wrapped_at !== null) return
    const context = { db: within(tx), workspaceId: call.workspace_id, agentId, actor: system }
    const conversation = await lockConversation(tx, agentId, call.conversation_id)
    if (conversation?.status === 'open') await change(context, call.conversation_id, { status: 'closed' })
    else await concludeSoon(tx, agentId, call.conversation_id)
    const wordless = !(await somebodySpoke(tx, call))
    await tx.run(sql`
      update calls set wrapped_at = clock_timestamp(),
                       summary = coalesce(summary, ${wordless ? quietSummary(call) : null})
       where agent_id = ${agentId} and id = ${id}`)
    tx.announce(changeIn(call.workspace_id, 'call', id))
  })
}

function quietSummary({ status, answered_by }: CallRow): string {
  if (answered_by?.startsWith('machine')) return 'An answering machine took the call.'
  if (answered_by === 'fax') return 'A fax machine took the call.'
  return UNANSWERED[status as FinalStatus] ?? UNANSWERED.failed
}

async function somebodySpoke(tx: Queryable, { agent_id, conversation_id }: CallRow): Promise<boolean> {
  const row = await tx.row(sql`
    select from messages
     where agent_id = ${agent_id} and conversation_id = ${conversation_id} and role = 'user' limit 1`)
  return row !== undefined
}

/** The conversation is locked before the workspace, as an answer of the agent does it, so that neither waits for the other. */
async function charge(tx: Queryable, call: CallRow, seconds: number): Promise<void> {
  const { workspace_id: workspaceId, agent_id: agentId, conversation_id: conversationId } = call
  await lockConversation(tx, agentId, conversationId)
  await chargeVoice(tx, workspaceId, seconds, 'phone call', call.id)
}

function fitting(summary: string): string {
  return shortened(storableText(summary), LONGEST_SUMMARY)
}
