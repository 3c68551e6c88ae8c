import { idAt } from '../../lib/ids.ts'
import { type Queryable, sql, within } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { type Actor, recordPast } from '../audit/index.ts'
import { importHistory, type PastConversation } from '../conversations/index.ts'
import { chargePastTalks } from '../workspaces/index.ts'
import { placedEntry } from './audit.ts'
import { UNANSWERED } from './finish.ts'
import type { Variables } from './parts.ts'
import { VOICE_CHANNEL } from './place.ts'
import type { CallRow } from './store.ts'

/** A call of before: its moments are its own. Used to bring a past in, never for live traffic. */
export interface PastCall extends Pick<PastConversation, 'labels' | 'summary' | 'outcome' | 'messages'> {
  direction: CallRow['direction']
  status: keyof typeof UNANSWERED
  customer: { name: string; phone: string }
  variables?: Variables | undefined
  /** Of one that was placed. */
  placedBy?: Actor | undefined
  dialledAt: Date
  answeredAt: Date | null
  endedAt: Date
}

/**
 * Brings past calls in as simulated ones, without their sound: what was said, what they cost and who placed them. Tells
 * their conversations, in the order given.
 */
export async function importCalls(
  { db, workspaceId, agentId }: AgentContext,
  past: PastCall[],
): Promise<{ id: string; channel: string }[]> {
  return db.transaction(async (tx) => {
    const known = past.map((call) => ({ ...call, id: idAt(call.dialledAt) }))
    const conversations = await importHistory(within(tx), agentId, known.map(conversationOf))
    const shop = await tx.row<{ number: string }>(sql`
      select outbound_number as number from workspaces where id = ${workspaceId}`)
    const rows = known.map((call, i) => ({
      ...call,
      ...numbersOf(call, shop?.number ?? ''),
      workspace_id: workspaceId,
      agent_id: agentId,
      conversation_id: conversations[i]?.id as string,
      seconds: secondsOf(call),
      summary: call.summary ?? UNANSWERED[call.status],
    }))
    await insert(tx, rows)
    await chargePastTalks(
      tx,
      workspaceId,
      rows.flatMap(({ id, seconds, endedAt: at }) =>
        seconds > 0 ? { seconds, at, reason: 'phone call', chargedFor: id } : [],
      ),
    )
    await recordPast(
      tx,
      rows.flatMap((call) =>
        call.placedBy ? { ...placedEntry(call, call.placedBy), at: call.dialledAt } : [],
      ),
    )
    return conversations
  })
}

function conversationOf({ id, customer, dialledAt, ...call }: PastCall & { id: string }): PastConversation {
  const { labels, summary, outcome, messages } = call
  return {
    channel: VOICE_CHANNEL,
    externalUserId: `call:${id}`,
    customerName: customer.name,
    customerPhone: customer.phone,
    status: 'closed',
    handler: 'ai',
    labels,
    summary,
    outcome,
    createdAt: dialledAt,
    messages,
    notes: [],
  }
}

function numbersOf({ direction, customer: { phone } }: PastCall, own: string) {
  return direction === 'inbound'
    ? { to_number: own, from_number: phone }
    : { to_number: phone, from_number: own }
}

function secondsOf({ answeredAt, endedAt }: PastCall): number {
  return answeredAt ? Math.round((endedAt.getTime() - answeredAt.getTime()) / 1000) : 0
}

type Imported = ReturnType<typeof numbersOf> &
  PastCall & { id: string; conversation_id: string; seconds: number }

async function insert(tx: Queryable, rows: (Imported & { workspace_id: string; agent_id: string })[]) {
  await tx.run(sql`
    insert into calls (workspace_id, agent_id, id, conversation_id, direction, carrier, reference, status, to_number,
                       from_number, variables, answered_by, duration_seconds, summary, recording, placed_by, audited,
                       dialled_at, answered_at, seen_at, due_at, ended_at, wrapped_at, created_at)
    select c.workspace_id, c.agent_id, c.id, c.conversation_id, c.direction, 'sandbox', 'sandbox_' || c.id, c.status,
           c.to_number, c.from_number, coalesce(c.variables, '{}'), case when c."answeredAt" is not null then 'human' end,
           c.seconds, c.summary, 'none', case when c."placedBy" ->> 'kind' = 'key' then (c."placedBy" ->> 'id')::uuid end,
           true, c."dialledAt", c."answeredAt", case when c."answeredAt" is not null then c."endedAt" end, c."endedAt",
           c."endedAt", c."endedAt", c."dialledAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}) as c (
        workspace_id uuid, agent_id uuid, id uuid, conversation_id uuid, direction text, status text, to_number text,
        from_number text, variables jsonb, seconds int, summary text, "placedBy" jsonb, "dialledAt" timestamptz,
        "answeredAt" timestamptz, "endedAt" timestamptz)`)
}
