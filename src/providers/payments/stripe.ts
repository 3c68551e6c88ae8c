import type Stripe from 'stripe'
import { newId } from '../../lib/ids.ts'
import { CURRENCY, type PaymentProvider, type PaymentRequest, type Refunded, type Session } from './port.ts'
import { eventOf, sessionOf } from './stripe-shapes.ts'

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  url: string
  timeoutMs?: number
  /** How often a request that got no answer is sent again, under the same idempotency key. */
  retries?: number
}

const TIMEOUT_MS = 8_000
const RETRIES = 1
const METHODS = ['card', 'fpx', 'grabpay']

/** Stripe Checkout: its own page takes card, FPX and GrabPay; Stripe pins the version of its API in the package. */
export function createStripe(options: StripeOptions): PaymentProvider {
  let loading: Promise<Stripe> | undefined
  const client = () => {
    loading ??= load(options)
    return loading
  }

  async function lookUp(reference: string): Promise<Session | undefined> {
    const { checkout } = await client()
    const found = await known(checkout.sessions.retrieve(reference, { expand: ['payment_intent'] }))
    return found && sessionOf(found)
  }

  return {
    name: 'stripe',
    hosted: true,
    lookUp,

    async open(request) {
      const { checkout } = await client()
      try {
        const session = await checkout.sessions.create(sessionParams(request), {
          idempotencyKey: `open-${request.paymentId}`,
        })
        if (!session.url) throw new Error('Stripe opened a session without an address')
        return { outcome: 'open', reference: session.id, url: session.url }
      } catch (error) {
        if (!isRefusal(error)) throw error
        return { outcome: 'refused', reason: reasonOf(error) }
      }
    },

    async close(reference) {
      const { checkout } = await client()
      try {
        const closed = await known(checkout.sessions.expire(reference))
        return closed && sessionOf(closed)
      } catch (error) {
        if (!isRefusal(error)) throw error
        // Only an open session can be ended: what became of this one, Stripe itself has to say.
        return lookUp(reference)
      }
    },

    async refund({ paymentId, charge }) {
      const { refunds } = await client()
      try {
        const refund = await refunds.create(
          { payment_intent: charge, metadata: { payment_id: paymentId } },
          // New for each attempt: Stripe replays a refusal under its old key, and returns no money twice anyway.
          { idempotencyKey: `refund-${paymentId}-${newId()}` },
        )
        return refundedOf(refund.status, refund.failure_reason)
      } catch (error) {
        if (!isRefusal(error)) throw error
        if (error.code === 'charge_already_refunded') return { outcome: 'refunded' }
        return { outcome: 'declined', reason: reasonOf(error) }
      }
    },

    async readWebhook(body, headers) {
      const event = signedEvent(await client(), body, headers['stripe-signature'], options.webhookSecret)
      return event && eventOf(event)
    },
  }
}

/** Loaded on demand: a service with another provider pays nothing for the package. */
async function load({ secretKey, url, timeoutMs, retries }: StripeOptions): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const { hostname, port, protocol } = new URL(url)
  const secure = protocol === 'https:'
  return new Client(secretKey, {
    host: hostname,
    port: port || (secure ? 443 : 80),
    protocol: secure ? 'https' : 'http',
    timeout: timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: retries ?? RETRIES,
    telemetry: false,
  })
}

/** Over the very bytes that came, and not older than five minutes. */
function signedEvent(
  { webhooks }: Stripe,
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Stripe.Event | undefined {
  try {
    return webhooks.constructEvent(body, String(signature ?? ''), secret)
  } catch {
    return undefined
  }
}

/** The longest Stripe takes, and leaves to us to shorten: an order's own window may be shorter or longer. */
function sessionParams(request: PaymentRequest): Stripe.Checkout.SessionCreateParams {
  const { paymentId, agentId, orderId, orderNumber, returnUrl } = request
  const metadata = { agent_id: agentId, order_id: orderId, order_number: orderNumber, payment_id: paymentId }
  return {
    mode: 'payment',
    allowed_payment_method_types: METHODS,
    // Shown and taken in ringgit, whatever the customer's card is in: what comes must be what was asked.
    adaptive_pricing: { enabled: false },
    line_items: lineItems(request),
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata, description: `Order ${orderNumber}` },
    success_url: `${returnUrl}?returned=1`,
    cancel_url: `${returnUrl}?returned=1`,
  }
}

const MOST_LINES = 100
const LONGEST_NAME = 250

/** Line by line where that adds up to the order's total and fits, else as one line: the total is what counts. */
function lineItems({ lines, totalSen, orderNumber }: PaymentRequest) {
  const sum = lines.reduce((total, { quantity, unitPriceSen }) => total + quantity * unitPriceSen, 0)
  const shown =
    sum === totalSen && lines.length <= MOST_LINES
      ? lines
      : [{ name: `Order ${orderNumber}`, quantity: 1, unitPriceSen: totalSen }]
  return shown.map(({ name, quantity, unitPriceSen }) => ({
    quantity,
    price_data: {
      currency: CURRENCY.toLowerCase(),
      unit_amount: unitPriceSen,
      product_data: { name: [...name].slice(0, LONGEST_NAME).join('') || '–' },
    },
  }))
}

/** Pending and waiting for the customer's bank details are on their way: Stripe tells when one fails later. */
function refundedOf(status: string | null, failure: string | undefined): Refunded {
  if (status !== 'failed' && status !== 'canceled') return { outcome: 'refunded' }
  return { outcome: 'declined', reason: failure ?? `Stripe answered ${status}` }
}

async function known<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer
  } catch (error) {
    if ((error as Stripe.errors.StripeError).code === 'resource_missing') return undefined
    throw error
  }
}

const REFUSALS = ['StripeInvalidRequestError', 'StripeCardError']

/** Stripe understood and said no. A wrong key, a full line or a broken connection are not a no. */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && REFUSALS.includes((error as Stripe.errors.StripeError).type)
}

function reasonOf(error: Stripe.errors.StripeError): string {
  return error.code ? `${error.code}: ${error.message}` : error.message
}
