import { z } from 'zod'
import { notFound, raise } from '../../platform/http/index.ts'
import * as orders from '../orders/index.ts'
import { orderSchema as schema } from '../orders/index.ts'
import { agentContext, type ManageContext, type ManageRoute, manageRoute, orderContext } from './door.ts'

const one = z.object({ data: schema.managedOrder })

export const orderRoutes: ManageRoute[] = [
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/orders',
    tag: 'Orders',
    summary: 'Place an order by hand',
    description:
      'Prices and names come from the catalogue and are frozen on the order; stock is held from this moment. The order comes back in the form webhooks carry.',
    status: 201,
    body: schema.newOrder,
    answer: z.object({ data: schema.eventOrder }),
    refusals: { 404: 'conversation not found', 409: 'out_of_stock', 422: 'not_for_sale' },
    handle: async (context, { params, body }) => {
      const agent = await agentContext(context, params.agent_id as string)
      const order = await orders.placeOrder(agent, await context.counter.terms(), body)
      return { data: orders.presentEvent(order) }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/orders',
    tag: 'Orders',
    summary: 'List the orders of all agents, newest first',
    query: schema.managedQuery,
    answer: schema.managedPage,
    handle: async ({ db, workspaceId }, { query }) => {
      const { limit, status, agent_id, conversation_id, number, attention, unhandled, cursor } = query
      const rows = await orders.listWorkspaceOrders(db, workspaceId, {
        limit,
        status,
        number,
        cursor,
        agentId: agent_id,
        conversationId: conversation_id,
        attention: attention !== undefined,
        unhandled: unhandled !== undefined,
      })
      return orders.presentManagedPage(rows, limit)
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/orders/:id',
    tag: 'Orders',
    summary: 'Read an order and its history',
    answer: z.object({ data: schema.managedOrder.extend({ history: z.array(schema.historyEntry) }) }),
    handle: async (context, { params }) => {
      const { db, agentId } = await orderContext(context, params.id as string)
      const order = (await orders.findOrder(db, agentId, params.id as string)) ?? raise(notFound())
      const history = await orders.historyOfOrder(db, agentId, order.id)
      return { data: { ...orders.presentManaged(order), history: history.map(orders.presentHistory) } }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/orders/:id/handled',
    tag: 'Orders',
    summary: 'Mark an order as handled: for a shop whose store does not acknowledge orders itself',
    answer: one,
    handle: (context, { params }) => moved(context, params.id as string, orders.markHandled),
  }),
  manageRoute({
    method: 'POST',
    path: '/orders/:id/cancel',
    tag: 'Orders',
    summary: 'Cancel an order; its stock goes back on sale',
    answer: one,
    handle: (context, { params }) => moved(context, params.id as string, orders.cancelOrder),
  }),
  manageRoute({
    method: 'POST',
    path: '/orders/:id/refund',
    tag: 'Orders',
    summary: 'Refund an order: the money goes back first',
    answer: one,
    refusals: {
      409: 'order cannot move from pending_payment to refunded',
      502: 'refund_declined, or refund_unknown when the provider did not answer',
    },
    handle: (context, { params }) => moved(context, params.id as string, context.counter.refund),
  }),
]

async function moved(
  context: ManageContext,
  id: string,
  move: (agent: orders.OrderContext, id: string) => Promise<{ order: orders.Order }>,
) {
  const { order } = await move(await orderContext(context, id), id)
  return { data: orders.presentManaged(order) }
}
