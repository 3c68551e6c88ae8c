import { z } from 'zod'
import { notFound, raise, writeCursor } from '../../platform/http/index.ts'
import * as calls from '../calls/index.ts'
import { callSchema as schema } from '../calls/index.ts'
import { agentContext, callContext, type ManageRoute, manageRoute } from './door.ts'

const PLACING = {
  402: 'insufficient_credits',
  403: 'plan_no_voice',
  409: 'idempotency key used with another body',
  422: ['no_voice_agent', 'no_outbound_number', 'do_not_call', 'opted_out'],
  429: 'call rate limit exceeded',
  502: 'provider_declined',
  503: ['voice_unconfigured', 'dnc_unreadable', 'opt_out_unreadable'],
}

export const callRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/calls',
    tag: 'Calls',
    summary: 'List the calls of all agents, newest first',
    query: schema.callsQuery,
    answer: schema.managedPage,
    handle: async ({ db, workspaceId }, { query }) => {
      const rows = await calls.listWorkspaceCalls(db, workspaceId, query)
      const shown = rows.slice(0, query.limit)
      const last = shown.at(-1)
      const hasMore = rows.length > query.limit
      return {
        data: shown.map(calls.presentManagedCall),
        hasMore,
        next_cursor: hasMore && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
      }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/calls',
    tag: 'Calls',
    summary: 'Place a call',
    status: 202,
    headers: {
      'Idempotency-Key': 'The same key and body within 24 hours answer the first 202 and dial once',
    },
    body: schema.newCall,
    answer: schema.placed,
    refusals: PLACING,
    handle: async (context, { params, body }) => {
      const agent = await agentContext(context, params.agent_id as string)
      const placed = await calls.placeCall(context.calls(), agent, body, context.idempotencyKey)
      return { data: calls.presentPlaced(placed) }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/calls/:id',
    tag: 'Calls',
    summary: 'Read a call; what was said is in its conversation',
    answer: z.object({ data: schema.managedCall }),
    handle: async (context, { params }) => {
      const { db, agentId } = await callContext(context, params.id as string)
      const call = (await calls.findCall(db, agentId, params.id as string)) ?? raise(notFound())
      return { data: calls.presentManagedCall(call) }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/calls/:id/recording',
    tag: 'Calls',
    summary: 'Get a link to the recording of a call, valid for 5 minutes',
    answer: schema.recording,
    refusals: { 404: ['not found', 'no_recording'], 409: 'recording_pending' },
    handle: async (context, { params }) => {
      const agent = await callContext(context, params.id as string)
      return { data: await calls.recordingLink(context.calls(), agent, params.id as string) }
    },
  }),
]
