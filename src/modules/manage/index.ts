import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Logger } from '../../platform/log.ts'
import type { News } from '../../platform/news.ts'
import { type ManageParts, manageDoor } from './door.ts'
import { forgottenRoutes } from './forgotten.ts'
import { manageRoutes } from './routes.ts'
import { signInRoute, strangersDoor } from './session.ts'
import { mountStreams } from './streams.ts'

export { contractText } from './contract.ts'
export type { Counter } from './door.ts'
export { manageRoutes } from './routes.ts'

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
