import type { PaymentProvider, PaymentRequest } from '../../providers/payments/index.ts'
import type { Order } from '../orders/index.ts'
import type { PaymentParts } from './payments.ts'
import { type Settled, settleSession } from './settle.ts'
import type { Payment } from './store.ts'
import * as store from './store.ts'

/** Where the customer stands with the provider. `settled`: the order is no longer what it was when it was read. */
export type Offer =
  | { kind: 'open'; url: string }
  | { kind: 'processing' | 'settled' | 'none' }
  | { kind: 'refused'; reason: string }

const MOST_ATTEMPTS = 3

/**
 * The address where this order can be paid. No lock is held while the provider is asked: whoever comes at the same
 * time asks with the same payment id and gets the same session.
 */
export async function offer(parts: PaymentParts, provider: PaymentProvider, order: Order): Promise<Offer> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    await store.begin(parts.db, order, provider.name)
    const payment = await store.openOf(parts.db, order)
    if (!payment) continue
    const found =
      payment.status === 'opening'
        ? await open(parts, provider, order, payment)
        : await lookAt(parts, provider, payment)
    if (found.kind !== 'none') return found
  }
  return { kind: 'settled' }
}

/** What became of the session the customer comes back from, so that a lost webhook does not matter. */
export async function lookBack(parts: PaymentParts, provider: PaymentProvider, order: Order): Promise<Offer> {
  const payment = await store.openOf(parts.db, order)
  return payment ? lookAt(parts, provider, payment) : { kind: 'none' }
}

async function open(
  { db, log }: PaymentParts,
  provider: PaymentProvider,
  order: Order,
  payment: Payment,
): Promise<Offer> {
  const opened = await provider.open(requestOf(order, payment))
  if (opened.outcome === 'refused') {
    log.error({ order: order.id, reason: opened.reason }, 'the payment provider refused to take this order')
    await store.close(db, payment)
    return { kind: 'refused', reason: opened.reason }
  }
  // The address is given out only once it is written down: a session nobody knows of cannot be paid.
  return (await store.saveOpened(db, payment, opened)) ? { kind: 'open', url: opened.url } : { kind: 'none' }
}

const AFTER: Record<Settled, Offer['kind'] & ('settled' | 'processing' | 'none')> = {
  paid: 'settled',
  mismatch: 'settled',
  waiting: 'processing',
  closed: 'none',
  unknown: 'none',
}

async function lookAt(parts: PaymentParts, provider: PaymentProvider, payment: Payment): Promise<Offer> {
  const { reference, url } = payment
  const session = reference === null ? undefined : await provider.lookUp(reference)
  if (session?.state === 'open' && url !== null) return { kind: 'open', url }
  if (session) return { kind: AFTER[await settleSession(parts, provider.name, session)] }
  if (reference !== null) await store.close(parts.db, payment)
  return { kind: 'none' }
}

function requestOf(order: Order, payment: Payment): PaymentRequest {
  return {
    paymentId: payment.id,
    agentId: order.agent_id,
    orderId: order.id,
    orderNumber: order.order_number,
    lines: order.lines.map(({ name, quantity, unit_price_sen }) => ({
      name,
      quantity,
      unitPriceSen: unit_price_sen,
    })),
    totalSen: payment.amount_sen,
    returnUrl: order.payment_url ?? '',
  }
}
