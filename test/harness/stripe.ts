import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/** How the next matching request goes wrong. `lost`: it is done, but its answer never arrives. */
export type Fault = 'timeout' | 'reset' | 'lost' | 500 | 429

export interface SeenRequest {
  method: string
  path: string
  form: Record<string, string>
  idempotencyKey: string | undefined
  authorization: string | undefined
}

interface FakeSession {
  id: string
  object: 'checkout.session'
  url: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  intentStatus: string
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

export interface FakeStripe {
  url: string
  secretKey: string
  webhookSecret: string
  requests: SeenRequest[]
  sessions: Map<string, FakeSession>
  /** Payment intents whose money went back. */
  refunds: string[]
  /** The next requests whose path matches go wrong in these ways, in this order. */
  fault(path: RegExp, ...faults: Fault[]): void
  /** Takes every fault back. */
  heal(): void
  /** Why refunds are refused from now on; undefined: they are not. */
  declineRefunds(code: string | undefined): void
  /** A customer pays; with `later` the bank decides later. */
  pay(id: string, how?: { amount?: number; currency?: string; later?: boolean }): FakeSession
  /** A signed delivery: what would be posted to us. */
  delivery(type: string, object: unknown): { raw: string; headers: Record<string, string> }
  close(): Promise<void>
}

/** Speaks as much of Stripe's API as we use: form-encoded requests, its error bodies, idempotency. */
export async function startStripe(): Promise<FakeStripe> {
  const secretKey = 'sk_test_harness'
  const webhookSecret = 'whsec_harness'
  const sessions = new Map<string, FakeSession>()
  const requests: SeenRequest[] = []
  const refunds: string[] = []
  const answered = new Map<string, { request: string; answer: Answer }>()
  let faults: { path: RegExp; fault: Fault }[] = []
  let declined: string | undefined
  const { webhooks } = new Stripe(secretKey)

  const server = createServer(async (request, response) => {
    const seen = await read(request)
    requests.push(seen)
    const index = faults.findIndex(({ path }) => path.test(seen.path))
    const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
    if (fault === 'timeout') return
    if (fault === 'reset') return void request.socket.destroy()
    if (fault === 500) return send(response, { status: 500, body: errorBody('api_error', 'Oh dear.') })
    if (fault === 429)
      return send(response, { status: 429, body: errorBody('invalid_request_error', 'Slow.', 'rate_limit') })
    const answer = once(seen)
    if (fault === 'lost') return void request.socket.destroy()
    send(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function once(seen: SeenRequest): Answer {
    if (seen.authorization !== `Bearer ${secretKey}`) {
      return { status: 401, body: errorBody('invalid_request_error', 'Invalid API Key provided.') }
    }
    const key = seen.method === 'POST' ? seen.idempotencyKey : undefined
    if (key === undefined) return handle(seen)
    const request = JSON.stringify([seen.path, seen.form])
    const before = answered.get(key)
    if (before && before.request !== request) {
      return {
        status: 400,
        body: errorBody('idempotency_error', 'Keys can only be used with the same parameters.'),
      }
    }
    if (before) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } }
    const answer = handle(seen)
    answered.set(key, { request, answer })
    return answer
  }

  function handle({ method, path, form }: SeenRequest): Answer {
    if (method === 'POST' && path === '/v1/checkout/sessions') return create(form)
    if (method === 'POST' && path === '/v1/refunds') return refund(form)
    const [, id = '', verb] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const session = sessions.get(id)
    if (!session) {
      return {
        status: 404,
        body: errorBody('invalid_request_error', `No such checkout.session: ${id}`, 'resource_missing'),
      }
    }
    if (method === 'GET' && verb === undefined)
      return { status: 200, body: shown(session, form['expand[0]']) }
    if (verb !== 'expire')
      return { status: 404, body: errorBody('invalid_request_error', 'Unrecognized request URL.') }
    if (session.status !== 'open') {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
      return { status: 400, body: errorBody('invalid_request_error', message) }
    }
    session.status = 'expired'
    return { status: 200, body: shown(session) }
  }

  function create(form: Record<string, string>): Answer {
    const amount = Object.keys(form)
      .filter((name) => name.endsWith('[quantity]'))
      .reduce((sum, name) => {
        const unit = form[name.replace('[quantity]', '[price_data][unit_amount]')]
        return sum + Number(form[name]) * Number(unit)
      }, 0)
    if (amount < 200) {
      return {
        status: 400,
        body: errorBody('invalid_request_error', 'The total must be at least RM2.00.', 'amount_too_small'),
      }
    }
    const id = `cs_test_${randomBytes(8).toString('hex')}`
    const metadata = Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return key ? [[key, value] as const] : []
    })
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      url: `${url}/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency: form['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: form.client_reference_id ?? null,
      metadata: Object.fromEntries(metadata),
      intentStatus: 'requires_payment_method',
    }
    sessions.set(id, session)
    return { status: 200, body: shown(session) }
  }

  function refund(form: Record<string, string>): Answer {
    const intent = form.payment_intent ?? ''
    if (declined) return { status: 402, body: errorBody('card_error', 'The refund was declined.', declined) }
    if (refunds.includes(intent)) {
      return {
        status: 400,
        body: errorBody(
          'invalid_request_error',
          'Charge has already been refunded.',
          'charge_already_refunded',
        ),
      }
    }
    if (![...sessions.values()].some(({ payment_intent }) => payment_intent === intent)) {
      return {
        status: 404,
        body: errorBody('invalid_request_error', 'No such payment_intent', 'resource_missing'),
      }
    }
    refunds.push(intent)
    return {
      status: 200,
      body: { id: 're_1', object: 'refund', status: 'succeeded', payment_intent: intent },
    }
  }

  return {
    url,
    secretKey,
    webhookSecret,
    requests,
    sessions,
    refunds,
    fault(path, ...kinds) {
      faults.push(...kinds.map((fault) => ({ path, fault })))
    },
    heal() {
      faults = []
    },
    declineRefunds(code) {
      declined = code
    },
    pay(id, { amount, currency, later } = {}) {
      const session = sessions.get(id)
      if (session?.status !== 'open') throw new Error(`session ${id} is ${session?.status}`)
      session.status = 'complete'
      session.payment_status = later ? 'unpaid' : 'paid'
      session.intentStatus = later ? 'processing' : 'succeeded'
      session.payment_intent = `pi_${id}`
      session.amount_total = amount ?? session.amount_total
      session.currency = currency ?? session.currency
      return session
    },
    delivery(type, object) {
      const event = { id: `evt_${randomBytes(6).toString('hex')}`, object: 'event', type, data: { object } }
      const raw = JSON.stringify(event, null, 2)
      const signature = webhooks.generateTestHeaderString({ payload: raw, secret: webhookSecret })
      return { raw, headers: { 'Stripe-Signature': signature } }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function shown({ intentStatus, ...session }: FakeSession, expand?: string): unknown {
  if (expand !== 'payment_intent' || session.payment_intent === null) return session
  return {
    ...session,
    payment_intent: { id: session.payment_intent, object: 'payment_intent', status: intentStatus },
  }
}

function errorBody(type: string, message: string, code?: string): unknown {
  return {
    error: { type, message, ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes` } : {}) },
  }
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, search } = new URL(request.url ?? '/', 'http://stripe')
  const text = request.method === 'GET' ? search : Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    path: pathname,
    form: Object.fromEntries(new URLSearchParams(text)),
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    authorization: request.headers.authorization,
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_harness', ...headers })
  response.end(JSON.stringify(body))
}
