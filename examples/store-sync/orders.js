import { Problem } from './problem.js'
import { Refusal } from './service.js'

/** What the store makes of an order: it takes those that are waiting for payment or paid. */
const WANTED = ['pending_payment', 'paid']
const OURS = /^S-(\d+)$/

/**
 * Brings the store's orders up to date with the service: reads, then takes over what is new. Webhooks only say when to do this and
 * where to look; they come in any order and more than once, so what they say about an order may be old. What is read here is true.
 *
 * `news`: created_at of orders that changed. `isThorough` also looks again at every order that was still unpaid, for the news that
 * never came.
 */
export async function catchUp(service, state, { news = [], isThorough = false }, log) {
  const { data, save } = state
  for (const at of new Set(news)) {
    // Newer ones are read below.
    if (data.ordersUpTo !== null && at <= data.ordersUpTo) await readOne(service, data, at, log)
  }
  await readForward(service, state, isThorough ? beforeOldestUnpaid(data) : data.ordersUpTo, log)

  for (const order of Object.values(data.orders)) {
    if (order.store_id === null && WANTED.includes(order.status)) order.store_id = `S-${data.nextNumber++}`
  }
  // Written down before it is said: after a crash in between, the order has the same id as before.
  await save()
  for (const order of Object.values(data.orders)) {
    const isOpen = order.store_id !== null && !order.is_acknowledged && !order.problem
    if (isOpen) await acknowledge(service, state, order, log)
  }
}

/**
 * Pages through the orders created after `since`, oldest first. The service stamps created_at in the order in which orders become
 * visible, so none is skipped and none comes twice.
 */
async function readForward(service, { data, save }, since, log) {
  for (let hasMore = true; hasMore; ) {
    const page = await service.get('/orders', { since: since ?? undefined, limit: 100 })
    for (const order of page.data) note(data, order, log)
    since = page.data.at(-1)?.created_at ?? since
    if (since !== null && since > (data.ordersUpTo ?? '')) data.ordersUpTo = since
    hasMore = page.hasMore
    await save()
  }
}

/** No two orders of an agent have the same created_at: the first one after the moment before is the one. */
async function readOne(service, data, createdAt, log) {
  const page = await service.get('/orders', { since: justBefore(createdAt), limit: 1 })
  for (const order of page.data) note(data, order, log)
}

/** Enters what the service says about an order. An order it knows under a store id keeps that id, also when this file was lost. */
function note(data, order, log) {
  const { id, order_number, status, total, created_at, customer, lines } = order
  const held = data.orders[id]
  const number = Number(OURS.exec(order.external_id ?? '')?.[1] ?? 0)
  data.nextNumber = Math.max(data.nextNumber, number + 1)
  data.orders[id] = {
    ...{ id, order_number, status, total, created_at, customer, lines },
    store_id: order.external_id ?? held?.store_id ?? null,
    is_acknowledged: order.external_id !== null,
    ...(held?.problem && order.external_id === null && { problem: held.problem }),
  }
  // Here a real store would start packing, or put things back on the shelf.
  if (held && held.status !== status)
    log(`order ${held.store_id ?? order_number}: ${held.status} → ${status}`)
}

async function acknowledge(service, { save }, order, log) {
  try {
    await service.post(`/orders/${order.id}/status`, { external_id: order.store_id })
    order.is_acknowledged = true
    log(`order ${order.store_id}: took over ${order.order_number} of ${order.customer.name}`)
  } catch (error) {
    // Another order has this number, or the key is another agent's now: only a person can tell why.
    if (!(error instanceof Refusal && [404, 409].includes(error.status))) throw error
    order.problem = error.message
    log(`order ${order.store_id}: ${error.message}`)
  }
  await save()
}

/** The store's word on one of its orders: paid, cancelled or refunded. The webhook that follows brings it into the books. */
export async function report(service, data, storeId, status) {
  const order = Object.values(data.orders).find(({ store_id }) => store_id === storeId)
  if (!order) throw new Problem(`The store has no order ${storeId}.`)
  const answer = await service.post(`/orders/${order.id}/status`, {
    external_id: storeId,
    external_status: status,
    status,
  })
  return { ...order, status: answer.data.status }
}

function beforeOldestUnpaid({ orders, ordersUpTo }) {
  const unpaid = Object.values(orders).filter(({ status }) => status === 'pending_payment')
  const moments = unpaid.map(({ created_at }) => justBefore(created_at))
  return ordersUpTo === null ? null : [ordersUpTo, ...moments].sort()[0]
}

function justBefore(timestamp) {
  return new Date(Date.parse(timestamp) - 1).toISOString()
}
