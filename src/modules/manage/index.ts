import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { alertRoutes } from './alerts.ts'
import { catalogueRoutes } from './catalogue.ts'
import { conversationRoutes } from './conversations.ts'
import { type ManageParts, manageDoor } from './door.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { orderRoutes } from './orders.ts'
import { sessionRoutes, signInRoute, strangersDoor } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { webhookRoutes } from './webhooks.ts'

export type { Counter } from './door.ts'

export const manageRoutes = [
  ...sessionRoutes,
  ...conversationRoutes,
  ...orderRoutes,
  ...catalogueRoutes,
  ...knowledgeRoutes,
  ...alertRoutes,
  ...settingsRoutes,
  ...webhookRoutes,
]

/** The dashboard's API: people, not keys. */
export function mountManage(
  app: FastifyInstance,
  parts: ManageParts,
  limits: Limits,
  secureCookies: boolean,
): void {
  mount(app, strangersDoor(), [signInRoute(parts.db, limits, secureCookies)])
  mount(app, manageDoor(parts), manageRoutes)
}
