import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { EARLIEST, type Timestamp } from '../../lib/time.ts'
import { entering, eventStreams, queryTimestamp, readQuery } from '../../platform/http/index.ts'
import { PREFIX, type VisitorContext, type widgetDoor } from './door.ts'
import { tooOften } from './errors.ts'
import type { WidgetParts } from './parts.ts'
import { openStream } from './stream.ts'

/** Tabs of one browser share a visitor. */
const MOST = { mostPerOwner: 8, most: 5_000 }
const RETRY_SECONDS = 30
const query = z.looseObject({ after: queryTimestamp('after').optional() })

/** `GET /stream`, and its end with the service. */
export function mountStreams(
  app: FastifyInstance,
  door: ReturnType<typeof widgetDoor>,
  parts: WidgetParts,
): void {
  const open = eventStreams(app, { ...MOST, refusal: () => tooOften(RETRY_SECONDS) })
  app.route({
    method: 'GET',
    url: `${PREFIX}/stream`,
    // Whoever asked for the head only would get a stream that says nothing and does not end.
    exposeHeadRoute: false,
    onRequest: entering((request, reply) => door.enter(request, reply, { method: 'GET' } as never)),
    handler: async (request, reply) => {
      const visitor = request.context as VisitorContext
      const { visitorId } = visitor.session
      const after = cursorOf(request.query, request.headers['last-event-id'])
      return open(reply, visitorId, (out) => openStream(parts, visitor, out, after))
    },
  })
}

/** Where the client was: as it says, or as a browser says by itself when it comes back. */
function cursorOf(given: unknown, lastId: string | string[] | undefined): Timestamp {
  const { after } = readQuery(query, given as Record<string, unknown>)
  if (after !== undefined || typeof lastId !== 'string') return after ?? EARLIEST
  return readQuery(query, { after: lastId }).after ?? EARLIEST
}
