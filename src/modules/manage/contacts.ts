import { toE164 } from '../../lib/phone.ts'
import { notFound, raise } from '../../platform/http/index.ts'
import * as contacts from '../contacts/index.ts'
import { contactSchema as schema } from '../contacts/index.ts'
import { agentContext, type ManageContext, type ManageRoute, manageRoute } from './door.ts'

export const contactRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/do-not-call',
    tag: 'Calls',
    summary: 'List the numbers that no agent may call',
    query: schema.listQuery,
    answer: schema.page,
    handle: async ({ db, workspaceId }, { query }) =>
      paged(await contacts.doNotCallPage(db, workspaceId, query), query.limit),
  }),
  manageRoute({
    method: 'POST',
    path: '/do-not-call',
    tag: 'Calls',
    summary: 'Add a number that no agent may call; twice changes nothing',
    status: 204,
    body: schema.newBarred,
    handle: ({ db, actor, workspaceId, requestId }, { body }) =>
      contacts.addDoNotCall(db, actor, workspaceId, body.phone, requestId),
  }),
  manageRoute({
    method: 'DELETE',
    path: '/do-not-call/:phone',
    tag: 'Calls',
    summary: 'Take a number off the do-not-call list',
    handle: async ({ db, actor, workspaceId, requestId }, { params }) => {
      const removed = await contacts.removeDoNotCall(db, actor, workspaceId, phoneIn(params), requestId)
      if (!removed) throw notFound()
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/agents/:agent_id/opt-outs',
    tag: 'Calls',
    summary: 'List who does not want this agent’s calls',
    query: schema.listQuery,
    answer: schema.page,
    handle: async (context, { params, query }) => {
      const { db, agentId } = await agentContext(context, params.agent_id as string)
      return paged(await contacts.optOutPage(db, agentId, query), query.limit)
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/opt-outs',
    tag: 'Calls',
    summary: 'Somebody does not want this agent’s calls; twice changes nothing',
    status: 204,
    body: schema.newBarred,
    handle: (context, { params, body }) => optOut(context, params, body.phone, true),
  }),
  manageRoute({
    method: 'DELETE',
    path: '/agents/:agent_id/opt-outs/:phone',
    tag: 'Calls',
    summary: 'Somebody wants this agent’s calls again',
    status: 204,
    handle: (context, { params }) => optOut(context, params, phoneIn(params), false),
  }),
]

async function optOut(
  context: ManageContext,
  params: Record<string, string>,
  phone: string,
  optedOut: boolean,
): Promise<void> {
  const { agentId, workspaceId } = await agentContext(context, params.agent_id as string)
  const agent = { id: agentId, workspace_id: workspaceId }
  await contacts.setOptOut(context.db, context.actor, agent, phone, optedOut, context.requestId)
}

function phoneIn({ phone = '' }: Record<string, string>): string {
  return toE164(phone) ?? raise(notFound())
}

function paged(rows: contacts.Barred[], limit: number) {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit }
}
