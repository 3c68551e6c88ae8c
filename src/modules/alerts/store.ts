import { newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import { changeIn } from '../../platform/news.ts'

export const kinds = ['handover', 'out_of_credits', 'llm_failed', 'low_credits'] as const
export type AlertKind = (typeof kinds)[number]

export interface Alert {
  id: Uuid
  agent_id: Uuid
  conversation_id: Uuid
  kind: AlertKind
  reason: string
  customer_name: string | null
  customer_phone: string | null
  channel: string
  created_at: Timestamp
  seen_at: Timestamp | null
}

export interface NewAlert {
  workspaceId: Uuid
  agentId: Uuid
  conversationId: Uuid
  kind: AlertKind
  /** For the team, in a sentence. */
  reason: string
}

/** New alerts are announced on it. */
export const ALERTS_CHANNEL = 'icebot_alerts'

const ALERT = sql`a.id, a.agent_id, a.conversation_id, a.kind, a.reason, c.customer_name, c.customer_phone, c.channel,
  a.created_at, a.seen_at`

/** With a mail to each person of the workspace. False when the same alert is open already. */
export async function insert(tx: Queryable, alert: NewAlert): Promise<boolean> {
  const { workspaceId, agentId, conversationId, kind, reason } = alert
  const id = newId()
  const raised = await tx.row<{ mails: number }>(sql`
    with raised as (
      insert into alerts (workspace_id, id, agent_id, conversation_id, kind, reason)
      values (${workspaceId}, ${id}, ${agentId}, ${conversationId}, ${kind}, ${reason})
      on conflict (agent_id, conversation_id, kind) where seen_at is null do nothing
      returning workspace_id, id
    ), mailed as (
      insert into alert_mails (workspace_id, alert_id, user_id)
      select r.workspace_id, r.id, u.id from raised r join users u using (workspace_id)
      returning 1
    )
    select (select count(*) from mailed) as mails, pg_notify(${ALERTS_CHANNEL}, '') from raised`)
  if (raised) tx.announce(changeIn(workspaceId, 'alert', id))
  return raised !== undefined
}

/** Whether the team was ever called to this conversation. */
export async function has(db: Queryable, agentId: Uuid, conversationId: Uuid): Promise<boolean> {
  const row = await db.row(sql`
    select from alerts where agent_id = ${agentId} and conversation_id = ${conversationId} limit 1`)
  return row !== undefined
}

/** Whether the workspace was told of such a thing after that moment. */
export async function raisedSince(
  db: Queryable,
  workspaceId: Uuid,
  kind: AlertKind,
  since: Timestamp,
): Promise<boolean> {
  const row = await db.row(sql`
    select from alerts
     where workspace_id = ${workspaceId} and kind = ${kind} and created_at > ${since} limit 1`)
  return row !== undefined
}

/** Newest first, one more than asked for. */
export function list(
  db: Queryable,
  workspaceId: Uuid,
  { limit, before, unseen }: { limit: number; before?: Uuid | undefined; unseen?: boolean | undefined },
): Promise<Alert[]> {
  return db.rows<Alert>(sql`
    select ${ALERT} from alerts a join conversations c on c.agent_id = a.agent_id and c.id = a.conversation_id
     where a.workspace_id = ${workspaceId}
       ${unseen ? sql`and a.seen_at is null` : nothing}
       ${before === undefined ? nothing : sql`and a.id < ${before}`}
     order by a.id desc limit ${limit + 1}`)
}

export function find(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<Alert | undefined> {
  return db.row<Alert>(sql`
    select ${ALERT} from alerts a join conversations c on c.agent_id = a.agent_id and c.id = a.conversation_id
     where a.workspace_id = ${workspaceId} and a.id = ${id}`)
}

/** False when somebody saw it before. */
export async function markSeen(tx: Queryable, workspaceId: Uuid, id: Uuid): Promise<boolean> {
  const count = await tx.run(sql`
    update alerts set seen_at = clock_timestamp()
     where workspace_id = ${workspaceId} and id = ${id} and seen_at is null`)
  return count > 0
}

/** All that are open; those that were. */
export function markConversationSeen(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
): Promise<Pick<Alert, 'id' | 'kind'>[]> {
  return tx.rows(sql`
    update alerts set seen_at = clock_timestamp()
     where agent_id = ${agentId} and conversation_id = ${conversationId} and seen_at is null
    returning id, kind`)
}
