import { z } from 'zod'
import * as alerts from '../alerts/index.ts'
import { alertSchema as schema } from '../alerts/index.ts'
import { type ManageRoute, manageRoute } from './door.ts'

export const alertRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/alerts',
    tag: 'Alerts',
    summary: 'List where a person should look, newest first',
    query: schema.alertsQuery,
    answer: z.object({ data: z.array(schema.alert), hasMore: z.boolean() }),
    handle: async ({ db, workspaceId }, { query: { limit, before, unseen } }) => {
      const rows = await alerts.listAlerts(db, workspaceId, { limit, before, unseen: unseen !== undefined })
      return { data: rows.slice(0, limit).map(alerts.presentAlert), hasMore: rows.length > limit }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/alerts/:id/seen',
    tag: 'Alerts',
    summary: 'Somebody has looked; the next of its kind is a new alert',
    answer: z.object({ data: schema.alert }),
    refusals: { 404: 'alert not found' },
    handle: async (context, { params }) => ({
      data: alerts.presentAlert(await alerts.markSeen(context, params.id as string)),
    }),
  }),
]
