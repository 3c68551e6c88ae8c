import { newId, type Uuid } from '../../lib/ids.ts'
import { formatRinggit } from '../../lib/money.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { HttpError, invalidBody, type Problem } from '../../platform/http/index.ts'
import { changeIn } from '../../platform/news.ts'
import {
  findSkus,
  lockShelves,
  moveStock,
  type NotSold,
  type Shelf,
  type Sku,
  shareCatalogue,
} from '../catalogue/index.ts'
import { read as readConversation } from '../conversations/index.ts'
import { writeText } from '../texts/index.ts'
import { type Claim, sameSku, sumBySku } from './claims.ts'
import type { OrderContext } from './context.ts'
import { tell } from './events.ts'
import { writeDown } from './history.ts'
import { newPayToken, orderNumber } from './number.ts'
import type { NewOrder } from './schema.ts'
import type { Order, OrderLine } from './store.ts'
import * as store from './store.ts'

/** How the customer is to pay. */
export interface PaymentTerms {
  /** Null while payments are off. */
  payUrl: ((token: string) => string) | null
  /** For workspaces that have not set their own. */
  windowSeconds: number
}

type WantedLine = NewOrder['lines'][number]

/**
 * Places an order for whoever takes it: prices and names are frozen on its lines, stock is held and the event written, or
 * nothing of it happened.
 */
export function placeOrder(context: OrderContext, terms: PaymentTerms, wanted: NewOrder): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const channel = await channelOf(context, tx, wanted)
    // From here on no sync changes what is read: what is sold is what is held.
    await shareCatalogue(tx, context.agentId)
    const lines = await freeze(tx, context.agentId, wanted.lines)
    const total = lines.reduce((sum, { quantity, unit_price_sen }) => sum + quantity * unit_price_sen, 0)
    if (!Number.isSafeInteger(total))
      throw invalidBody([{ path: 'lines', message: 'come to more than can be charged' }])
    await hold(tx, context.agentId, lines)
    const windowSeconds = (await store.ownWindow(tx, context.workspaceId)) ?? terms.windowSeconds
    const token = terms.payUrl ? newPayToken() : null

    const { placed, created_at } = await store.nextInBook(tx, context.agentId)
    const order: Order = {
      agent_id: context.agentId,
      id: newId(),
      order_number: orderNumber(placed),
      status: 'pending_payment',
      channel,
      conversation_id: wanted.conversation_id ?? null,
      customer_name: wanted.customer.name,
      customer_phone: wanted.customer.phone,
      subtotal_sen: total,
      total_sen: total,
      pay_token: token,
      payment_url: token && terms.payUrl ? terms.payUrl(token) : null,
      payment_expires_at: new Date(Date.parse(created_at) + windowSeconds * 1000).toISOString(),
      expired: false,
      paid_at: null,
      external_id: null,
      external_status: null,
      acknowledged_at: null,
      attention: null,
      created_at,
      lines,
    }
    await store.insert(tx, order)
    tx.announce(changeIn(context.workspaceId, 'order', order.id))
    await writeDown(tx, context, order, 'placed')
    await tell(tx, context.workspaceId, 'order.placed', order)
    await textLink(tx, context, order)
    return order
  })
}

/** Who ordered by phone cannot click: the payment link comes as a text. */
async function textLink(tx: Queryable, { workspaceId, agentId }: OrderContext, order: Order): Promise<void> {
  const { id, channel, payment_url, order_number, total_sen, customer_phone: to } = order
  if (channel !== 'voice' || payment_url === null || !/^\+\d/.test(to)) return
  const body = `Your order ${order_number}, RM ${formatRinggit(total_sen)}. Pay here: ${payment_url}`
  await writeText(tx, { workspaceId, agentId, subjectId: id, to, body })
}

/** A conversation named must be this agent's own; its channel is the order's unless another is given. */
async function channelOf(context: OrderContext, tx: Queryable, wanted: NewOrder): Promise<string> {
  if (!wanted.conversation_id) return wanted.channel ?? 'dashboard'
  const conversation = await readConversation({ db: tx, agentId: context.agentId }, wanted.conversation_id)
  return wanted.channel ?? conversation.channel
}

async function freeze(tx: Queryable, agentId: Uuid, wanted: WantedLine[]): Promise<OrderLine[]> {
  const found = await findSkus(
    tx,
    agentId,
    wanted.map(({ source, product_external_id, variant_external_id = null }) => ({
      source,
      product_external_id,
      variant_external_id,
    })),
  )
  const faults = found.flatMap((one, i) =>
    'fault' in one ? { ...FAULTS[one.fault](i), code: one.fault } : [],
  )
  if (faults.some(({ code }) => code === 'variant_required')) throw invalidBody(faults)
  if (faults.length > 0)
    throw new HttpError(422, { error: 'not_for_sale', message: NOT_FOR_SALE, details: faults })
  return found.map((one, i) => {
    const { price_sen, ...sku } = (one as { sku: Sku }).sku
    const { quantity, special_instructions = null } = wanted[i] as WantedLine
    return { ...sku, quantity, unit_price_sen: price_sen, special_instructions, stock: 'held' }
  })
}

const NOT_FOR_SALE = 'Something in this order cannot be bought; nothing was ordered.'
const FAULTS: Record<NotSold, (line: number) => Problem> = {
  product_not_found: (i) => ({
    path: `lines[${i}].product_external_id`,
    message: 'is no product on sale in this catalogue',
  }),
  variant_not_found: (i) => ({
    path: `lines[${i}].variant_external_id`,
    message: 'is no variant of this product',
  }),
  variant_required: (i) => ({
    path: `lines[${i}].variant_external_id`,
    message: 'is required: this product is sold by variant',
  }),
  not_for_sale: (i) => ({ path: `lines[${i}]`, message: 'is not for sale at present' }),
  price_on_request: (i) => ({ path: `lines[${i}]`, message: 'has no price yet and cannot be ordered' }),
}

/** Holds what every SKU's lines ask for together, or refuses with every line that cannot have it. */
async function hold(tx: Queryable, agentId: Uuid, lines: OrderLine[]): Promise<void> {
  const claims = sumBySku(lines)
  const shelves = await lockShelves(tx, agentId, claims)
  const short = claims.flatMap((claim) => {
    const shelf = shelves.find((one) => sameSku(one, claim)) as Shelf
    return shelf.available !== null && shelf.available < claim.quantity
      ? [{ ...claim, available: shelf.available }]
      : []
  })
  if (short.length > 0) throw outOfStock(lines, short)
  await moveStock(
    tx,
    agentId,
    claims.map(({ quantity, ...sku }) => ({ ...sku, held: quantity, on_hand: 0 })),
  )
}

function outOfStock(lines: OrderLine[], short: (Claim & { available: number })[]): HttpError {
  const details = lines.flatMap((line, i) => {
    const claim = short.find((one) => sameSku(one, line))
    if (!claim) return []
    const left = claim.available === 0 ? 'is sold out' : `only ${claim.available} left`
    return [{ path: `lines[${i}].quantity`, message: `${line.name}: ${left}`, available: claim.available }]
  })
  return new HttpError(409, {
    error: 'out_of_stock',
    message: 'There is not enough stock; nothing was ordered.',
    details,
  })
}
