import { isUuid, type Uuid } from '../../lib/ids.ts'
import type { Queryable, Transactional } from '../../platform/db/index.ts'
import { notFound, raise } from '../../platform/http/index.ts'
import { changeIn } from '../../platform/news.ts'
import { type Actor, record } from '../audit/index.ts'
import type { Alert, Concern, NewAlert } from './store.ts'
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
 * Tells the team, in the transaction of what happened. A conversation has one open alert of a kind, an order and the
 * workspace's credits have one: raised again before anybody looked, it is the same one. True when it is new.
 */
export async function raiseAlert(tx: Queryable, alert: NewAlert): Promise<boolean> {
  const isNew = await store.insert(tx, { ...alert, reason: plain(alert.reason) })
  if (!isNew && alert.kind === 'order_attention') await store.renameOfOrder(tx, alert)
  return isNew
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
    await writeDown(tx, { workspaceId, actor, requestId }, alert)
    return (await store.find(tx, workspaceId, alert.id)) ?? alert
  })
}

/**
 * What was to be looked at is dealt with, in the same transaction: somebody answered the conversation, handed it back or
 * closed it, decided about the order, or filled up the credits.
 */
export async function settleAlerts(
  tx: Queryable,
  context: Omit<AlertContext, 'db'>,
  concern: Concern,
): Promise<void> {
  for (const alert of await store.settle(tx, context.workspaceId, concern))
    await writeDown(tx, context, alert)
}

async function writeDown(
  tx: Queryable,
  { workspaceId, actor, requestId }: Omit<AlertContext, 'db'>,
  { id, agent_id, kind }: Pick<Alert, 'id' | 'agent_id' | 'kind'>,
): Promise<void> {
  tx.announce(changeIn(workspaceId, 'alert', id))
  await record(tx, {
    workspaceId,
    agentId: agent_id ?? undefined,
    actor,
    action: 'alert.seen',
    target: id,
    detail: { kind },
    requestId,
  })
}

/** A reason may come from a language model: nothing in it may hinder what it tells about. */
function plain(reason: string): string {
  return reason.replaceAll('\0', ' ').slice(0, MAX_REASON).toWellFormed()
}

function missing() {
  return notFound('alert not found')
}
