import { type KeyedRoute, keyedRoute } from '../keys/index.ts'
import { listOrders, reportStatus } from './orders.ts'
import { presentOrder } from './present.ts'
import * as schema from './schema.ts'

export const routes: KeyedRoute[] = [
  keyedRoute({
    method: 'GET',
    path: '/orders',
    tag: 'Orders',
    summary: 'List orders',
    description:
      'Oldest first. To follow new orders pass the `created_at` of the last order you hold as `since`: none is skipped and none comes twice.',
    query: schema.listQuery,
    answer: schema.ordersPage,
    handle: async (context, { query }) => {
      const orders = await listOrders(context, query)
      return { data: orders.slice(0, query.limit).map(presentOrder), hasMore: orders.length > query.limit }
    },
  }),
  keyedRoute({
    method: 'POST',
    path: '/orders/:id/status',
    scope: 'catalogue:sync',
    tag: 'Orders',
    summary: 'Report the store’s acknowledgement and status',
    description:
      'At least one of `external_id`, `external_status`, `status`. The first `external_id` links the order to the store’s permanently. Sending the same again is safe: nothing happens twice.',
    body: schema.statusReport,
    answer: schema.reported,
    refusals: {
      404: 'not found',
      409: 'this order is already linked to store order …, or: order cannot move from … to …',
    },
    handle: async (context, { params, body }) => {
      const { order, stockEvents } = await reportStatus(context, params.id as string, body)
      const { id, status, external_id } = order
      return { data: { id, status, external_id, stock_events: stockEvents } }
    },
  }),
]
