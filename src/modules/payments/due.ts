import type { DueWork } from '../../platform/due.ts'
import { flagOrder, ORDERS_CHANNEL } from '../orders/index.ts'
import { moverOf } from './mover.ts'
import type { PaymentParts } from './payments.ts'
import { giveBack, LEASE_MS } from './refund.ts'
import { settleSession } from './settle.ts'
import type { Payment, Unsettled } from './store.ts'
import * as store from './store.ts'

const BATCH = 20
const IDLE_MS = 60_000
const LOOK_AGAIN_MS = 60_000
const SHORTEST_MS = 1_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000

/** Sessions that outlived their order are closed, refunds that were begun are finished. */
export function paymentWork(parts: PaymentParts): DueWork[] {
  return [
    workOf('close payment sessions', 'session', parts, closeSession),
    workOf('finish refunds', 'refund', parts, finishRefund),
  ]
}

type Attempt = (parts: PaymentParts, payment: Payment) => Promise<void>

function workOf(name: string, kind: Unsettled, parts: PaymentParts, attempt: Attempt): DueWork {
  const { db, log } = parts
  /** Only shapes the pauses; who has a payment in hand is written in the database. */
  const faults = new Map<string, number>()

  async function tryOne(payment: Payment): Promise<void> {
    try {
      await attempt(parts, payment)
      faults.delete(payment.id)
    } catch (error) {
      const count = (faults.get(payment.id) ?? 0) + 1
      faults.set(payment.id, count)
      log.warn({ payment: payment.id, faults: count, err: error }, `${name}: it will be tried again`)
      await store.postpone(db, payment, pauseMs(count))
    }
  }

  return {
    name,
    wakeOn: ORDERS_CHANNEL,
    idleMs: IDLE_MS,
    async run() {
      const claimed = await store.claim(db, kind, BATCH, LEASE_MS)
      await Promise.all(claimed.map(tryOne))
      if (claimed.length === BATCH) return 0
      const nextMs = await store.nextMs(db, kind)
      return nextMs === undefined ? undefined : Math.max(SHORTEST_MS, nextMs)
    },
  }
}

export function pauseMs(faults: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (faults - 1), LONGEST_PAUSE_MS)
}

async function closeSession(parts: PaymentParts, payment: Payment): Promise<void> {
  const { db, payments } = parts
  // Its address was never given out, so nobody can have paid it.
  if (payment.reference === null) return store.closeUnopened(db, payment)
  const provider = payments.named(payment.provider)
  if (!provider) throw new Error(`${payment.provider} is not set up`)
  const session = await provider.close(payment.reference)
  if (!session) return void (await store.close(db, payment))
  const settled = await settleSession(parts, provider.name, session)
  // The customer's bank has not decided: its word comes by webhook, or is asked for here.
  if (settled === 'waiting') await store.postpone(db, payment, LOOK_AGAIN_MS)
}

async function finishRefund(parts: PaymentParts, payment: Payment): Promise<void> {
  const given = await giveBack(parts, moverOf(payment), payment)
  if (given.outcome === 'refunded') return
  const { reason } = given
  parts.log.error(
    { payment: payment.id, order: payment.order_id, reason },
    'a refund that was begun was declined',
  )
  await flagOrder({ ...moverOf(payment), db: parts.db }, payment.order_id, 'refund_failed', { reason })
}
