import { z } from 'zod'
import { isUuid } from '../../lib/ids.ts'
import { notFound, raise } from '../../platform/http/index.ts'
import * as catalogue from '../catalogue/index.ts'
import { catalogueSchema as schema } from '../catalogue/index.ts'
import { agentContext, type ManageRoute, manageRoute } from './door.ts'

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
    method: 'GET',
    path: '/products/:id',
    tag: 'Catalogue',
    summary: 'Read a product',
    answer: z.object({ data: schema.managedProduct }),
    handle: async ({ db, workspaceId }, { params }) => {
      const id = params.id as string
      const agentId = isUuid(id) ? await catalogue.agentOfProduct(db, workspaceId, id) : undefined
      const [product] = agentId ? await catalogue.readProducts(db, agentId, [id]) : []
      return { data: catalogue.presentManaged(product ?? raise(notFound())) }
    },
  }),
]
