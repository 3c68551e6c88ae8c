import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/index.ts'
import { mount } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { conversationRoutes } from './conversations.ts'
import { manageDoor } from './door.ts'
import { sessionRoutes, signInRoute, strangersDoor } from './session.ts'
import { settingsRoutes } from './settings.ts'

export const manageRoutes = [...sessionRoutes, ...conversationRoutes, ...settingsRoutes]

/** The dashboard's API: people, not keys. */
export function mountManage(app: FastifyInstance, db: Db, limits: Limits, secureCookies: boolean): void {
  mount(app, strangersDoor(), [signInRoute(db, limits, secureCookies)])
  mount(app, manageDoor(db), manageRoutes)
}
