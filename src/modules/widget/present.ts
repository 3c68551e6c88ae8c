import type { Uuid } from '../../lib/ids.ts'
import { toRinggit } from '../../lib/money.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { type ProductRow, readProducts } from '../catalogue/index.ts'
import type { VisitorMessage } from '../conversations/index.ts'
import { findOrder, type Order } from '../orders/index.ts'

/** How a browser's own name for a message is told from other channels' ids. */
export const CLIENT_ID = 'client:'

/** Messages with what they show, as it is now. */
export async function presentOwn(db: Queryable, agentId: Uuid, rows: VisitorMessage[]) {
  const productIds = rows.flatMap(({ shows }) => (shows && 'products' in shows ? shows.products : []))
  const found = productIds.length > 0 ? await readProducts(db, agentId, [...new Set(productIds)]) : []
  const products = new Map(found.map((row) => [row.id, row]))
  const orders = new Map<Uuid, Order>()
  for (const { shows } of rows) {
    const order = shows && 'order' in shows ? await findOrder(db, agentId, shows.order) : undefined
    if (order) orders.set(order.id, order)
  }
  return rows.map((row) => ({ ...message(row), ...shown(row, products, orders) }))
}

function message({ id, role, content, channel, created_at, author, external_message_id }: VisitorMessage) {
  const clientId = external_message_id?.startsWith(CLIENT_ID)
    ? external_message_id.slice(CLIENT_ID.length)
    : null
  return { id, role, content, channel, created_at, author, client_id: clientId }
}

function shown({ shows }: VisitorMessage, products: Map<Uuid, ProductRow>, orders: Map<Uuid, Order>) {
  if (!shows) return {}
  if ('order' in shows) {
    const order = orders.get(shows.order)
    return order ? { order: presentOrder(order) } : {}
  }
  const cards = shows.products.flatMap((id) => products.get(id) ?? []).filter(isForSale)
  return cards.length > 0 ? { products: cards.map(presentProduct) } : {}
}

/** An order as its customer sees it. */
export function presentOrder(order: Order) {
  return {
    id: order.id,
    order_number: order.order_number,
    status: order.status,
    currency: 'MYR',
    total: toRinggit(order.total_sen),
    lines: order.lines.map(({ name, quantity, unit_price_sen, special_instructions }) => ({
      name,
      quantity,
      unit_price: toRinggit(unit_price_sen),
      special_instructions,
    })),
    payment_url: order.payment_url,
    payment_expires_at: order.payment_expires_at,
    expired: order.expired,
  }
}

function isForSale({ is_active, archived_at }: ProductRow): boolean {
  return is_active && archived_at === null
}

function presentProduct(row: ProductRow) {
  const variants = row.variants.filter(({ is_active }) => is_active)
  const offered = variants.length > 0 ? variants : [row]
  const prices = offered.flatMap(({ price_sen }) => price_sen ?? [])
  return {
    id: row.id,
    name: row.name,
    price: prices.length > 0 ? toRinggit(Math.min(...prices)) : null,
    from: new Set(prices).size > 1,
    image_url: row.image_url,
    sold_out: offered.every(({ on_hand, held }) => on_hand !== null && on_hand - held <= 0),
  }
}
