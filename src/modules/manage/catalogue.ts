import { z } from 'zod'
import { notFound, raise } from '../../platform/http/index.ts'
import * as catalogue from '../catalogue/index.ts'
import { catalogueSchema as schema } from '../catalogue/index.ts'
import { agentContext, type ManageRoute, manageRoute, productContext } from './door.ts'

/** A file of five million characters, escaped. */
const IMPORT_LIMIT_BYTES = 12 * 1024 * 1024

export const catalogueRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/agents/:agent_id/products',
    tag: 'Catalogue',
    summary: 'List products by name, or search them by words',
    query: schema.managedQuery,
    answer: schema.managedPage,
    handle: async (context, { params, query: { q = '', limit, cursor, archived: flag } }) => {
      const { db, agentId } = await agentContext(context, params.agent_id as string)
      const archived = flag !== undefined
      if (q.trim() === '') {
        return catalogue.presentPage(
          await catalogue.listProducts(db, agentId, { limit, cursor, archived }),
          limit,
        )
      }
      const found = await catalogue.searchProducts(db, agentId, { words: q, limit, archived })
      return { data: found.map(catalogue.presentManaged), hasMore: false, next_cursor: null }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/products',
    tag: 'Catalogue',
    summary: 'Create or change products; what is not named stays as it is',
    body: schema.savedBody,
    answer: schema.savedAnswer,
    handle: async (context, { params, body: { new_only: newOnly, ...body } }) =>
      catalogue.syncProducts(await agentContext(context, params.agent_id as string), body, { newOnly }),
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/products/import',
    tag: 'Catalogue',
    summary: 'Bring a CSV file into the catalogue, all of it or nothing; first as a dry run',
    bodyLimit: IMPORT_LIMIT_BYTES,
    body: schema.importBody,
    answer: z.object({ data: schema.imported }),
    refusals: { 422: 'problems in the file' },
    handle: async (context, { params, body: { csv, source, dry_run: dryRun } }) => {
      const agent = await agentContext(context, params.agent_id as string)
      return { data: await catalogue.importProducts(agent, { csv, source, dryRun }) }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/products/archive',
    tag: 'Catalogue',
    summary: 'Take products off the shelf, until they are saved again',
    body: schema.archiveBody,
    answer: schema.archiveAnswer,
    handle: async (context, { params, body }) =>
      catalogue.archiveProducts(await agentContext(context, params.agent_id as string), body),
  }),
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/stock',
    tag: 'Catalogue',
    summary: 'Set stock levels',
    body: schema.levelsBody,
    answer: schema.levelsAnswer,
    handle: async (context, { params, body }) =>
      catalogue.setLevels(await agentContext(context, params.agent_id as string), body),
  }),
  manageRoute({
    method: 'GET',
    path: '/products/:id',
    tag: 'Catalogue',
    summary: 'Read a product',
    answer: z.object({ data: schema.managedProduct }),
    handle: async (context, { params }) => {
      const id = params.id as string
      const { db, agentId } = await productContext(context, id)
      const [product] = await catalogue.readProducts(db, agentId, [id])
      return { data: catalogue.presentManaged(product ?? raise(notFound())) }
    },
  }),
]
