import { newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { databaseClock } from '../../platform/due-claims.ts'
import { conflict, notFound, raise } from '../../platform/http/index.ts'
import { audit, theEndpoint, type WebhookContext } from './endpoint.ts'
import { TEST_EVENT } from './outbox.ts'
import { send, targetOf } from './send.ts'
import type { FullDelivery } from './store.ts'
import * as store from './store.ts'

/** With its body and every attempt. */
export async function readDelivery(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<FullDelivery> {
  return (await store.findDelivery(db, workspaceId, id)) ?? raise(missing())
}

/** Sends the same body under the same id again, whatever became of it before, with a schedule of its own. */
export async function replayDelivery(context: WebhookContext, id: Uuid): Promise<FullDelivery> {
  const { db, workspaceId } = context
  return db.transaction(async (tx) => {
    const { status } = (await store.findDelivery(tx, workspaceId, id)) ?? raise(missing())
    await theEndpoint(tx, workspaceId)
    if ((await store.replay(tx, workspaceId, id)) === 0) throw underWay()
    await audit(tx, context, 'webhook.replayed', { delivery_id: id, status })
    return readDelivery(tx, workspaceId, id)
  })
}

/** The same for all that failed of what happened in that time. */
export async function replayFailed(
  context: WebhookContext,
  { from, until = new Date().toISOString() }: { from: Timestamp; until?: Timestamp | undefined },
): Promise<number> {
  const { db, workspaceId } = context
  return db.transaction(async (tx) => {
    await theEndpoint(tx, workspaceId)
    const count = await store.replayFailed(tx, workspaceId, { from, until })
    await audit(tx, context, 'webhook.replayed', { from, until, count })
    return count
  })
}

/** Sends a signed test at once and waits for the answer. Somebody is looking, so it is not tried again by itself. */
export async function sendTest(context: WebhookContext): Promise<FullDelivery> {
  const { db, webhooks, workspaceId } = context
  const test = { id: newId(), event: TEST_EVENT, leaseMs: webhooks.timeoutMs * 2 }
  const body = JSON.stringify({ event: test.event, sent_at: new Date().toISOString() })
  const { endpoint, claimed } = await db.transaction(async (tx) => {
    const endpoint = await theEndpoint(tx, workspaceId)
    await audit(tx, context, 'webhook.tested', { delivery_id: test.id })
    return { endpoint, claimed: await store.insertTest(tx, workspaceId, { ...test, body }) }
  })
  const attempted =
    (await send(webhooks, targetOf(webhooks, endpoint), claimed)) ?? raise(new Error('a test is not cut off'))
  const verdict = { status: attempted.error === null ? 'delivered' : 'failed' } as const
  const { id, lease } = claimed
  await store.finish(db, databaseClock, workspaceId, [{ id, lease, ...attempted, verdict }])
  return readDelivery(db, workspaceId, id)
}

function missing() {
  return notFound('delivery not found')
}

function underWay() {
  return conflict('under way', 'This delivery is being sent at this moment.')
}
