import { z } from 'zod'
import { notFound, raise } from '../../platform/http/index.ts'
import * as workspaces from '../workspaces/index.ts'
import { workspaceSchema as schema } from '../workspaces/index.ts'
import { type ManageRoute, manageRoute } from './door.ts'

const one = z.object({ data: schema.workspace })

export const workspaceRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/workspace',
    tag: 'Workspace',
    summary: 'Read the workspace: plan, credits, numbers',
    answer: one,
    handle: async ({ db, workspaceId }) => ({
      data: (await workspaces.findWorkspace(db, workspaceId)) ?? raise(notFound()),
    }),
  }),
  manageRoute({
    method: 'PATCH',
    path: '/workspace',
    tag: 'Workspace',
    summary: 'Change name, payment window or outbound number; null clears',
    body: schema.change,
    answer: one,
    refusals: { 403: 'owners only', 409: 'number not available' },
    handle: async (context, { body }) => ({
      data: await workspaces.changeOwnWorkspace(context, body),
    }),
  }),
  manageRoute({
    method: 'GET',
    path: '/credits',
    tag: 'Workspace',
    summary: 'List what credits were given and used for, newest first',
    query: schema.ledgerQuery,
    answer: z.object({ data: z.array(schema.ledgerEntry), hasMore: z.boolean() }),
    handle: async ({ db, workspaceId }, { query }) => {
      const rows = await workspaces.ledgerOf(db, workspaceId, query)
      return { data: rows.slice(0, query.limit), hasMore: rows.length > query.limit }
    },
  }),
]
