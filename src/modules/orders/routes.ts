import { type KeyedRoute, keyedRoute } from '../keys/index.ts'
import { listOrders, reportStatus } from './orders.ts'
import { presentOrder } from './present.ts'
import * as schema from './schema.ts'
import { vocabularyText } from './vocabularies.ts'

const REPORT = `At least one of \`external_id\`, \`external_status\`, \`status\`. The first \`external_id\` links the order to the store’s permanently. Sending the same again is safe: nothing happens twice.

\`cancelled\` and \`refunded\` are possible from any status, \`paid\` from \`pending_payment\` and \`cancelled\`. Without \`status\`, the word in \`external_status\` is read by the vocabulary of \`source\`; a word that is in none of these lists, or means a move that is not possible, is kept and changes nothing:

${vocabularyText()}

\`stock_events\` tells what this request did to stock: \`store_ack\` (the store has the order: its hold ends and our count drops), \`released\` (a hold was given up), \`returned\` (what was taken is back), \`reserved\` (held or taken again).`

export const routes: KeyedRoute[] = [
  keyedRoute({
    method: 'GET',
    path: '/orders',
    tag: 'Orders',
    summary: 'List orders',
    description:
      'Oldest first. To follow new orders pass the `created_at` of the last order you hold as `since`: none is skipped and none comes twice. To take orders over into a store, ask for `unacknowledged=1` and acknowledge those you take over (a store that wants its money first waits until they are `paid`): an order shows up there until it has an `external_id`, whatever became of it since it was placed.',
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
    description: REPORT,
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
