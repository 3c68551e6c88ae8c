import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runOnce } from '../../../test/harness/due.ts'
import { type PayService, payPath, startPay } from '../../../test/harness/pay.ts'
import { request } from '../../../test/harness/service.ts'
import { type FakeStripe, startStripe } from '../../../test/harness/stripe.ts'
import { openDb, openListener, sql } from '../../platform/db/index.ts'
import { type DueWork, startWorker } from '../../platform/due.ts'
import { createServer } from '../../platform/http/index.ts'
import type { PaymentProvider } from '../../providers/payments/index.ts'
import { system } from '../audit/index.ts'
import { cancelOrder, type Order, payOrder, refundOrder } from '../orders/index.ts'
import { mountPayments, paymentWork } from './index.ts'
import { offer } from './open.ts'

let stripe: FakeStripe
let service: PayService
let closing: DueWork

beforeAll(async () => {
  stripe = await startStripe()
  service = await startPay({ stripe })
  closing = paymentWork(service)[0] as DueWork
})
afterAll(async () => {
  await service.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.heal()
  stripe.requests.length = 0
})

const show = (order: Order, query = '') => service.call(payPath(order) + query)
const contextOf = (order: Order) => ({
  db: service.db,
  workspaceId: service.shop.workspace.id,
  agentId: order.agent_id,
  actor: system,
})

/** The customer opens the link and is led to Stripe; the id of the session. */
async function visit(order: Order): Promise<string> {
  const { status, headers } = await show(order)
  expect(status).toBe(303)
  return (headers.get('location') ?? '').split('/').at(-1) as string
}

function tell(type: string, object: unknown) {
  return service.call('/api/payments/stripe', stripe.delivery(type, object))
}

describe('opening the link', () => {
  it('leads to one session, however many open it at once and later', async () => {
    const order = await service.order()
    const replies = await Promise.all(Array.from({ length: 8 }, () => show(order)))
    replies.push(await show(order))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]))
    expect(new Set(replies.map(({ headers }) => headers.get('location'))).size).toBe(1)
    const mine = [...stripe.sessions.values()].filter(
      ({ client_reference_id }) => client_reference_id === order.id,
    )
    expect(mine).toHaveLength(1)
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'open' }])
  })

  it('a session that Stripe has ended is replaced by a new one', async () => {
    const order = await service.order()
    const first = stripe.sessions.get(await visit(order))
    if (first) first.status = 'expired'
    expect(await visit(order)).not.toBe(first?.id)
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'closed' }, { status: 'open' }])
  })

  it('while Stripe is away a kind page asks to try again, and nothing is lost', async () => {
    const order = await service.order()
    stripe.fault(/sessions$/, 500, 500)
    const page = await show(order)
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.text).toContain('Try again')
    await visit(order)
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'open' }])
    expect((await service.read(order)).status).toBe('pending_payment')
  })

  it('an answer of Stripe that was lost leaves one session', async () => {
    const order = await service.order()
    stripe.fault(/sessions$/, 'lost', 'lost')
    expect((await show(order)).status).toBe(503)
    await visit(order)
    const mine = [...stripe.sessions.values()].filter(
      ({ client_reference_id }) => client_reference_id === order.id,
    )
    expect(mine).toHaveLength(1)
  })

  it('an order that Stripe does not take says so, and blocks nothing', async () => {
    const order = await service.order({ priceSen: 50 })
    for (let i = 0; i < 2; i++) {
      const page = await show(order)
      expect([page.status, page.text.includes('cannot be paid online')]).toEqual([502, true])
    }
  })

  it('an order that is given up while Stripe is asked leads nowhere', async () => {
    const order = await service.order()
    const real = service.payments.active as PaymentProvider
    const slow: PaymentProvider = {
      ...real,
      async open(request) {
        const opened = await real.open(request)
        await cancelOrder(contextOf(order), order.id)
        await runOnce(closing)
        return opened
      },
    }
    expect(await offer(service, slow, order)).toEqual({ kind: 'settled' })
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'closed' }])
  })

  it('only Stripe takes money: the test payment is refused, cancelling works and ends the session', async () => {
    const order = await service.order()
    const session = await visit(order)
    const paid = await service.call(payPath(order), { body: { outcome: 'paid' } })
    expect([paid.status, paid.json.error]).toEqual([409, 'not a test payment'])
    const cancelled = await service.call(payPath(order), { body: { outcome: 'cancelled' } })
    expect(cancelled.json.data.status).toBe('cancelled')
    await runOnce(closing)
    expect(stripe.sessions.get(session)?.status).toBe('expired')
    expect((await show(order)).text).toContain('This order was cancelled')
  })
})

describe('coming back', () => {
  it('after paying, the page asks Stripe itself: a lost webhook does not matter', async () => {
    const order = await service.order()
    stripe.pay(await visit(order))
    const page = await show(order, '?returned=1')
    expect(page.text).toContain('Paid. Thank you!')
    expect(page.text).not.toContain('Test payment')
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid'])
    expect((await show(order)).text).toContain('Paid. Thank you!')
  })

  it('a payment that came late is found behind the dead link, too', async () => {
    const order = await service.order()
    stripe.pay(await visit(order))
    await cancelOrder(contextOf(order), order.id)
    expect((await show(order)).text).toContain('Paid. Thank you!')
    expect((await service.read(order)).status).toBe('paid')
  })

  it('an unpaid session behind a dead link leads nowhere', async () => {
    const order = await service.order()
    await visit(order)
    await service.db.run(sql`
      update orders set payment_expires_at = clock_timestamp() - interval '1 second' where id = ${order.id}`)
    const page = await show(order)
    expect([page.status, page.text.includes('has expired')]).toEqual([200, true])
  })

  it('without paying, the order is shown with the way to pay and to cancel', async () => {
    const order = await service.order()
    await visit(order)
    const page = await show(order, '?returned=1')
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<a class="button" href="${order.pay_token}">Pay RM 6.40</a>`)
    expect(page.text).toContain('Cancel this order')
  })

  it('while the bank decides, the page waits and offers no second payment', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order), { later: true })
    for (const query of ['', '?returned=1']) {
      const page = await show(order, query)
      expect(page.text).toContain('Waiting for your bank')
      expect(page.text).toContain('http-equiv="refresh"')
    }
    session.payment_status = 'paid'
    await tell('checkout.session.async_payment_succeeded', session)
    expect((await show(order)).text).toContain('Paid. Thank you!')
  })

  it('after a bank’s no, another session is opened', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order), { later: true })
    session.intentStatus = 'requires_payment_method'
    expect(await visit(order)).not.toBe(session.id)
  })
})

describe('the webhook', () => {
  it('pays the order once, however often it is told', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order))
    const delivery = stripe.delivery('checkout.session.completed', session)
    const replies = await Promise.all([1, 2, 3, 4].map(() => service.call('/api/payments/stripe', delivery)))
    replies.push(await service.call('/api/payments/stripe', delivery))
    replies.push(await tell('checkout.session.async_payment_succeeded', session))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid'])
    expect(await service.paymentsOf(order)).toMatchObject([
      { status: 'paid', charge: session.payment_intent },
    ])
    expect((await service.read(order)).attention).toBeNull()
  })

  it('a bad signature is refused and nothing happens', async () => {
    const order = await service.order()
    const { raw } = stripe.delivery('checkout.session.completed', stripe.pay(await visit(order)))
    for (const headers of [{}, { 'Stripe-Signature': 't=1,v1=abc' }]) {
      const reply = await service.call('/api/payments/stripe', { raw, headers })
      expect([reply.status, reply.json]).toEqual([400, { error: 'bad signature' }])
    }
    expect((await service.read(order)).status).toBe('pending_payment')
  })

  it('what it does not know is acknowledged: other events, other services’ sessions', async () => {
    expect((await tell('customer.created', { id: 'cus_1' })).status).toBe(200)
    const foreign = { id: 'cs_foreign', status: 'complete', payment_status: 'paid', metadata: {} }
    expect((await tell('checkout.session.completed', foreign)).status).toBe(200)
    expect((await tell('charge.refunded', { payment_intent: 'pi_foreign', refunded: true })).status).toBe(200)
  })

  it.each([{ amount: 639 }, { currency: 'idr' }])(
    'another amount or currency (%j) is not taken for paid, and is told aloud',
    async (odd) => {
      const order = await service.order()
      const session = stripe.pay(await visit(order), odd)
      expect((await tell('checkout.session.completed', session)).status).toBe(200)
      await tell('checkout.session.completed', session)
      expect(await service.read(order)).toMatchObject({
        status: 'pending_payment',
        attention: 'wrong_amount',
      })
      expect(service.logs.join('')).toContain('another amount was paid than was asked')
    },
  )

  it('a refund that fails days later alerts the team', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order))
    await tell('checkout.session.completed', session)
    await tell('charge.refunded', { payment_intent: session.payment_intent, refunded: true })
    expect((await service.read(order)).status).toBe('refunded')
    expect((await tell('refund.failed', { payment_intent: session.payment_intent })).status).toBe(200)
    expect(await service.read(order)).toMatchObject({ status: 'refunded', attention: 'refund_failed' })
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid' }])
  })

  it('money for an order that the store had called paid already alerts the team', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order))
    await service.db.run(sql`update orders set status = 'paid' where id = ${order.id}`)
    await tell('checkout.session.completed', session)
    expect(await service.read(order)).toMatchObject({ status: 'paid', attention: 'paid_twice' })
  })

  it('while the database is away it is not acknowledged, and the page is still a page', async () => {
    const connection = { host: '127.0.0.1', port: 1 }
    const db = openDb({ connection, maxConnections: 1, onTrouble: () => {} })
    const app = createServer({ log: service.log, trustProxy: false, observe: () => {} })
    mountPayments(app, { ...service, db })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const session = stripe.pay(await visit(await service.order()))
    const delivery = stripe.delivery('checkout.session.completed', session)
    expect((await request(`${url}/api/payments/stripe`, delivery)).status).toBe(503)
    const page = await request(`${url}/pay/token`)
    expect([page.status, page.text.includes('Try again')]).toEqual([503, true])
    await app.close()
    await db.close()
  })

  it('money that comes after the order was given up is taken', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order))
    await cancelOrder(contextOf(order), order.id)
    await tell('checkout.session.completed', session)
    expect((await service.read(order)).status).toBe('paid')
    expect(await service.events(order)).toEqual(['order.placed', 'order.cancelled', 'order.paid'])
  })

  it('money on top of an earlier payment is kept in the books and shown to the team', async () => {
    const order = await service.order()
    const first = stripe.sessions.get(await visit(order))
    if (!first) throw new Error('no session')
    await service.db.run(sql`update payments set status = 'closed' where reference = ${first.id}`)
    const second = stripe.pay(await visit(order))
    await tell('checkout.session.completed', second)
    await tell('checkout.session.completed', stripe.pay(first.id))
    expect(await service.read(order)).toMatchObject({ status: 'paid', attention: 'paid_twice' })
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid'])
  })

  it('money that comes after a refund is shown to the team', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order))
    await refundOrder(contextOf(order), order.id)
    await tell('checkout.session.completed', session)
    expect(await service.read(order)).toMatchObject({ status: 'refunded', attention: 'paid_after_refund' })
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid' }])
  })

  it('a refund made in Stripe’s own dashboard is recorded once', async () => {
    const order = await service.order()
    const session = stripe.pay(await visit(order))
    await tell('checkout.session.completed', session)
    const charge = { object: 'charge', payment_intent: session.payment_intent, refunded: true }
    await Promise.all([tell('charge.refunded', charge), tell('charge.refunded', charge)])
    // The news of the payment, told once more, is old news.
    await tell('checkout.session.completed', session)
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid', 'order.refunded'])
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'refunded' }])
    expect((await service.read(order)).attention).toBeNull()
  })
})

describe('a session that outlived its order', () => {
  it('is closed at Stripe', async () => {
    const order = await service.order()
    const session = await visit(order)
    await payOrder(contextOf(order), order.id, {})
    await runOnce(closing)
    expect(stripe.sessions.get(session)?.status).toBe('expired')
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'closed' }])
  })

  it('and was paid a moment before: the late payment is taken', async () => {
    const order = await service.order()
    stripe.pay(await visit(order))
    await cancelOrder(contextOf(order), order.id)
    await runOnce(closing)
    expect((await service.read(order)).status).toBe('paid')
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid' }])
    expect(await service.events(order)).toEqual(['order.placed', 'order.cancelled', 'order.paid'])
  })

  it('is left alone as long as its order waits', async () => {
    const order = await service.order()
    const session = await visit(order)
    await runOnce(closing)
    expect(stripe.sessions.get(session)?.status).toBe('open')
  })

  it('that was never given out is closed without asking anybody', async () => {
    const order = await service.order()
    stripe.fault(/sessions$/, 500, 500)
    await show(order)
    await cancelOrder(contextOf(order), order.id)
    stripe.requests.length = 0
    await runOnce(closing)
    expect(stripe.requests).toEqual([])
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'closed' }])
  })

  it('one that fails stops no other, is tried again later and not at once', async () => {
    const orders = [await service.order(), await service.order()] as const
    const sessions = [await visit(orders[0]), await visit(orders[1])] as const
    for (const order of orders) await cancelOrder(contextOf(order), order.id)
    stripe.fault(new RegExp(`${sessions[0]}/expire`), 500, 500)
    const nextMs = await runOnce(closing)
    expect(stripe.sessions.get(sessions[1])?.status).toBe('expired')
    expect(stripe.sessions.get(sessions[0])?.status).toBe('open')
    expect(nextMs).toBeGreaterThan(3_000)
    expect(nextMs).toBeLessThanOrEqual(5_000)

    stripe.requests.length = 0
    await runOnce(closing)
    expect(stripe.requests).toEqual([])
    await service.db.run(
      sql`update payments set lease_until = clock_timestamp() where order_id = ${orders[0].id}`,
    )
    await runOnce(closing)
    expect(stripe.sessions.get(sessions[0])?.status).toBe('expired')
  })

  it('any number of workers close it once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => service.order()))
    const sessions = await Promise.all(orders.map(visit))
    for (const order of orders) await cancelOrder(contextOf(order), order.id)
    stripe.requests.length = 0
    await Promise.all(Array.from({ length: 4 }, () => runOnce(paymentWork(service)[0])))
    expect(stripe.requests.map(({ path }) => path).sort()).toEqual(
      sessions.map((id) => `/v1/checkout/sessions/${id}/expire`).sort(),
    )
  })

  it('wakes when an order is settled, and sleeps otherwise', async () => {
    const listener = openListener(service.db.connection, () => {})
    let runs = 0
    const counted: DueWork = {
      ...closing,
      run: (stopping, ring) => {
        runs++
        return closing.run(stopping, ring)
      },
    }
    const order = await service.order()
    const session = await visit(order)
    const worker = await startWorker([counted], listener, service.log)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const before = runs
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(runs).toBe(before)
    await cancelOrder(contextOf(order), order.id)
    await expect.poll(() => stripe.sessions.get(session)?.status, { timeout: 5_000 }).toBe('expired')
    await worker.stop()
    await listener.close()
  })
})
