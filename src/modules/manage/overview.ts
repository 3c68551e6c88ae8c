import { z } from 'zod'
import { overviewSchema, readOverview } from '../overview/index.ts'
import { type ManageRoute, manageRoute } from './door.ts'

export const overviewRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/overview',
    tag: 'Overview',
    summary: 'Count what happened on some days, and see what is still to be set up',
    query: overviewSchema.overviewQuery,
    answer: z.object({ data: overviewSchema.overview }),
    handle: async ({ db, workspaceId }, { query }) => ({ data: await readOverview(db, workspaceId, query) }),
  }),
]
