import { packageVersion } from '../../lib/root.ts'
import { type DocumentedRoute, type OpenApiDocument, openApiDocument } from '../../platform/openapi/index.ts'
import { type CallParts, callRoutes } from '../calls/index.ts'
import { catalogueRoutes } from '../catalogue/index.ts'
import { conversationRoutes } from '../conversations/index.ts'
import { type KeyedRoute, scopes } from '../keys/index.ts'
import { orderRoutes } from '../orders/index.ts'
import { eventsOf } from './events.ts'
import { answerHeaders, everyRefusal, examples, headers, text } from './v1-text.ts'

/** Everything under /api/v1. The service mounts this list and the reference describes it, so neither can forget a route. */
export function v1RoutesWith(calls: () => CallParts): KeyedRoute[] {
  return [...conversationRoutes, ...orderRoutes, ...catalogueRoutes, ...callRoutes(calls)]
}

/** The same to be described, not served. */
export const v1Routes: KeyedRoute[] = v1RoutesWith(() => {
  throw new Error('these routes are only described')
})

export function v1Document(routes: DocumentedRoute[] = v1Routes): OpenApiDocument {
  return openApiDocument({
    ...text,
    version: packageVersion,
    prefix: '/api/v1',
    routes,
    events: eventsOf(),
    scopes,
    headers,
    answerHeaders,
    everyRefusal,
    examples,
  })
}
