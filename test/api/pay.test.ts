import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { cancelOrder, type Order, refundOrder } from '../../src/modules/orders/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { type PayService, payPath, startPay } from '../harness/pay.ts'

let service: PayService
beforeAll(async () => {
  service = await startPay()
})
afterAll(() => service.close())

const post = (order: Order, outcome: unknown) => service.call(payPath(order), { body: { outcome } })
const form = (order: Order, raw: string) =>
  service.call(payPath(order), { raw, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })
const show = (order: Order) => service.call(payPath(order))
const contextOf = (order: Order) => ({
  db: service.db,
  workspaceId: service.shop.workspace.id,
  agentId: order.agent_id,
  actor: system,
})
const letExpire = (order: Order) =>
  service.db.run(sql`
    update orders set payment_expires_at = clock_timestamp() - interval '1 second' where id = ${order.id}`)

describe('the payment page', () => {
  it('shows the shop, the number, the lines, the total and the minutes left, marked as a test', async () => {
    const order = await service.order({ priceSen: 100 })
    const page = await show(order)
    expect(page.status).toBe(200)
    for (const text of [
      service.shop.workspace.name,
      `Order ${order.order_number}`,
      'Kopi O Ais',
      'less sugar',
      '2 ×',
      'RM 2.00</strong>',
      'Pay RM 2.00',
      'Test payment',
      'Cancel this order',
    ]) {
      expect(page.text).toContain(text)
    }
    expect(page.text).toMatch(/(29|30) minutes left to pay/)
  })

  it('is kept by nobody and leaks its address to nobody', async () => {
    const { headers } = await show(await service.order())
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'/,
    )
  })

  it('serves its own style and script', async () => {
    for (const [path, type] of [
      ['/assets/pay.css', 'text/css; charset=utf-8'],
      ['/assets/pay.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const asset = await service.call(path)
      expect([asset.status, asset.headers.get('content-type')]).toEqual([200, type])
    }
  })

  it('what people wrote is text, never markup', async () => {
    const page = await show(await service.order({ name: '<script>alert(1)</script>' }))
    expect(page.text).toContain('&lt;script&gt;alert(1)')
    expect(page.text).not.toContain('<script>alert')
  })

  it('says what became of the order in each state', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => service.order()))
    const [paid, cancelled, expired, refunded] = orders as [Order, Order, Order, Order]
    await post(paid, 'paid')
    await post(cancelled, 'cancelled')
    await letExpire(expired)
    await post(refunded, 'paid')
    await refundOrder(contextOf(refunded), refunded.id)
    for (const [order, words] of [
      [paid, ['Paid. Thank you!', 'Keep this number', paid.order_number, 'What happens next']],
      [cancelled, ['This order was cancelled']],
      [expired, ['has expired', 'Nothing was charged', 'talk to']],
      [refunded, ['This order was refunded']],
    ] as const) {
      const page = await show(order)
      expect(page.status).toBe(200)
      for (const word of words) expect(page.text).toContain(word)
      expect(page.text).not.toContain('value="paid"')
    }
  })

  it('an unknown link is a kind 404, whatever it looks like', async () => {
    for (const token of ['nothing', '%00', 'a'.repeat(5_000), '%F0%9F%98%80', "'--"]) {
      const page = await service.call(`/pay/${token}`)
      expect([page.status, token]).toEqual([404, token])
      expect(page.text).toContain('We do not know this payment link')
    }
  })
})

describe('paying for a test', () => {
  it('by machine: paid twice, also at once, is paid once', async () => {
    const order = await service.order()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => post(order, 'paid')))
    replies.push(await post(order, 'paid'))
    for (const reply of replies) {
      expect([reply.status, reply.text]).toEqual([
        200,
        JSON.stringify({ data: { order_number: order.order_number, status: 'paid' } }),
      ])
    }
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid'])
    expect(await service.paymentsOf(order)).toMatchObject([{ status: 'paid', provider: 'sandbox' }])
  })

  it('from the page: a form, and back to the page', async () => {
    const order = await service.order()
    const reply = await form(order, 'outcome=paid')
    expect([reply.status, reply.headers.get('location')]).toEqual([303, order.pay_token])
    expect((await service.read(order)).status).toBe('paid')
    expect((await form(order, 'outcome=cancelled')).status).toBe(303)
    expect((await service.read(order)).status).toBe('paid')
  })

  it('after the window it is refused, although no worker has come round yet', async () => {
    const order = await service.order()
    await letExpire(order)
    for (const outcome of ['paid', 'cancelled']) {
      const reply = await post(order, outcome)
      expect([reply.status, reply.json]).toEqual([409, { error: 'expired', message: expect.any(String) }])
    }
    expect((await form(order, 'outcome=paid')).status).toBe(303)
    expect((await service.read(order)).status).toBe('pending_payment')
    expect(await service.paymentsOf(order)).toEqual([])
  })

  it('the database’s clock decides, not the one of the page', async () => {
    const slow = await startPay({ now: () => Date.now() - 3_600_000 })
    const order = await slow.order()
    await slow.db.run(sql`
      update orders set payment_expires_at = clock_timestamp() - interval '1 second' where id = ${order.id}`)
    const reply = await slow.call(payPath(order), { body: { outcome: 'paid' } })
    expect([reply.status, reply.json?.error]).toEqual([409, 'expired'])
    expect(await slow.events(order)).toEqual(['order.placed'])
    await slow.close()
  })

  it('an order that is cancelled, refunded or paid says so', async () => {
    const cancelled = await service.order()
    await cancelOrder(contextOf(cancelled), cancelled.id)
    expect([(await post(cancelled, 'paid')).status, (await post(cancelled, 'paid')).json.error]).toEqual([
      409,
      'cancelled',
    ])
    const paid = await service.order()
    await post(paid, 'paid')
    expect((await post(paid, 'cancelled')).json).toMatchObject({ error: 'paid', message: expect.any(String) })
    await refundOrder(contextOf(paid), paid.id)
    expect((await post(paid, 'paid')).json).toMatchObject({ error: 'refunded' })
  })

  it('a customer’s cancelling frees the stock, once', async () => {
    const order = await service.order()
    for (let i = 0; i < 2; i++) {
      expect((await post(order, 'cancelled')).json).toEqual({
        data: { order_number: order.order_number, status: 'cancelled' },
      })
    }
    expect(await service.events(order)).toEqual(['order.placed', 'order.cancelled'])
  })

  it('paying and cancelling at once has one outcome', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await service.order()
      const replies = await Promise.all([post(order, 'paid'), post(order, 'cancelled')])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await service.events(order)).toHaveLength(2)
    }
  })

  it('a bad body is refused before anything is looked for', async () => {
    const order = await service.order()
    for (const body of [{}, { outcome: 'free' }, { outcome: 1 }]) {
      const reply = await service.call(payPath(order), { body })
      expect([reply.status, reply.json.error]).toEqual([400, 'invalid body'])
      expect(reply.json.details).toMatchObject([{ path: 'outcome' }])
    }
    expect((await service.call('/pay/nothing', { body: {} })).status).toBe(400)
    expect((await service.call(payPath(order), { method: 'POST' })).status).toBe(400)
    expect((await form(order, 'x=1')).status).toBe(400)
    const xml = { raw: '<a/>', headers: { 'Content-Type': 'text/xml' } }
    expect((await service.call(payPath(order), xml)).status).toBe(415)
  })

  it('an unknown link is a 404', async () => {
    const reply = await service.call('/pay/nothing', { body: { outcome: 'paid' } })
    expect([reply.status, reply.text]).toEqual([404, '{"error":"not found"}'])
  })
})

describe('with payments off', () => {
  it('an old link shows the order and takes no payment', async () => {
    const off = await startPay({ env: { ICEBOT_PAYMENTS: 'none' } })
    const order = await off.order()
    const page = await off.call(payPath(order))
    expect(page.text).toContain('does not take payments online')
    expect(page.text).not.toContain('value="paid"')
    expect((await off.call(payPath(order), { body: { outcome: 'paid' } })).json.error).toBe(
      'payments are off',
    )
    expect((await off.call('/api/payments/stripe', { body: {} })).status).toBe(404)
    await off.close()
  })
})
