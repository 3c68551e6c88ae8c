import type { Order } from './status.tsx'

/** What somebody can do with an order as it stands; the server has the last word. */
export function movesOf({ status, acknowledged_at, attention, paid_at }: Order) {
  const isAlive = status === 'pending_payment' || status === 'paid'
  return {
    handle: isAlive && acknowledged_at === null,
    /** It was taken over, or is off, and only the alert is left. */
    settle: attention !== null && !(isAlive && acknowledged_at === null),
    cancel: isAlive,
    refund:
      status === 'paid' ||
      (status === 'cancelled' && paid_at !== null) ||
      (status === 'refunded' && attention === 'paid_after_refund'),
  }
}
