import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../lib/addresses.ts'
import { isUuid } from '../../lib/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import { type Door, type Route, raise, routeOf } from '../../platform/http/index.ts'
import { allowsOrigin } from '../agents/index.ts'
import { bearerOf } from '../keys/index.ts'
import { agentNotFound, originNotAllowed, sessionExpired } from './errors.ts'
import { findSite, type Site, type VisitorSession } from './store.ts'

/** A page that may show this agent's chat. */
export interface PageContext {
  site: Site
  origin: string
  /** What came as the bearer, alive or expired; only of this very site. */
  session: VisitorSession | undefined
  /** Where they come from, as far as limits care. */
  network: string
  requestId: string
}

/** A visitor of such a page. */
export interface VisitorContext extends PageContext {
  session: VisitorSession
}

/** `page`: no visitor yet. Every other route is a visitor's own. */
export type WidgetRoute = Route<VisitorContext, 'page'>
export const widgetRoute = routeOf<VisitorContext, 'page'>()

export const PREFIX = '/api/widget'

export function widgetDoor(db: Db): Door<VisitorContext> & { enterPage: Enter<PageContext> } {
  const enterPage: Enter<PageContext> = async (request, reply) => {
    // Tokens and what people say to each other: not for any cache on the way, nor for the next user of the browser.
    reply.header('Cache-Control', 'no-store')
    const { site, session } = await siteOf(db, request)
    const origin = originOf(request) ?? raise(originNotAllowed())
    admit(reply, site, origin)
    const ownSession = session?.origin === origin ? session : undefined
    return { site, origin, session: ownSession, network: networkOf(request.ip), requestId: request.id }
  }
  return {
    prefix: PREFIX,
    enterPage,
    async enter(request, reply, route) {
      const page = await enterPage(request, reply)
      if (route.scope !== 'page' && !page.session?.isAlive) throw sessionExpired()
      return page as VisitorContext
    },
  }
}

type Enter<Context> = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>

/** The agent that the address names, and the session of the bearer. */
export async function siteOf(
  db: Db,
  request: FastifyRequest,
): Promise<{ site: Site; session: VisitorSession | undefined }> {
  const { bot } = request.query as { bot?: unknown }
  if (typeof bot !== 'string' || !isUuid(bot)) throw agentNotFound()
  return (await findSite(db, bot, bearerOf(request))) ?? raise(agentNotFound())
}

/** Refuses an origin that is not the agent's; one that is may read every answer, refusals too. */
export function admit(reply: FastifyReply, { allowedDomains }: Site, origin: string): void {
  reply.header('Vary', 'Origin')
  if (!allowsOrigin(allowedDomains, origin)) throw originNotAllowed()
  reply.header('Access-Control-Allow-Origin', origin)
  reply.header('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id')
}

/** A same-origin GET has no Origin header; the browser's own word for it then stands in. */
export function originOf(request: FastifyRequest): string | undefined {
  const { origin, 'sec-fetch-site': from } = request.headers
  if (origin !== undefined) return origin
  if (request.method !== 'GET' || from !== 'same-origin') return undefined
  return `${request.protocol}://${request.host}`
}
