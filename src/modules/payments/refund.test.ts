import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runOnce } from '../../../test/harness/due.ts'
import { type PayService, payPath, startPay } from '../../../test/harness/pay.ts'
import { type FakeStripe, startStripe } from '../../../test/harness/stripe.ts'
import { readConfig } from '../../config.ts'
import { newId } from '../../lib/ids.ts'
import { sql } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import type { HttpError } from '../../platform/http/index.ts'
import { cancelOrder, markHandled, type Order, payOrder, refundOrder } from '../orders/index.ts'
import { createPayments, paymentWork, refundPayment } from './index.ts'

let stripe: FakeStripe
let service: PayService
let finishing: DueWork

beforeAll(async () => {
  stripe = await startStripe()
  service = await startPay({ stripe })
  finishing = paymentWork(service)[1] as DueWork
})
afterAll(async () => {
  await service.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.heal()
  stripe.declineRefunds(undefined)
  stripe.refunds.length = 0
})

const contextOf = (order: Order) => ({
  db: service.db,
  workspaceId: service.shop.workspace.id,
  agentId: order.agent_id,
  actor: { kind: 'user', id: service.shop.owner.id } as const,
})
const refund = (order: Order) => refundPayment(service, contextOf(order), order.id)
const refused = (order: Order) =>
  refund(order).then(
    () => {
      throw new Error('it was refunded')
    },
    (error: HttpError) => ({ status: error.status, ...error.body }),
  )
const leaseOver = (order: Order) =>
  service.db.run(sql`update payments set lease_until = clock_timestamp() where order_id = ${order.id}`)

async function paidOrder(): Promise<Order> {
  const order = await service.order()
  await payAgain(order)
  return service.read(order)
}

async function payAgain(order: Order): Promise<void> {
  const { headers } = await service.call(payPath(order))
  const session = stripe.pay((headers.get('location') ?? '').split('/').at(-1) as string)
  await service.call('/api/payments/stripe', stripe.delivery('checkout.session.completed', session))
}

describe('a refund', () => {
  it('returns the money and records it, once', async () => {
    const order = await paidOrder()
    expect(await refund(order)).toMatchObject({ changed: true, order: { status: 'refunded' } })
    expect(await refund(order)).toMatchObject({ changed: false, order: { status: 'refunded' } })
    expect(stripe.refunds).toHaveLength(1)
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'refunded' }])
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid', 'order.refunded'])
  })

  it('asked for by several at once, the money goes back once', async () => {
    const order = await paidOrder()
    const results = await Promise.allSettled([refund(order), refund(order), refund(order)])
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    expect(stripe.refunds).toHaveLength(1)
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid', 'order.refunded'])
  })

  it('that is declined leaves everything as it was, and can be asked for again', async () => {
    const order = await paidOrder()
    stripe.declineRefunds('insufficient_funds')
    expect(await refused(order)).toMatchObject({ status: 502, error: 'refund_declined' })
    expect(await service.read(order)).toEqual(order)
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid' }])
    stripe.declineRefunds(undefined)
    expect(await refund(order)).toMatchObject({ changed: true })
  })

  it('of which nobody knows whether it arrived is finished by itself, once', async () => {
    const order = await paidOrder()
    stripe.fault(/refunds$/, 'lost', 'lost')
    expect(await refused(order)).toMatchObject({ status: 502, error: 'refund_unknown' })
    expect((await service.read(order)).status).toBe('paid')
    expect(await refused(order)).toMatchObject({ status: 409, error: 'refund under way' })
    await leaseOver(order)
    await runOnce(finishing)
    expect((await service.read(order)).status).toBe('refunded')
    expect(stripe.refunds).toHaveLength(1)
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid', 'order.refunded'])
  })

  it.each(['before the provider was asked', 'after the provider had paid'])(
    'whose process was killed %s is finished by one of any number of workers',
    async (moment) => {
      const order = await paidOrder()
      const [payment] = await service.paymentsOf(order)
      if (!payment?.charge) throw new Error('no charge')
      await service.db.run(sql`
      update payments set status = 'refunding', lease_until = clock_timestamp() + interval '1 minute' where id = ${payment.id}`)
      if (moment.startsWith('after')) stripe.refunds.push(payment.charge)

      await runOnce(finishing)
      expect((await service.read(order)).status).toBe('paid')
      await leaseOver(order)
      await Promise.all(Array.from({ length: 4 }, () => runOnce(paymentWork(service)[1])))
      expect((await service.read(order)).status).toBe('refunded')
      expect(stripe.refunds).toEqual([payment.charge])
      expect(await service.events(order)).toEqual(['order.placed', 'order.paid', 'order.refunded'])
    },
  )

  it('that the provider declines when it is finished later leaves the order paid and alerts the team', async () => {
    const order = await paidOrder()
    stripe.fault(/refunds$/, 500, 500)
    await refused(order)
    await leaseOver(order)
    stripe.declineRefunds('insufficient_funds')
    await runOnce(finishing)
    expect(await service.read(order)).toMatchObject({ status: 'paid', attention: 'refund_failed' })
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid' }])
  })

  it('of an order that was paid twice returns both', async () => {
    const order = await service.order()
    const { headers } = await service.call(payPath(order))
    const first = (headers.get('location') ?? '').split('/').at(-1) as string
    await service.db.run(sql`update payments set status = 'closed' where reference = ${first}`)
    await payAgain(order)
    await service.call(
      '/api/payments/stripe',
      stripe.delivery('checkout.session.completed', stripe.pay(first)),
    )
    expect(await refund(order)).toMatchObject({
      changed: true,
      order: { status: 'refunded', attention: null },
    })
    expect(stripe.refunds).toHaveLength(2)
  })

  it('of an order that was cancelled after it was paid returns the money', async () => {
    const order = await paidOrder()
    await cancelOrder(contextOf(order), order.id)
    expect(await refund(order)).toMatchObject({ changed: true, order: { status: 'refunded' } })
    expect(stripe.refunds).toHaveLength(1)
  })

  it('of an order that the store has refunded in its own way moves nothing', async () => {
    const order = await paidOrder()
    await refundOrder(contextOf(order), order.id)
    expect(await refund(order)).toMatchObject({ changed: false, order: { status: 'refunded' } })
    expect(stripe.refunds).toEqual([])
  })

  it.each([false, true])(
    'of money that came after a refund returns that alone (seen by the team before: %s)',
    async (handled) => {
      const order = await service.order()
      const paid = (id: string) =>
        service.db.run(sql`
          insert into payments (agent_id, id, order_id, provider, charge, amount_sen, status, paid_at)
          values (${order.agent_id}, ${id}, ${order.id}, 'sandbox', ${`sandbox_${id}`}, 640, 'paid', clock_timestamp())`)
      const [before, after] = [newId(), newId()]
      await paid(before)
      await new Promise((resolve) => setTimeout(resolve, 5))
      await refundOrder(contextOf(order), order.id)
      await new Promise((resolve) => setTimeout(resolve, 5))
      await paid(after)
      await payOrder(contextOf(order), order.id, {})
      expect((await service.read(order)).attention).toBe('paid_after_refund')
      if (handled) await markHandled(contextOf(order), order.id)
      await refund(order)
      const statuses = Object.fromEntries(
        (await service.paymentsOf(order)).map(({ id, status }) => [id, status]),
      )
      expect(statuses).toEqual({ [before]: 'paid', [after]: 'refunded' })
      expect(await service.read(order)).toMatchObject({ status: 'refunded', attention: null })
    },
  )

  it('that is under way is recorded by whoever began it, not by the word of the provider', async () => {
    const order = await paidOrder()
    stripe.fault(/refunds$/, 'lost', 'lost')
    await refused(order)
    const [payment] = await service.paymentsOf(order)
    const charge = { object: 'charge', payment_intent: payment?.charge, refunded: true }
    await service.call('/api/payments/stripe', stripe.delivery('charge.refunded', charge))
    expect((await service.read(order)).status).toBe('paid')
    await leaseOver(order)
    await runOnce(finishing)
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid', 'order.refunded'])
  })

  it('of an order whose money never passed through us is only recorded', async () => {
    const order = await service.order()
    await payOrder(contextOf(order), order.id, {})
    expect(await refund(order)).toMatchObject({ changed: true, order: { status: 'refunded' } })
    expect(stripe.refunds).toEqual([])
  })

  it('of an order that nobody paid is refused', async () => {
    const order = await service.order()
    const sentence = (status: string) => ({
      status: 409,
      error: `order cannot move from ${status} to refunded`,
    })
    expect(await refused(order)).toMatchObject(sentence('pending_payment'))
    await cancelOrder(contextOf(order), order.id)
    expect(await refused(order)).toMatchObject(sentence('cancelled'))
  })

  it('of a test payment always succeeds, also when Stripe takes the money now', async () => {
    const order = await service.order()
    await payOrder(contextOf(order), order.id, {})
    await service.db.run(sql`
      insert into payments (agent_id, id, order_id, provider, charge, amount_sen, status)
      values (${order.agent_id}, ${order.id}, ${order.id}, 'sandbox', 'sandbox_1', 640, 'paid')`)
    expect(await refund(order)).toMatchObject({ changed: true })
    expect(stripe.refunds).toEqual([])
  })

  it('of a payment whose provider is no longer set up says so', async () => {
    const order = await paidOrder()
    const payments = createPayments(readConfig({}))
    await expect(
      refundPayment({ payments, log: service.log }, contextOf(order), order.id),
    ).rejects.toMatchObject({
      body: { error: 'refund_declined', message: expect.stringContaining('not set up') },
    })
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid' }])
  })
})
