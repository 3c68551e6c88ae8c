import { z } from 'zod'
import { toRinggit } from '../../../lib/money.ts'
import { cancelOrder, type Order, ordersOfCustomer } from '../../orders/index.ts'
import type { Turn } from '../brain.ts'
import { tool } from '../tool.ts'

const MOST = 5
const orderNumber = z
  .string()
  .max(20)
  .optional()
  .describe('As the customer says it; without one the newest order')

/** An order as its own customer may see it. */
export interface ShownOrder {
  order_number: string
  status: Order['status']
  expired: boolean
  total: number
  payment_url: string | null
  items: { name: string; quantity: number }[]
  created_at: string
}

export const orderStatus = tool({
  name: 'order_status',
  description: 'Look up this customer’s own orders, newest first. Orders of others are not found.',
  input: z.object({ order_number: orderNumber }),
  run: async (turn, { order_number }) => ({ orders: (await ordersOf(turn, order_number)).map(show) }),
})

export const cancelUnpaid = tool({
  name: 'cancel_order',
  description: 'Cancel this customer’s own order that is not paid yet.',
  input: z.object({ order_number: orderNumber }),
  run: async (turn, { order_number }) => {
    const found = await ordersOf(turn, order_number)
    const order = order_number === undefined ? (found.find(isUnpaid) ?? found[0]) : found[0]
    if (!order) return { error: 'not_found' }
    // Cancelled before this turn was cut off, or by hand: the customer wants to hear that it is.
    if (order.status === 'cancelled') return { cancelled: show(order) }
    if (!isUnpaid(order)) return { error: 'already_paid', order: show(order) }
    const { db, agent } = turn
    const context = {
      db,
      workspaceId: agent.workspace_id,
      agentId: agent.id,
      actor: { kind: 'agent', id: null } as const,
    }
    const { order: cancelled } = await cancelOrder(context, order.id)
    return { cancelled: show(cancelled) }
  },
})

function isUnpaid({ status }: Order): boolean {
  return status === 'pending_payment'
}

/**
 * Only what was ordered in this conversation, or with the phone number the channel itself vouches for. A number that the
 * customer typed proves nothing.
 */
async function ordersOf({ db, agent, conversation }: Turn, orderNumber?: string): Promise<Order[]> {
  const { id: conversationId, customer_phone: phone } = conversation
  const orders = await ordersOfCustomer(db, agent.id, { conversationId, phone, limit: MOST })
  const asked = orderNumber?.replace(/[^a-z0-9]/gi, '').toUpperCase()
  return asked === undefined ? orders : orders.filter((order) => order.order_number === asked)
}

function show(order: Order): ShownOrder {
  const { order_number, status, expired, total_sen, payment_url, lines, created_at } = order
  return {
    order_number,
    status,
    expired,
    total: toRinggit(total_sen),
    payment_url: isUnpaid(order) ? payment_url : null,
    items: lines.map(({ name, quantity }) => ({ name, quantity })),
    created_at,
  }
}
