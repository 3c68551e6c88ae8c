import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Logger } from '../../platform/log.ts'
import type { News } from '../../platform/news.ts'
import { agentRoutes } from './agents.ts'
import { alertRoutes } from './alerts.ts'
import { callRoutes } from './calls.ts'
import { catalogueRoutes } from './catalogue.ts'
import { contactRoutes } from './contacts.ts'
import { conversationRoutes } from './conversations.ts'
import { customerRoutes } from './customers.ts'
import { type ManageParts, manageDoor } from './door.ts'
import { forgottenRoutes, forgottenShapes } from './forgotten.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { orderRoutes } from './orders.ts'
import { overviewRoutes } from './overview.ts'
import { sessionRoutes, signInForm, signInRoute, strangersDoor } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { mountStreams } from './streams.ts'
import { teamRoutes } from './team.ts'
import { webhookRoutes } from './webhooks.ts'
import { workspaceRoutes } from './workspace.ts'

export { contractText } from './contract.ts'
export type { Counter } from './door.ts'

/** The routes for people who are nobody yet, in shape. */
export const strangersShapes = [signInForm, ...forgottenShapes]

export const manageRoutes = [
  ...sessionRoutes,
  ...overviewRoutes,
  ...conversationRoutes,
  ...orderRoutes,
  ...customerRoutes,
  ...callRoutes,
  ...contactRoutes,
  ...catalogueRoutes,
  ...knowledgeRoutes,
  ...alertRoutes,
  ...agentRoutes,
  ...settingsRoutes,
  ...teamRoutes,
  ...workspaceRoutes,
  ...webhookRoutes,
]

/** The dashboard's API: people, not keys. */
export function mountManage(
  app: FastifyInstance,
  parts: Omit<ManageParts, 'passwordTries'> & { news: News; log: Logger },
  limits: Limits,
  secureCookies: boolean,
): void {
  const passwordTries = limits.window('password', { limit: 10, windowMs: 15 * 60_000 })
  const door = manageDoor({ ...parts, passwordTries })
  mount(app, strangersDoor(), [
    signInRoute(parts.db, limits, secureCookies),
    ...forgottenRoutes(parts, limits),
  ])
  mount(app, door, manageRoutes)
  mountStreams(app, door, parts)
}
