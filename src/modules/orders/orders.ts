import { isUuid, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { isUniqueViolation, type Queryable } from '../../platform/db/index.ts'
import { conflict, notFound, raise } from '../../platform/http/index.ts'
import type { OrderContext } from './context.ts'
import type { ListQuery, StatusReport } from './schema.ts'
import { type Settled, settle } from './settle.ts'
import { canMove, type OrderStatus } from './status.ts'
import type { Attention, Order } from './store.ts'
import * as store from './store.ts'
import { meaningOf } from './vocabularies.ts'

export function listOrders({ db, agentId }: OrderContext, query: ListQuery): Promise<Order[]> {
  return store.list(db, agentId, { ...query, unacknowledged: query.unacknowledged !== undefined })
}

/** The store's acknowledgement and its word on an order. Told again, nothing happens again. */
export async function reportStatus(
  context: OrderContext,
  orderId: string,
  report: StatusReport,
): Promise<Settled> {
  try {
    return await locked(context, orderId, async (tx, order) => {
      if (report.external_id !== undefined) await checkLink(tx, order, report.external_id)
      const status = wantedStatus(order, report)
      const links = report.external_id !== undefined && order.external_id === null
      const says = report.external_status !== undefined && report.external_status !== order.external_status
      if (status === order.status && !links && !says) return { order, stockEvents: [] }
      return settle(tx, context, order, {
        action: status === order.status ? (links ? 'acknowledged' : 'reported') : status,
        status,
        external_id: report.external_id,
        external_status: report.external_status,
        acknowledge: links,
        detail: detailOf(report),
      })
    })
  } catch (error) {
    // Two orders raced for one id of the store, and the other one was first.
    if (isUniqueViolation(error, 'orders_by_external_id'))
      throw linked(String(report.external_id), 'another order')
    throw error
  }
}

async function checkLink(tx: Queryable, order: Order, externalId: string): Promise<void> {
  if (order.external_id === externalId) return
  if (order.external_id !== null) throw linked(order.external_id)
  const holder = await store.numberWithExternalId(tx, order.agent_id, externalId)
  if (holder !== undefined) throw linked(externalId, `order ${holder}`)
}

/** Both conflicts begin alike (specification, section 4): the order has another id, or the id has another order. */
function linked(externalId: string, holder?: string) {
  const start = `this order is already linked to store order ${externalId}`
  return conflict(holder === undefined ? start : `${start}: that id belongs to ${holder}`)
}

/** What the store said outright must be possible; what we only read into its words is ignored when it is not. */
function wantedStatus(order: Order, { status, external_status, source }: StatusReport): OrderStatus {
  if (status !== undefined) {
    if (status !== order.status && !canMove(order.status, status)) throw cannotMove(order.status, status)
    return status
  }
  // A word that was told before says nothing new, whatever became of the order since.
  const told = external_status === undefined || external_status === order.external_status
  const meant = told ? undefined : meaningOf(source, external_status)
  return meant !== undefined && canMove(order.status, meant) ? meant : order.status
}

export function cannotMove(from: OrderStatus, to: OrderStatus) {
  return conflict(`order cannot move from ${from} to ${to}`)
}

function detailOf({ external_id, external_status, source }: StatusReport): Record<string, unknown> {
  return JSON.parse(JSON.stringify({ source, external_id, external_status }))
}

export type Payment = {
  /** The payment page itself refuses what comes too late; a provider's money is taken whenever it comes. */
  onlyBefore?: Timestamp
  detail?: Record<string, unknown>
}

export type Paid = { outcome: 'paid' | 'already' | 'refunded' | 'too_late'; order: Order }

/** The customer's money has come, whatever became of the order meanwhile: it is never lost. Told once for each payment. */
export function payOrder(context: OrderContext, orderId: Uuid, payment: Payment): Promise<Paid> {
  return locked(context, orderId, async (tx, order): Promise<Paid> => {
    const { detail = {} } = payment
    // What the page is asked for once more is no money on top.
    const extra = async (attention: Attention) =>
      payment.onlyBefore === undefined
        ? (await settle(tx, context, order, { action: attention, attention, detail })).order
        : order
    if (order.status === 'refunded') return { outcome: 'refunded', order: await extra('paid_after_refund') }
    if (order.status === 'paid') return { outcome: 'already', order: await extra('paid_twice') }
    if (payment.onlyBefore !== undefined) {
      const late = order.status !== 'pending_payment' || (await store.now(tx)) >= payment.onlyBefore
      if (late) return { outcome: 'too_late', order }
    }
    const change = { action: 'paid', status: 'paid', detail } as const
    return { outcome: 'paid', order: (await settle(tx, context, order, change)).order }
  })
}

export type Moved = { changed: boolean; order: Order }

/** `onlyUnpaid` leaves an order alone that is no longer waiting for its payment. */
export function cancelOrder(
  context: OrderContext,
  orderId: string,
  options: { onlyUnpaid?: boolean } = {},
): Promise<Moved> {
  return locked(context, orderId, async (tx, order): Promise<Moved> => {
    if (order.status === 'cancelled') return { changed: false, order }
    if (options.onlyUnpaid && order.status !== 'pending_payment') return { changed: false, order }
    const change = { action: 'cancelled', status: 'cancelled' } as const
    return { changed: true, order: (await settle(tx, context, order, change)).order }
  })
}

/** Records that the money went back: status, stock, event. Returning it is the business of payments. */
export function refundOrder(
  context: OrderContext,
  orderId: string,
  detail: Record<string, unknown> = {},
): Promise<Moved> {
  return locked(context, orderId, async (tx, order): Promise<Moved> => {
    if (order.status === 'refunded' && order.attention === null) return { changed: false, order }
    const change = { action: 'refunded', status: 'refunded', attention: null, detail } as const
    return { changed: true, order: (await settle(tx, context, order, change)).order }
  })
}

/** What an acknowledgement is to a connector, for a shop that has none; also how the team says "seen" to an alert. */
export function markHandled(context: OrderContext, orderId: string): Promise<Moved> {
  return locked(context, orderId, async (tx, order): Promise<Moved> => {
    if (order.acknowledged_at !== null && order.attention === null) return { changed: false, order }
    const change = { action: 'handled', acknowledge: true, attention: null }
    return { changed: true, order: (await settle(tx, context, order, change)).order }
  })
}

/** Something about the order's money that a person has to decide. */
export function flagOrder(
  context: OrderContext,
  orderId: Uuid,
  attention: Attention,
  detail: Record<string, unknown> = {},
): Promise<Settled> {
  return locked(context, orderId, (tx, order) =>
    settle(tx, context, order, { action: attention, attention, detail }),
  )
}

/** Runs with the order's row locked: whoever else wants to move it waits, and then sees what became of it. */
function locked<Result>(
  context: OrderContext,
  orderId: string,
  work: (tx: Queryable, order: Order) => Promise<Result>,
): Promise<Result> {
  if (!isUuid(orderId)) throw notFound()
  return context.db.transaction(async (tx) =>
    work(tx, (await store.lock(tx, context.agentId, orderId)) ?? raise(notFound())),
  )
}
