import type { Query } from '../api/client.ts'

/** What the list can be narrowed to, in the order people need it, and how the API is asked for it. */
export const filters = {
  all: {},
  to_handle: { unhandled: '1' },
  attention: { attention: '1' },
  pending_payment: { status: 'pending_payment' },
  paid: { status: 'paid' },
  cancelled: { status: 'cancelled' },
  refunded: { status: 'refunded' },
} as const satisfies Record<string, Query<'GET /orders'>>

export type Filter = keyof typeof filters

export function isFilter(value: unknown): value is Filter {
  return typeof value === 'string' && Object.hasOwn(filters, value)
}
