import type { OrderRow } from '../orders/index.ts'

/** What a payment link leads to. */
export type PayState = 'payable' | 'paid' | 'cancelled' | 'expired' | 'refunded'

/** The window is over when its time is, not when a worker has come round to it. */
export function payStateOf(order: OrderRow, nowMs: number): PayState {
  if (order.status === 'pending_payment') return secondsLeft(order, nowMs) > 0 ? 'payable' : 'expired'
  if (order.status === 'cancelled') return order.expired ? 'expired' : 'cancelled'
  return order.status
}

export function secondsLeft(order: OrderRow, nowMs: number): number {
  return Math.ceil((Date.parse(order.payment_expires_at) - nowMs) / 1000)
}

const UNITS: [seconds: number, one: string, many: string][] = [
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
]

/** As a person says it: `29 minutes`, `2 hours`, `less than a minute`. Never more than there is. */
export function timeLeft(seconds: number): string {
  for (const [size, one, many] of UNITS) {
    const count = Math.floor(seconds / size)
    // "100 minutes" says more than "1 hour".
    if (count >= (size === 60 ? 1 : 2)) return `${count} ${count === 1 ? one : many}`
  }
  return 'less than a minute'
}
