import { isUuid, type Uuid } from '../../lib/ids.ts'
import type { Queryable, Transactional } from '../../platform/db/index.ts'
import { notFound, raise } from '../../platform/http/index.ts'
import { changeIn } from '../../platform/news.ts'
import { type Actor, record } from '../audit/index.ts'
import type { Alert, NewAlert } from './store.ts'
import * as store from './store.ts'

/** The workspace whose alerts they are, and who is looking. */
export interface AlertContext {
  db: Transactional
  workspaceId: Uuid
  actor: Actor
  requestId?: string | undefined
}

const MAX_REASON = 1_000

/**
 * Tells the team, in the transaction of what happened. A conversation has one open alert of a kind: raised again before
 * anybody looked, it is the same one. True when it is new.
 */
export function raiseAlert(tx: Queryable, alert: NewAlert): Promise<boolean> {
  return store.insert(tx, { ...alert, reason: plain(alert.reason) })
}

/** Newest first, one more than asked for. */
export function listAlerts(
  db: Queryable,
  workspaceId: Uuid,
  page: { limit: number; before?: Uuid | undefined; unseen?: boolean | undefined } = { limit: 50 },
): Promise<Alert[]> {
  return store.list(db, workspaceId, page)
}

/** Somebody looked; the next of its kind is a new alert. Seeing it again changes nothing. */
export async function markSeen(context: AlertContext, id: string): Promise<Alert> {
  const { db, workspaceId, actor, requestId } = context
  return db.transaction(async (tx) => {
    const alert = (isUuid(id) ? await store.find(tx, workspaceId, id) : undefined) ?? raise(missing())
    if (!(await store.markSeen(tx, workspaceId, alert.id))) return alert
    tx.announce(changeIn(workspaceId, 'alert', alert.id))
    const { agent_id: agentId, kind } = alert
    const entry = { workspaceId, agentId, actor, action: 'alert.seen', target: alert.id, detail: { kind } }
    await record(tx, { ...entry, requestId })
    return (await store.find(tx, workspaceId, alert.id)) ?? alert
  })
}

/** Who answers a conversation, hands it back or closes it has seen why the team was called, in the same transaction. */
export async function settleAlerts(
  tx: Queryable,
  { workspaceId, agentId, actor, requestId }: Omit<AlertContext, 'db'> & { agentId: Uuid },
  conversationId: Uuid,
): Promise<void> {
  for (const { id, kind } of await store.markConversationSeen(tx, agentId, conversationId)) {
    tx.announce(changeIn(workspaceId, 'alert', id))
    await record(tx, {
      workspaceId,
      agentId,
      actor,
      action: 'alert.seen',
      target: id,
      detail: { kind },
      requestId,
    })
  }
}

/** A reason may come from a language model: nothing in it may hinder what it tells about. */
function plain(reason: string): string {
  return reason.replaceAll('\0', ' ').slice(0, MAX_REASON).toWellFormed()
}

function missing() {
  return notFound('alert not found')
}
