import { z } from 'zod'
import { isUuid, type Uuid } from '../../lib/ids.ts'
import { notFound } from '../../platform/http/index.ts'
import * as webhooks from '../webhooks/index.ts'
import { webhookSchema as schema } from '../webhooks/index.ts'
import { type ManageRoute, manageRoute } from './door.ts'

const one = z.object({ data: schema.fullDelivery })
const refusals = { 409: 'no webhook' }

export const webhookRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/webhook',
    tag: 'Webhook',
    summary: 'Read where events are sent and how that is going; `data` is null when nowhere',
    answer: z.object({ data: schema.endpoint.nullable() }),
    handle: async ({ db, workspaceId }) => {
      const endpoint = await webhooks.readEndpoint(db, workspaceId)
      return { data: endpoint ? webhooks.presentEndpoint(endpoint) : null }
    },
  }),
  manageRoute({
    method: 'PUT',
    path: '/webhook',
    tag: 'Webhook',
    summary: 'Save where events are sent, and which; nothing is sent by saving',
    description: 'The first answer carries the signing secret; no later one does.',
    body: schema.newEndpoint,
    answer: z.object({ data: schema.endpoint.extend({ secret: schema.secret.optional() }) }),
    handle: async (context, { body }) => {
      const { endpoint, ...secret } = await webhooks.saveEndpoint(context, body)
      return { data: { ...webhooks.presentEndpoint(endpoint), ...secret } }
    },
  }),
  manageRoute({
    method: 'DELETE',
    path: '/webhook',
    tag: 'Webhook',
    summary: 'Send nothing any more; what was still waiting counts as failed',
    status: 204,
    refusals,
    handle: (context) => webhooks.removeEndpoint(context),
  }),
  manageRoute({
    method: 'POST',
    path: '/webhook/rotate',
    tag: 'Webhook',
    summary: 'Make a new signing secret; it signs from the next attempt on',
    answer: z.object({ data: z.object({ secret: schema.secret }) }),
    refusals,
    handle: async (context) => ({ data: await webhooks.rotateSecret(context) }),
  }),
  manageRoute({
    method: 'POST',
    path: '/webhook/test',
    tag: 'Webhook',
    summary: 'Send a signed test and wait for how it ends',
    answer: one,
    refusals,
    handle: async (context) => ({ data: webhooks.presentFull(await webhooks.sendTest(context)) }),
  }),
  manageRoute({
    method: 'POST',
    path: '/webhook/replay',
    tag: 'Webhook',
    summary: 'Send again all that failed of what happened in a time',
    body: schema.replayRange,
    answer: z.object({ data: z.object({ replayed: z.int() }) }),
    refusals,
    handle: async (context, { body: { from, until } }) => ({
      data: { replayed: await webhooks.replayFailed(context, { from, until }) },
    }),
  }),
  manageRoute({
    method: 'GET',
    path: '/webhook/deliveries',
    tag: 'Webhook',
    summary: 'List deliveries, newest first',
    query: schema.deliveriesQuery,
    answer: z.object({ data: z.array(schema.delivery), hasMore: z.boolean() }),
    handle: async ({ db, workspaceId }, { query }) => {
      const rows = await webhooks.listDeliveries(db, workspaceId, query)
      const data = rows.slice(0, query.limit).map(webhooks.presentDelivery)
      return { data, hasMore: rows.length > query.limit }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/webhook/deliveries/:id',
    tag: 'Webhook',
    summary: 'Read a delivery, its body and every attempt',
    answer: one,
    refusals: { 404: 'delivery not found' },
    handle: async ({ db, workspaceId }, { params }) => ({
      data: webhooks.presentFull(await webhooks.readDelivery(db, workspaceId, idOf(params))),
    }),
  }),
  manageRoute({
    method: 'POST',
    path: '/webhook/deliveries/:id/replay',
    tag: 'Webhook',
    summary: 'Send a delivery again: the same body under the same id',
    answer: one,
    refusals: { 404: 'delivery not found', 409: 'no webhook, or under way' },
    handle: async (context, { params }) => ({
      data: webhooks.presentFull(await webhooks.replayDelivery(context, idOf(params))),
    }),
  }),
]

function idOf({ id = '' }: Record<string, string>): Uuid {
  if (!isUuid(id)) throw notFound('delivery not found')
  return id
}
