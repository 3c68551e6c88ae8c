import { newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import { changeIn } from '../../platform/news.ts'

export const kinds = ['handover', 'out_of_credits', 'llm_failed', 'order_attention', 'low_credits'] as const
export type AlertKind = (typeof kinds)[number]

export interface Alert {
  id: Uuid
  /** Null for what is about the whole workspace. */
  agent_id: Uuid | null
  conversation_id: Uuid | null
  order_id: Uuid | null
  order_number: string | null
  kind: AlertKind
  reason: string
  customer_name: string | null
  customer_phone: string | null
  channel: string | null
  created_at: Timestamp
  seen_at: Timestamp | null
}

/** Of whom or what, and why: for the team in a sentence, for an order in the word that is its `attention`. */
export type NewAlert = { workspaceId: Uuid; reason: string } & (
  | { kind: 'handover' | 'out_of_credits' | 'llm_failed'; agentId: Uuid; conversationId: Uuid }
  | { kind: 'order_attention'; agentId: Uuid; orderId: Uuid }
  | { kind: 'low_credits' }
)

/** All that is open of a conversation or an order, or a kind of the whole workspace. */
export type Concern =
  | { agentId: Uuid; conversationId: Uuid }
  | { agentId: Uuid; orderId: Uuid }
  | 'low_credits'

/** New alerts are announced on it. */
export const ALERTS_CHANNEL = 'icebot_alerts'

/** What an alert `a` says, and where that is. */
export const ABOUT = sql`a.kind, a.reason, a.conversation_id, a.order_id, o.order_number,
  coalesce(c.customer_name, o.customer_name) as customer_name,
  coalesce(c.customer_phone, nullif(o.customer_phone, '')) as customer_phone, coalesce(c.channel, o.channel) as channel`
export const SUBJECTS = sql`
  left join conversations c on c.agent_id = a.agent_id and c.id = a.conversation_id
  left join orders o on o.agent_id = a.agent_id and o.id = a.order_id`
const ALERT = sql`a.id, a.agent_id, ${ABOUT}, a.created_at, a.seen_at`

/** With a mail to each person of the workspace. False when the same alert is open already. */
export async function insert(tx: Queryable, alert: NewAlert): Promise<boolean> {
  const { workspaceId, kind, reason } = alert
  const { agentId, conversationId, orderId } = { ...NOTHING, ...alert }
  const id = newId()
  const raised = await tx.row<{ mails: number }>(sql`
    with raised as (
      insert into alerts (workspace_id, id, agent_id, conversation_id, order_id, kind, reason)
      values (${workspaceId}, ${id}, ${agentId}, ${conversationId}, ${orderId}, ${kind}, ${reason})
      on conflict (workspace_id, kind, coalesce(order_id, conversation_id, workspace_id)) where seen_at is null
        do nothing
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

const NOTHING = { agentId: null, conversationId: null, orderId: null }

/** An order that has another trouble now is still one to look at once. */
export async function renameOfOrder(
  tx: Queryable,
  { workspaceId, agentId, orderId, reason }: Extract<NewAlert, { kind: 'order_attention' }>,
): Promise<void> {
  const renamed = await tx.rows<{ id: Uuid }>(sql`
    update alerts set reason = ${reason}
     where agent_id = ${agentId} and order_id = ${orderId} and seen_at is null and reason <> ${reason}
    returning id`)
  for (const { id } of renamed) tx.announce(changeIn(workspaceId, 'alert', id))
}

/** Whether the team was ever called to this conversation. */
export async function has(db: Queryable, agentId: Uuid, conversationId: Uuid): Promise<boolean> {
  const row = await db.row(sql`
    select from alerts where agent_id = ${agentId} and conversation_id = ${conversationId} limit 1`)
  return row !== undefined
}

/** Newest first, one more than asked for. */
export function list(
  db: Queryable,
  workspaceId: Uuid,
  { limit, before, unseen }: { limit: number; before?: Uuid | undefined; unseen?: boolean | undefined },
): Promise<Alert[]> {
  return db.rows<Alert>(sql`
    select ${ALERT} from alerts a ${SUBJECTS}
     where a.workspace_id = ${workspaceId}
       ${unseen ? sql`and a.seen_at is null` : nothing}
       ${before === undefined ? nothing : sql`and a.id < ${before}`}
     order by a.id desc limit ${limit + 1}`)
}

export function find(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<Alert | undefined> {
  return db.row<Alert>(sql`
    select ${ALERT} from alerts a ${SUBJECTS}
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
export function settle(
  tx: Queryable,
  workspaceId: Uuid,
  concern: Concern,
): Promise<Pick<Alert, 'id' | 'agent_id' | 'kind'>[]> {
  const what =
    concern === 'low_credits'
      ? sql`kind = 'low_credits'`
      : 'orderId' in concern
        ? sql`agent_id = ${concern.agentId} and order_id = ${concern.orderId}`
        : sql`agent_id = ${concern.agentId} and conversation_id = ${concern.conversationId}`
  return tx.rows(sql`
    update alerts set seen_at = clock_timestamp()
     where workspace_id = ${workspaceId} and ${what} and seen_at is null
    returning id, agent_id, kind`)
}
