import { z } from 'zod'
import { isUuid } from '../../lib/ids.ts'
import { notFound, queryInteger, raise, timestamp } from '../../platform/http/index.ts'
import { auditPage } from '../audit/index.ts'
import { createKey, keysOf, parseOrigin, revokeKey, type Scope, scopes } from '../keys/index.ts'
import { agentContext, type ManageRoute, manageRoute } from './door.ts'

const apiKey = z.object({
  id: z.uuid(),
  agent_id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  origins: z.array(z.string()),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
})

const newKey = z.object({
  name: z.string().trim().min(1).max(100).default('API key'),
  scopes: z.array(z.enum(Object.keys(scopes) as Scope[])).default([]),
  origins: z
    .array(
      z.string().transform((text, context) => {
        const origin = parseOrigin(text)
        if (origin) return origin
        context.addIssue({ code: 'custom', message: 'must be an origin such as https://shop.example.com' })
        return z.NEVER
      }),
    )
    .max(50)
    .default([])
    .meta({ type: 'array', items: { type: 'string' } }),
})

const auditRow = z.object({
  id: z.uuid(),
  agent_id: z.uuid().nullable(),
  actor: z.object({ kind: z.enum(['key', 'user', 'system']), id: z.uuid().nullable() }),
  action: z.string(),
  target_id: z.string(),
  detail: z.record(z.string(), z.unknown()),
  request_id: z.string().nullable(),
  created_at: timestamp,
})

export const settingsRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/agents/:agent_id/keys',
    tag: 'API keys',
    summary: 'List the API keys of an agent, revoked ones included',
    answer: z.object({ data: z.array(apiKey) }),
    handle: async (context, { params }) => {
      const { agentId } = await agentContext(context, params.agent_id as string)
      return { data: await keysOf(context.db, agentId) }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/keys',
    tag: 'API keys',
    summary: 'Create an API key; this answer is the only one that shows it whole',
    status: 201,
    body: newKey,
    answer: z.object({ data: apiKey.extend({ key: z.string() }) }),
    handle: async (context, { params, body }) => {
      const { agentId, workspaceId } = await agentContext(context, params.agent_id as string)
      const agent = { id: agentId, workspace_id: workspaceId }
      return { data: await createKey(context.db, context.actor, agent, body, context.requestId) }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/keys/:id/revoke',
    tag: 'API keys',
    summary: 'Revoke an API key; its next request is refused',
    answer: z.object({ data: apiKey }),
    handle: async ({ db, actor, workspaceId, requestId }, { params }) => {
      const id = params.id as string
      const key = isUuid(id) ? await revokeKey(db, actor, id, workspaceId, requestId) : undefined
      return { data: key ?? raise(notFound()) }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/audit',
    tag: 'Audit',
    summary: 'List what was done and by whom, newest first',
    query: z.object({
      limit: queryInteger(1, 100, 50),
      before: z.uuid().optional().describe('Id of the last row held'),
    }),
    answer: z.object({ data: z.array(auditRow), hasMore: z.boolean() }),
    handle: ({ db, workspaceId }, { query }) => auditPage(db, workspaceId, query),
  }),
]
