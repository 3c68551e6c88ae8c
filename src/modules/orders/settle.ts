import type { Queryable } from '../../platform/db/index.ts'
import { changeIn, subjects } from '../../platform/news.ts'
import { raiseAlert, settleAlerts } from '../alerts/index.ts'
import { system } from '../audit/index.ts'
import { lockShelves, moveStock } from '../catalogue/index.ts'
import { sameSku, sumBySku } from './claims.ts'
import type { OrderContext } from './context.ts'
import { eventOf, tell } from './events.ts'
import { writeDown } from './history.ts'
import { type OrderStatus, type StockEvent, stockOf, stockStep } from './status.ts'
import type { Attention, Order } from './store.ts'
import * as store from './store.ts'

/** What becomes of an order. What is not named stays. */
export interface Change {
  /** How the history calls it. */
  action: string
  status?: OrderStatus | undefined
  expired?: boolean
  external_id?: string | undefined
  external_status?: string | undefined
  /** The store, or the team by hand, takes the order over. */
  acknowledge?: boolean
  /** Null: the team has dealt with it. */
  attention?: Attention | null
  detail?: Record<string, unknown>
}

export interface Settled {
  order: Order
  stockEvents: StockEvent[]
}

/**
 * The one way an order changes. It works on an order that this transaction has locked: status, stock, history and event
 * move together, and what is already so is not done again.
 */
export async function settle(
  tx: Queryable,
  context: Omit<OrderContext, 'db'>,
  before: Order,
  change: Change,
): Promise<Settled> {
  const status = change.status ?? before.status
  const moved = status !== before.status
  const now = await store.now(tx)
  const order: Order = {
    ...before,
    status,
    expired: moved ? (change.expired ?? false) : before.expired,
    paid_at: moved && status === 'paid' ? now : before.paid_at,
    external_id: change.external_id ?? before.external_id,
    external_status: change.external_status ?? before.external_status,
    acknowledged_at: change.acknowledge ? (before.acknowledged_at ?? now) : before.acknowledged_at,
    attention: change.attention === undefined ? before.attention : change.attention,
  }
  const linked = order.external_id !== before.external_id
  const stock = await settleStock(tx, order)
  // Money was taken for something that is gone: a person has to decide.
  const isShort = moved && status === 'paid' && stock.short
  if (isShort) order.attention = 'stock_short'

  await store.save(tx, order)
  if (isShort || change.attention !== undefined) await tellTeam(tx, context, order)
  tx.announce(changeIn(context.workspaceId, 'order', order.id))
  await writeDown(tx, context, order, change.action, {
    ...change.detail,
    ...(stock.event ? { stock: stock.event } : {}),
  })
  const event = moved ? eventOf[status] : undefined
  if (event) await tell(tx, context.workspaceId, event, order)
  if (moved) {
    await store.announce(tx)
    if (order.conversation_id) tx.announce(subjects.conversation(order.conversation_id))
  }
  const stockEvents: StockEvent[] = linked ? ['store_ack'] : []
  return { order, stockEvents: stock.event ? [...stockEvents, stock.event] : stockEvents }
}

/** An order has one open alert for as long as it has something to decide. */
async function tellTeam(tx: Queryable, context: Omit<OrderContext, 'db'>, order: Order): Promise<void> {
  const { workspaceId, actor, requestId } = context
  const concern = { agentId: order.agent_id, orderId: order.id }
  if (order.attention !== null) {
    await raiseAlert(tx, { workspaceId, kind: 'order_attention', ...concern, reason: order.attention })
    return
  }
  const by = actor.kind === 'user' || actor.kind === 'key' ? actor : system
  await settleAlerts(tx, { workspaceId, actor: by, requestId }, concern)
}

/** Brings the lines to where the order's state wants them. `short` when what they now need was no longer there. */
async function settleStock(tx: Queryable, order: Order): Promise<{ event?: StockEvent; short: boolean }> {
  const [line] = order.lines
  const wanted = stockOf(order.status, order.acknowledged_at !== null)
  const step = line && stockStep(line.stock, wanted)
  // Stock that was its own all along cannot be gone.
  const wasFree = line?.stock === 'free'
  if (!step) return { short: false }
  const claims = sumBySku(order.lines)
  const shelves = await lockShelves(tx, order.agent_id, claims)
  await moveStock(
    tx,
    order.agent_id,
    claims.map(({ quantity, ...sku }) => ({
      ...sku,
      held: step.held * quantity,
      on_hand: step.onHand * quantity,
    })),
  )
  await store.saveStock(tx, order, wanted)
  order.lines = order.lines.map((one) => ({ ...one, stock: wanted }))
  const short =
    wasFree &&
    claims.some((claim) => {
      const available = shelves.find((shelf) => sameSku(shelf, claim))?.available
      return available != null && available < claim.quantity
    })
  return step.event ? { event: step.event, short } : { short }
}
