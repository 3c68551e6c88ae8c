import type { Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { type EventName, emit } from '../webhooks/index.ts'
import { presentEvent } from './present.ts'
import type { OrderStatus } from './status.ts'
import type { Order } from './store.ts'

/** What is told when an order has come to a status; coming back to waiting for payment is no news. */
export const eventOf: Record<OrderStatus, EventName | undefined> = {
  pending_payment: undefined,
  paid: 'order.paid',
  cancelled: 'order.cancelled',
  refunded: 'order.refunded',
}

/** Tells about the order as it stands after the change. */
export function tell(tx: Queryable, workspaceId: Uuid, name: EventName, order: Order): Promise<void> {
  return emit(tx, {
    workspaceId,
    name,
    subject: order.id,
    content: { order: presentEvent(order) },
  })
}
