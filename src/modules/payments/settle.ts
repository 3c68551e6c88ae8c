import { within } from '../../platform/db/index.ts'
import { CURRENCY, type ProviderName, type Session } from '../../providers/payments/index.ts'
import { flagOrder, payOrder } from '../orders/index.ts'
import { moverOf } from './mover.ts'
import type { PaymentParts } from './payments.ts'
import type { Payment, PaymentStatus } from './store.ts'
import * as store from './store.ts'

/** `waiting`: nothing is decided. `mismatch`: money came, but not what was asked. `unknown`: no session of ours. */
export type Settled = 'paid' | 'closed' | 'waiting' | 'mismatch' | 'unknown'

const RECEIVED: PaymentStatus[] = ['paid', 'refunding', 'refunded']

/** Writes down what a provider says of a session, however often and from wherever it is heard. */
export async function settleSession(
  parts: PaymentParts,
  provider: ProviderName,
  session: Session,
): Promise<Settled> {
  const { db, log } = parts
  const payment = await store.bySession(db, provider, session)
  if (!payment) {
    log.warn({ provider, reference: session.reference }, 'a payment session that is not of this service')
    return 'unknown'
  }
  if (session.state === 'closed') {
    await store.close(db, payment)
    return 'closed'
  }
  if (session.state !== 'paid') return 'waiting'
  if (session.amountSen !== payment.amount_sen || session.currency !== CURRENCY) {
    await refuse(parts, payment, session)
    return 'mismatch'
  }
  await receive(parts, payment, session)
  return 'paid'
}

/** Money that is not what was asked is no payment; a person has to look at it. */
async function refuse({ db, log }: PaymentParts, payment: Payment, session: Session): Promise<void> {
  const { amountSen, currency } = session
  const facts = { payment: payment.id, askedSen: payment.amount_sen, amountSen, currency }
  log.error({ order: payment.order_id, ...facts }, 'another amount was paid than was asked')
  await db.transaction(async (tx) => {
    if (!(await store.close(tx, payment, session.charge))) return
    await flagOrder({ ...moverOf(payment), db: within(tx) }, payment.order_id, 'wrong_amount', facts)
  })
}

/** Payment and order move in one transaction; money that comes after the order was given up is still taken. */
function receive({ db }: PaymentParts, payment: Payment, session: Session): Promise<void> {
  return db.transaction(async (tx) => {
    const all = await store.lockOfOrder(tx, payment.agent_id, payment.order_id)
    const own = all.find(({ id }) => id === payment.id)
    if (!own || RECEIVED.includes(own.status)) return
    await payOrder({ ...moverOf(own), db: within(tx) }, own.order_id, {
      detail: { provider: own.provider, payment_id: own.id, reference: session.reference },
    })
    await store.markPaid(tx, own, session.charge ?? null)
  })
}
