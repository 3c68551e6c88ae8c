import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeStripe, startStripe } from '../../../test/harness/stripe.ts'
import { newId } from '../../lib/ids.ts'
import { createSandbox, createStripe, type PaymentProvider, type PaymentRequest } from './index.ts'

/** A provider and a charge that a customer has paid with it. */
interface Bench {
  provider: PaymentProvider
  charge(): Promise<string>
}

describe('the sandbox', () => {
  conforms(async () => ({ provider: createSandbox(), charge: async () => 'sandbox_charge' }))
})

describe('Stripe', () => {
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startStripe()
  })
  afterAll(() => stripe.close())
  conforms(async () => {
    const { url, secretKey, webhookSecret } = stripe
    const provider = createStripe({ url, secretKey, webhookSecret })
    return {
      provider,
      async charge() {
        const opened = await provider.open(request())
        if (opened.outcome !== 'open') throw new Error(opened.reason)
        return stripe.pay(opened.reference).payment_intent as string
      },
    }
  })
})

function conforms(open: () => Promise<Bench>): void {
  let bench: Bench
  beforeAll(async () => {
    bench = await open()
  })

  it('opens a session with an address', async () => {
    const opened = await bench.provider.open(request())
    expect(opened).toMatchObject({ outcome: 'open', reference: expect.any(String) })
    expect(opened.outcome === 'open' && URL.canParse(opened.url)).toBe(true)
  })

  it('opens one session for one payment id, however often and at once it is asked', async () => {
    const asked = request()
    const opened = await Promise.all([1, 2, 3, 4].map(() => bench.provider.open(asked)))
    opened.push(await bench.provider.open(asked))
    expect(new Set(opened.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  it('opens another session for another payment id', async () => {
    const [first, second] = [await bench.provider.open(request()), await bench.provider.open(request())]
    expect(first.outcome === 'open' && second.outcome === 'open' && first.reference).not.toBe(
      second.outcome === 'open' && second.reference,
    )
  })

  it('tells a session that is open, and gives our own id back', async () => {
    const asked = request()
    const opened = await bench.provider.open(asked)
    if (opened.outcome !== 'open') throw new Error(opened.reason)
    expect(await bench.provider.lookUp(opened.reference)).toMatchObject({
      reference: opened.reference,
      state: 'open',
      paymentId: asked.paymentId,
      currency: 'MYR',
    })
  })

  it('closes a session, and closing it again leaves it closed', async () => {
    const opened = await bench.provider.open(request())
    if (opened.outcome !== 'open') throw new Error(opened.reason)
    for (let i = 0; i < 2; i++) {
      expect(await bench.provider.close(opened.reference)).toMatchObject({ state: 'closed' })
    }
  })

  it('does not know a session that is not its own, and does not fall over it', async () => {
    expect(await bench.provider.lookUp('cs_unknown')).toBeUndefined()
    expect(await bench.provider.close('cs_unknown')).toBeUndefined()
  })

  it('returns money, and money that went back already has gone back', async () => {
    const charge = await bench.charge()
    const payment = { paymentId: newId(), charge }
    expect(await bench.provider.refund(payment)).toEqual({ outcome: 'refunded' })
    expect(await bench.provider.refund(payment)).toEqual({ outcome: 'refunded' })
  })

  it('believes nothing that it did not sign', async () => {
    const body = Buffer.from('{"type":"checkout.session.completed"}')
    for (const headers of [{}, { 'stripe-signature': '' }, { 'stripe-signature': 't=1,v1=00' }]) {
      expect(await bench.provider.readWebhook(body, headers)).toBeUndefined()
    }
  })
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
