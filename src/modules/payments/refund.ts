import type { Uuid } from '../../lib/ids.ts'
import { type Queryable, within } from '../../platform/db/index.ts'
import { conflict, HttpError, notFound, raise } from '../../platform/http/index.ts'
import type { Refunded } from '../../providers/payments/index.ts'
import {
  announceOrders,
  cannotMove,
  lockOrder,
  type Order,
  type OrderContext,
  refundedAt,
  refundOrder,
} from '../orders/index.ts'
import type { PaymentParts } from './payments.ts'
import type { Payment } from './store.ts'
import * as store from './store.ts'

/** Longer than a provider can take with all its retries. */
export const LEASE_MS = 120_000
const SOON_MS = 5_000

type Recorded = { changed: boolean; order: Order }
type RefundContext = Omit<OrderContext, 'db'>
/** Nothing is recorded yet while there is other money of the customer's to return. */
type GivenBack =
  | { outcome: 'refunded'; recorded: Recorded | undefined }
  | { outcome: 'declined'; reason: string }

/**
 * Returns the customer's money first and then records the refund. Every step is written down before it is done, so that
 * a process that ends in between leaves nothing that due work cannot finish.
 */
export async function refundPayment(
  { payments, log }: Omit<PaymentParts, 'db'>,
  context: OrderContext,
  orderId: Uuid,
): Promise<Recorded> {
  const { db } = context
  const begun = await begin(context, orderId)
  if (begun.paid.length === 0) return withoutMoney(context, begun.order)
  const refusals: string[] = []
  let unanswered = false
  let recorded: Recorded | undefined
  let returned = 0
  for (const payment of begun.paid) {
    try {
      const given = await giveBack({ db, payments }, context, payment)
      if (given.outcome === 'declined') refusals.push(given.reason)
      else {
        returned++
        recorded = given.recorded ?? recorded
      }
    } catch (error) {
      log.warn({ payment: payment.id, err: error }, 'it is not known whether a refund arrived')
      await finishSoon(db, payment)
      unanswered = true
    }
  }
  if (unanswered) throw unknown()
  if (refusals[0] !== undefined) throw declined(refusals[0], returned > 0)
  return recorded ?? refundOrder(context, orderId)
}

/**
 * Takes in hand what is to be returned. Of an order that counts as refunded, only what came since: the rest somebody has
 * returned, perhaps in another way. Under lock, so that nobody refunds it in another way at the same moment.
 */
function begin(context: OrderContext, orderId: Uuid): Promise<{ order: Order; paid: Payment[] }> {
  const { db, agentId } = context
  return db.transaction(async (tx) => {
    await store.lockOfOrder(tx, agentId, orderId)
    const order = (await lockOrder(tx, agentId, orderId)) ?? raise(notFound())
    const since = order.status === 'refunded' ? await refundedAt(tx, agentId, orderId) : undefined
    return { order, paid: await store.beginRefund(tx, agentId, orderId, LEASE_MS, since) }
  })
}

/** One payment that is taken in hand: returned and recorded, or put back as it was. */
export async function giveBack(
  { db, payments }: Omit<PaymentParts, 'log'>,
  context: RefundContext,
  payment: Payment,
): Promise<GivenBack> {
  const provider = payments.named(payment.provider)
  const answer: Refunded = provider
    ? await provider.refund({ paymentId: payment.id, charge: payment.charge ?? '' })
    : { outcome: 'declined', reason: `${payment.provider} is not set up at present` }
  if (answer.outcome === 'declined') {
    await store.settleRefund(db, payment, 'paid')
    return answer
  }
  return { outcome: 'refunded', recorded: await recordRefund(db, context, payment) }
}

/** The order counts as refunded once nothing of the customer's money is left with the shop. */
export function recordRefund(
  db: PaymentParts['db'],
  context: RefundContext,
  payment: Payment,
): Promise<Recorded | undefined> {
  return db.transaction(async (tx) => {
    const all = await store.lockOfOrder(tx, payment.agent_id, payment.order_id)
    await store.settleRefund(tx, payment, 'refunded')
    if (all.some(({ id, status }) => id !== payment.id && (status === 'paid' || status === 'refunding')))
      return undefined
    const detail = { provider: payment.provider, payment_id: payment.id }
    return refundOrder({ ...context, db: within(tx) }, payment.order_id, detail)
  })
}

/** Paid some other way, being refunded at this moment, or never paid. */
async function withoutMoney(context: OrderContext, { id, status }: Order): Promise<Recorded> {
  if (await store.isRefunding(context.db, context.agentId, id)) {
    throw conflict('refund under way', 'This order is being refunded already. Look again in a minute.')
  }
  if (status === 'pending_payment' || status === 'cancelled') throw cannotMove(status, 'refunded')
  return refundOrder(context, id)
}

async function finishSoon(db: Queryable, payment: Payment): Promise<void> {
  await store.postpone(db, payment, SOON_MS)
  await announceOrders(db)
}

function declined(reason: string, partly: boolean): HttpError {
  const rest = partly
    ? 'Another payment for this order was returned; this one was not.'
    : 'No money moved and the order is unchanged.'
  return new HttpError(502, {
    error: 'refund_declined',
    message: `The payment provider declined the refund (${reason}). ${rest}`,
  })
}

function unknown(): HttpError {
  return new HttpError(502, {
    error: 'refund_unknown',
    message:
      'The payment provider could not be reached, so it is not known yet whether the money went back. It is tried again by itself, once and not twice; the order turns to refunded when it is done.',
  })
}
