import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeStripe, startStripe } from '../../../test/harness/stripe.ts'
import { newId } from '../../lib/ids.ts'
import { createStripe, type PaymentProvider, type PaymentRequest } from './index.ts'

let stripe: FakeStripe
let provider: PaymentProvider
beforeAll(async () => {
  stripe = await startStripe()
  const { url, secretKey, webhookSecret } = stripe
  provider = createStripe({ url, secretKey, webhookSecret, timeoutMs: 300, retries: 1 })
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.heal()
  stripe.declineRefunds(undefined)
  stripe.requests.length = 0
})

describe('opening', () => {
  it('asks for the lines in ringgit by card, FPX or GrabPay, and names our order', async () => {
    const asked = request()
    await provider.open(asked)
    const [seen] = stripe.requests
    expect(seen?.idempotencyKey).toBe(`open-${asked.paymentId}`)
    expect(seen?.form).toEqual({
      mode: 'payment',
      'allowed_payment_method_types[0]': 'card',
      'allowed_payment_method_types[1]': 'fpx',
      'allowed_payment_method_types[2]': 'grabpay',
      'adaptive_pricing[enabled]': 'false',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'myr',
      'line_items[0][price_data][unit_amount]': '320',
      'line_items[0][price_data][product_data][name]': 'Kopi O Ais',
      client_reference_id: asked.orderId,
      'metadata[agent_id]': asked.agentId,
      'metadata[order_id]': asked.orderId,
      'metadata[order_number]': 'K7M2',
      'metadata[payment_id]': asked.paymentId,
      'payment_intent_data[metadata][agent_id]': asked.agentId,
      'payment_intent_data[metadata][order_id]': asked.orderId,
      'payment_intent_data[metadata][order_number]': 'K7M2',
      'payment_intent_data[metadata][payment_id]': asked.paymentId,
      'payment_intent_data[description]': 'Order K7M2',
      success_url: 'https://shop.example.com/pay/token?returned=1',
      cancel_url: 'https://shop.example.com/pay/token?returned=1',
    })
  })

  it('asks for the total in one line where the lines are too many or do not add up', async () => {
    const many = Array.from({ length: 101 }, () => ({ name: 'Roti', quantity: 1, unitPriceSen: 10 }))
    for (const [lines, totalSen] of [
      [many, 1010],
      [request().lines, 999],
    ] as const) {
      const opened = await provider.open({ ...request(), lines: [...lines], totalSen })
      expect(opened.outcome).toBe('open')
      const seen = stripe.requests.at(-1)
      expect(seen?.form['line_items[0][price_data][unit_amount]']).toBe(String(totalSen))
      expect(seen?.form['line_items[0][price_data][product_data][name]']).toBe('Order K7M2')
      expect(seen?.form['line_items[1][quantity]']).toBeUndefined()
    }
  })

  it('an amount that Stripe does not take is a value, not an exception', async () => {
    const opened = await provider.open({
      ...request(),
      totalSen: 100,
      lines: [{ name: 'Teh', quantity: 1, unitPriceSen: 100 }],
    })
    expect(opened).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('amount_too_small') })
  })

  it.each(['reset', 'timeout', 'lost', 500] as const)(
    'after one fault (%s) it is sent again under the same key and opens one session',
    async (fault) => {
      const before = stripe.sessions.size
      stripe.fault(/sessions$/, fault)
      expect((await provider.open(request())).outcome).toBe('open')
      const keys = stripe.requests.map(({ idempotencyKey }) => idempotencyKey)
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
      expect(stripe.sessions.size).toBe(before + 1)
    },
  )

  it.each(['timeout', 'reset', 500] as const)(
    'a provider that stays away (%s) is an exception',
    async (fault) => {
      stripe.fault(/sessions$/, fault, fault, fault)
      await expect(provider.open(request())).rejects.toThrow()
    },
  )

  it('a wrong key is an exception: it says nothing about the order', async () => {
    const { url, webhookSecret } = stripe
    const stranger = createStripe({ url, webhookSecret, secretKey: 'sk_test_wrong', retries: 0 })
    await expect(stranger.open(request())).rejects.toThrow('Invalid API Key')
    await expect(stranger.refund({ paymentId: newId(), charge: 'pi_1' })).rejects.toThrow('Invalid API Key')
  })
})

describe('looking up and closing', () => {
  it('closing a session that was paid a moment before tells that it was paid, and with what', async () => {
    const reference = await open()
    stripe.pay(reference)
    expect(await provider.close(reference)).toMatchObject({
      state: 'paid',
      amountSen: 640,
      currency: 'MYR',
      charge: `pi_${reference}`,
    })
  })

  it('a payment the bank has not decided on is neither paid nor closed', async () => {
    const reference = await open()
    const session = stripe.pay(reference, { later: true })
    expect(await provider.close(reference)).toMatchObject({ state: 'processing' })
    session.intentStatus = 'requires_payment_method'
    expect(await provider.lookUp(reference)).toMatchObject({ state: 'closed' })
  })

  it('a provider that stays away is an exception', async () => {
    const reference = await open()
    stripe.fault(/expire$/, 500, 500)
    await expect(provider.close(reference)).rejects.toThrow()
    stripe.fault(/cs_test/, 'reset', 'reset')
    await expect(provider.lookUp(reference)).rejects.toThrow()
    expect(stripe.sessions.get(reference)?.status).toBe('open')
  })
})

describe('refunds', () => {
  it('a refusal is a value, and is asked anew the next time', async () => {
    const reference = await open()
    const charge = stripe.pay(reference).payment_intent as string
    const payment = { paymentId: newId(), charge }
    stripe.declineRefunds('insufficient_funds')
    expect(await provider.refund(payment)).toMatchObject({
      outcome: 'declined',
      reason: expect.stringContaining('insufficient_funds'),
    })
    stripe.declineRefunds(undefined)
    expect(await provider.refund(payment)).toEqual({ outcome: 'refunded' })
    expect(stripe.refunds.filter((one) => one === charge)).toHaveLength(1)
  })

  it('a refund whose answer was lost is not made twice', async () => {
    const reference = await open()
    const charge = stripe.pay(reference).payment_intent as string
    stripe.fault(/refunds$/, 'lost')
    expect(await provider.refund({ paymentId: newId(), charge })).toEqual({ outcome: 'refunded' })
    expect(stripe.refunds.filter((one) => one === charge)).toHaveLength(1)
  })
})

describe('what Stripe posts', () => {
  const hear = (type: string, object: unknown) => {
    const { raw, headers } = stripe.delivery(type, object)
    const lower = { 'stripe-signature': headers['Stripe-Signature'] }
    return provider.readWebhook(Buffer.from(raw), lower)
  }

  it('a completed session is paid when it is paid, and processing when the bank decides later', async () => {
    const paid = stripe.pay(await open())
    expect(await hear('checkout.session.completed', paid)).toMatchObject({
      kind: 'session',
      session: { reference: paid.id, state: 'paid', charge: paid.payment_intent },
    })
    const later = stripe.pay(await open(), { later: true })
    expect(await hear('checkout.session.completed', later)).toMatchObject({
      session: { state: 'processing' },
    })
    expect(await hear('checkout.session.async_payment_failed', later)).toMatchObject({
      session: { state: 'closed' },
    })
    expect(
      await hear('checkout.session.async_payment_succeeded', { ...later, payment_status: 'paid' }),
    ).toMatchObject({ session: { state: 'paid' } })
  })

  it('only a whole refund counts', async () => {
    const charge = { object: 'charge', payment_intent: 'pi_1', refunded: true }
    expect(await hear('charge.refunded', charge)).toEqual({ kind: 'refunded', charge: 'pi_1' })
    expect(await hear('charge.refunded', { ...charge, refunded: false })).toMatchObject({ kind: 'other' })
  })

  it('what we do not know is heard and left', async () => {
    expect(await hear('customer.created', {})).toEqual({ kind: 'other', type: 'customer.created' })
  })

  it('one changed byte, or an hour too late, and it is not believed', async () => {
    const { raw, headers } = stripe.delivery('checkout.session.completed', { amount_total: 640 })
    const lower = { 'stripe-signature': headers['Stripe-Signature'] }
    expect(await provider.readWebhook(Buffer.from(raw.replace('640', '641')), lower)).toBeUndefined()
    const { webhooks } = new (await import('stripe')).default('sk_test_x')
    const timestamp = Math.floor(Date.now() / 1000) - 3600
    const old = webhooks.generateTestHeaderString({ payload: raw, secret: stripe.webhookSecret, timestamp })
    expect(await provider.readWebhook(Buffer.from(raw), { 'stripe-signature': old })).toBeUndefined()
  })
})

async function open(): Promise<string> {
  const opened = await provider.open(request())
  if (opened.outcome !== 'open') throw new Error(opened.reason)
  return opened.reference
}

function request(): PaymentRequest {
  return {
    paymentId: newId(),
    agentId: newId(),
    orderId: newId(),
    orderNumber: 'K7M2',
    lines: [{ name: 'Kopi O Ais', quantity: 2, unitPriceSen: 320 }],
    totalSen: 640,
    returnUrl: 'https://shop.example.com/pay/token',
  }
}
