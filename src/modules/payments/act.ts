import { within } from '../../platform/db/index.ts'
import { conflict, type HttpError } from '../../platform/http/index.ts'
import { cancelOrder, type Order, type OrderContext, payOrder } from '../orders/index.ts'
import type { PaymentParts } from './payments.ts'
import { type PayState, payStateOf } from './state.ts'
import * as store from './store.ts'

export type Outcome = 'paid' | 'cancelled'

/** What a customer does at our own page. Doing the same twice is doing it once; what is too late is refused. */
export async function act(
  parts: PaymentParts,
  { order, workspaceId }: { order: Order; workspaceId: string },
  outcome: Outcome,
  nowMs: number,
): Promise<Order> {
  const context: OrderContext = {
    db: parts.db,
    workspaceId,
    agentId: order.agent_id,
    actor: { kind: 'customer', id: null },
  }
  const changed =
    outcome === 'paid' ? await pay(parts, context, order, nowMs) : await cancel(context, order, nowMs)
  if (changed.status === outcome && !changed.expired) return changed
  throw refused(payStateOf(changed, nowMs))
}

/** Only a test payment is made here: whoever takes real money takes it on pages of their own. */
async function pay(parts: PaymentParts, context: OrderContext, order: Order, nowMs: number): Promise<Order> {
  const { payments, db } = parts
  const provider = payments.active
  if (!provider) throw conflict('payments are off', 'This shop does not take payments online at present.')
  if (provider.hosted) throw conflict('not a test payment', 'Open the payment link in a browser to pay.')
  if (payStateOf(order, nowMs) !== 'payable') return order
  return db.transaction(async (tx) => {
    const onlyBefore = order.payment_expires_at
    const detail = { provider: provider.name }
    const paid = await payOrder({ ...context, db: within(tx) }, order.id, { onlyBefore, detail })
    if (paid.outcome === 'paid') await store.insertPaid(tx, order, provider.name)
    if (paid.outcome === 'too_late' && paid.order.status === 'pending_payment') throw refused('expired')
    return paid.order
  })
}

async function cancel(context: OrderContext, order: Order, nowMs: number): Promise<Order> {
  if (payStateOf(order, nowMs) !== 'payable') return order
  return (await cancelOrder(context, order.id, { onlyUnpaid: true })).order
}

const REFUSALS: Record<PayState, string> = {
  payable: 'This order still waits for its payment. Try again.',
  paid: 'This order is paid. Ask the shop if you want to change it.',
  cancelled: 'This order was cancelled. Ask the shop for a new one.',
  expired:
    'The time to pay is over and the order was given up. Nothing was charged; ask the shop for a new one.',
  refunded: 'This order was refunded. Ask the shop for a new one.',
}

function refused(state: PayState): HttpError {
  return conflict(state, REFUSALS[state])
}
