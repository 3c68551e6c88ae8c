import { toRinggit } from '../../lib/money.ts'
import { writeCursor } from '../../platform/http/index.ts'
import type { HistoryRow, Order, OrderLine } from './store.ts'

const CURRENCY = 'MYR'

/** As the keyed API lists it. */
export function presentOrder(order: Order) {
  return {
    id: order.id,
    order_number: order.order_number,
    status: order.status,
    channel: order.channel,
    currency: CURRENCY,
    subtotal: toRinggit(order.subtotal_sen),
    total: toRinggit(order.total_sen),
    created_at: order.created_at,
    external_id: order.external_id,
    external_status: order.external_status,
    customer: { name: order.customer_name, phone: order.customer_phone },
    lines: order.lines.map(presentLine),
  }
}

function presentLine(line: OrderLine) {
  return {
    name: line.name,
    quantity: line.quantity,
    unit_price: toRinggit(line.unit_price_sen),
    special_instructions: line.special_instructions,
    product_id: line.product_id,
    variant_id: line.variant_id,
    product_external_id: line.product_external_id,
    variant_external_id: line.variant_external_id,
    sku: line.sku,
  }
}

/** As webhooks carry it; the order of the keys is the specification's. */
export function presentEvent(order: Order) {
  return {
    id: order.id,
    bot_id: order.agent_id,
    order_number: order.order_number,
    status: order.status,
    channel: order.channel,
    items: order.lines.map((line) => ({
      name: line.name,
      quantity: line.quantity,
      unitPriceSen: line.unit_price_sen,
      specialInstructions: line.special_instructions,
      productId: line.product_id,
      variantId: line.variant_id,
    })),
    subtotal: toRinggit(order.subtotal_sen),
    total: toRinggit(order.total_sen),
    currency: CURRENCY,
    conversation_id: order.conversation_id,
    customer: { name: order.customer_name, phone: order.customer_phone },
    payment_url: order.payment_url,
    payment_expires_at: order.payment_expires_at,
    expired: order.expired,
    paid_at: order.paid_at,
    external_id: order.external_id,
    created_at: order.created_at,
  }
}

/** As the team sees it. */
export function presentManaged(order: Order) {
  return {
    ...presentOrder(order),
    agent_id: order.agent_id,
    conversation_id: order.conversation_id,
    payment_url: order.payment_url,
    payment_expires_at: order.payment_expires_at,
    expired: order.expired,
    paid_at: order.paid_at,
    acknowledged_at: order.acknowledged_at,
    attention: order.attention,
    lines: order.lines.map((line) => ({ ...presentLine(line), stock: line.stock })),
  }
}

/** One more row than `limit` says that there are more pages. */
export function presentManagedPage(rows: Order[], limit: number) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    data: shown.map(presentManaged),
    hasMore,
    next_cursor: hasMore && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  }
}

export function presentHistory({ action, status, actor, detail, created_at }: HistoryRow) {
  return { action, status, actor, detail, created_at }
}
