import { z } from 'zod'
import { notFound, raise } from '../../platform/http/index.ts'
import {
  type Agent,
  agentSchema,
  agentsOf,
  explainOrigin,
  findAgent,
  type Look,
  type OpeningHours,
  snippetOf,
  updateAgent,
} from '../agents/index.ts'
import { agentContext, type ManageContext, type ManageRoute, manageRoute } from './door.ts'

const one = z.object({ data: agentSchema.agent })

export const agentRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/agents',
    tag: 'Agents',
    summary: 'List the agents of the workspace',
    answer: z.object({ data: z.array(agentSchema.agent) }),
    handle: async ({ db, workspaceId }) => ({ data: await agentsOf(db, workspaceId) }),
  }),
  manageRoute({
    method: 'GET',
    path: '/agents/:agent_id',
    tag: 'Agents',
    summary: 'Read an agent',
    answer: one,
    handle: async (context, { params }) => ({ data: await agentOf(context, params.agent_id as string) }),
  }),
  manageRoute({
    method: 'PATCH',
    path: '/agents/:agent_id',
    tag: 'Agents',
    summary: 'Change an agent; what is not named stays as it is',
    body: agentSchema.change,
    answer: one,
    handle: async (context, { params, body }) => {
      const { allowed_domains, opening_hours, time_zone, look, ...rest } = body
      const { db, actor, agentId, workspaceId } = await agentContext(context, params.agent_id as string)
      const fields = {
        ...rest,
        allowedDomains: allowed_domains,
        openingHours: opening_hours as OpeningHours | undefined,
        look: look as Partial<Look> | undefined,
        timeZone: time_zone,
      }
      const { requestId } = context
      const changed = await updateAgent(db, actor, agentId, fields, { workspaceId, requestId })
      return { data: changed ?? raise(notFound()) }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/domains/check',
    tag: 'Agents',
    summary: 'Say whether pages of an address may show the chat, by which entry, or why not',
    body: agentSchema.checkDomain,
    answer: z.object({ data: agentSchema.explanation }),
    handle: async (context, { params, body }) => {
      const { allowed_domains } = await agentOf(context, params.agent_id as string)
      return { data: explainOrigin(body.allowed_domains ?? allowed_domains, body.origin) }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/agents/:agent_id/snippet',
    tag: 'Agents',
    summary: 'Get the line that puts the chat on a website',
    answer: z.object({ data: agentSchema.snippet }),
    handle: async (context, { params }) => {
      const agent = await agentOf(context, params.agent_id as string)
      const snippet = snippetOf(await context.widgetUrl(), agent.id)
      return { data: { snippet, allowed_domains: agent.allowed_domains } }
    },
  }),
]

async function agentOf(context: ManageContext, id: string): Promise<Agent> {
  const { db, agentId, workspaceId } = await agentContext(context, id)
  return (await findAgent(db, agentId, workspaceId)) ?? raise(notFound())
}
