import { packageVersion } from '../../lib/root.ts'
import { type DocumentedRoute, type OpenApiDocument, openApiDocument } from '../../platform/openapi/index.ts'
import { catalogueRoutes } from '../catalogue/index.ts'
import { conversationRoutes } from '../conversations/index.ts'
import { type KeyedRoute, scopes } from '../keys/index.ts'
import { orderRoutes } from '../orders/index.ts'
import { eventsOf } from './events.ts'
import { answerHeaders, everyRefusal, examples, headers, text } from './v1-text.ts'

/** Everything under /api/v1. The service mounts this list and the reference describes it, so neither can forget a route. */
export const v1Routes: KeyedRoute[] = [...conversationRoutes, ...orderRoutes, ...catalogueRoutes]

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
