import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  HttpError,
  notFound,
  parseBody,
  raise,
  readBody,
  unsupportedType,
} from '../../platform/http/index.ts'
import { orderByPayToken } from '../orders/index.ts'
import { act, type Outcome } from './act.ts'
import { lookBack, offer } from './open.ts'
import { mountPayAssets, sendPayPage } from './page.ts'
import { PAY_PATH, type PaymentParts } from './payments.ts'
import { payStateOf } from './state.ts'
import { type Bill, processingView, refusedView, troubleView, unknownView, views } from './views.ts'
import { mountWebhook } from './webhook.ts'

export interface PayDoor extends PaymentParts {
  now?: () => number
}

type Request = FastifyRequest<{ Params: { token: string }; Querystring: { returned?: unknown } }>

const BODY_LIMIT_BYTES = 16_384
const TOKEN = /^[\w-]{1,200}$/
const bodySchema = z.object({ outcome: z.enum(['paid', 'cancelled']) })

/** The payment page with its own style and script, and where the provider tells us what happened. */
export function mountPayments(app: FastifyInstance, door: PayDoor): void {
  const path = `${PAY_PATH}/:token`
  mountPayAssets(app)
  mountWebhook(app, door)

  app.get(path, (request: Request, reply) => kindly(door, reply, () => show(door, request, reply)))

  app.post(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request: Request, reply) => {
    const { fromPage, outcome } = readOutcome(request)
    if (fromPage) return kindly(door, reply, () => answerForm(door, request, reply, outcome))
    const { order_number, status } = await doIt(door, request, outcome)
    return reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ data: { order_number, status } }))
  })
}

async function show(door: PayDoor, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const bill = await billOf(door, request.params.token)
  if (!bill) return sendPayPage(reply, unknownView())
  const state = payStateOf(bill.order, bill.nowMs)
  const provider = door.payments.active
  if (!provider?.hosted || state === 'paid' || state === 'refunded') return sendState(reply, bill)

  const returned = request.query.returned !== undefined
  // Also behind a dead link a payment may have come that nobody has told us of.
  const found =
    returned || state !== 'payable'
      ? await lookBack(door, provider, bill.order)
      : await offer(door, provider, bill.order)
  // Whoever comes back without having paid sees the order first: sent on at once, they could never leave.
  if (found.kind === 'open' && state === 'payable' && !returned)
    return reply.header('Cache-Control', 'no-store').redirect(found.url, 303)
  if (found.kind === 'processing') return sendPayPage(reply, processingView(bill))
  if (found.kind === 'refused') return sendPayPage(reply, refusedView(bill))
  return sendState(reply, (await billOf(door, request.params.token)) ?? bill)
}

async function answerForm(
  door: PayDoor,
  request: Request,
  reply: FastifyReply,
  outcome: Outcome,
): Promise<FastifyReply> {
  try {
    await doIt(door, request, outcome)
  } catch (error) {
    // The page itself tells what has become of the order.
    if (!(error instanceof HttpError)) throw error
  }
  return reply.header('Cache-Control', 'no-store').redirect(encodeURIComponent(request.params.token), 303)
}

async function doIt(door: PayDoor, request: Request, outcome: Outcome) {
  const found = (await findOrder(door, request.params.token)) ?? raise(notFound())
  return act(door, found, outcome, nowOf(door))
}

function readOutcome(request: Request): { fromPage: boolean; outcome: Outcome } {
  const type = request.headers['content-type'] ?? ''
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const fromPage = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  if (!fromPage && bytes.length > 0 && !/^application\/json\s*(;|$)/i.test(type)) throw unsupportedType()
  const body = fromPage ? Object.fromEntries(new URLSearchParams(bytes.toString())) : parseBody(bytes)
  return { fromPage, outcome: readBody(bodySchema, body).outcome }
}

async function billOf(door: PayDoor, token: string): Promise<Bill | undefined> {
  const found = await findOrder(door, token)
  const { active } = door.payments
  const way = active === undefined ? 'off' : active.hosted ? 'elsewhere' : 'test'
  return found && { order: found.order, shopName: found.shopName, nowMs: nowOf(door), way }
}

/** What cannot be a token is not looked for: a NUL would be the database's to stumble over. */
async function findOrder({ db }: PayDoor, token: string) {
  return TOKEN.test(token) ? orderByPayToken(db, token) : undefined
}

function sendState(reply: FastifyReply, bill: Bill): FastifyReply {
  return sendPayPage(reply, views[payStateOf(bill.order, bill.nowMs)](bill))
}

/** A customer gets a page, whatever is wrong behind it. */
async function kindly(
  { log }: PayDoor,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer()
  } catch (error) {
    log.error({ requestId: reply.request.id, err: error }, 'the payment page could not be shown')
    return sendPayPage(reply.header('Retry-After', '5'), troubleView())
  }
}

function nowOf({ now = Date.now }: PayDoor): number {
  return now()
}
