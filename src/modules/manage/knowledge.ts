import { z } from 'zod'
import * as knowledge from '../knowledge/index.ts'
import { knowledgeSchema as schema } from '../knowledge/index.ts'
import { agentContext, type ManageRoute, manageRoute } from './door.ts'

const refusals = { 404: 'document not found' }

export const knowledgeRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/agents/:agent_id/documents',
    tag: 'Knowledge',
    summary: 'List what an agent knows beyond its catalogue, by title',
    answer: z.object({ data: z.array(schema.document) }),
    handle: async (context, { params }) => {
      const agent = await agentContext(context, params.agent_id as string)
      return { data: (await knowledge.listDocuments(agent)).map(knowledge.presentDocument) }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/documents',
    tag: 'Knowledge',
    summary: 'Save a text or Markdown document; one with the same title is replaced',
    status: 201,
    body: schema.newDocument,
    answer: z.object({ data: schema.document }),
    refusals: { 409: 'too many documents' },
    handle: async (context, { params, body }) => {
      const agent = await agentContext(context, params.agent_id as string)
      return { data: knowledge.presentDocument(await knowledge.saveDocument(agent, body)) }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/agents/:agent_id/documents/:id',
    tag: 'Knowledge',
    summary: 'Read a document',
    answer: z.object({ data: schema.fullDocument }),
    refusals,
    handle: async (context, { params }) => {
      const agent = await agentContext(context, params.agent_id as string)
      return { data: knowledge.presentFull(await knowledge.readDocument(agent, params.id as string)) }
    },
  }),
  manageRoute({
    method: 'DELETE',
    path: '/agents/:agent_id/documents/:id',
    tag: 'Knowledge',
    summary: 'Remove a document; the agent knows nothing of it any more',
    status: 204,
    refusals,
    handle: async (context, { params }) => {
      const agent = await agentContext(context, params.agent_id as string)
      await knowledge.removeDocument(agent, params.id as string)
    },
  }),
]
