import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/index.ts'
import { mount } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { catalogueRoutes } from './catalogue.ts'
import { conversationRoutes } from './conversations.ts'
import { type Counter, manageDoor } from './door.ts'
import { orderRoutes } from './orders.ts'
import { sessionRoutes, signInRoute, strangersDoor } from './session.ts'
import { settingsRoutes } from './settings.ts'

export type { Counter } from './door.ts'

export const manageRoutes = [
  ...sessionRoutes,
  ...conversationRoutes,
  ...orderRoutes,
  ...catalogueRoutes,
  ...settingsRoutes,
]

/** The dashboard's API: people, not keys. */
export function mountManage(
  app: FastifyInstance,
  db: Db,
  counter: Counter,
  limits: Limits,
  secureCookies: boolean,
): void {
  mount(app, strangersDoor(), [signInRoute(db, limits, secureCookies)])
  mount(app, manageDoor(db, counter), manageRoutes)
}
