import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { EARLIEST, type Timestamp } from '../../lib/time.ts'
import { entering, queryTimestamp, readQuery, unavailable } from '../../platform/http/index.ts'
import { PREFIX, type VisitorContext, type widgetDoor } from './door.ts'
import { tooOften } from './errors.ts'
import type { WidgetParts } from './parts.ts'
import { openStream } from './stream.ts'

/** Tabs of one browser share a visitor. */
const MOST_PER_VISITOR = 8
/** Each is little, but files and memory of a process end somewhere. */
const MOST_OPEN = 5_000
const RETRY_SECONDS = 30
const query = z.looseObject({ after: queryTimestamp('after').optional() })

/** `GET /stream`, and its end with the service. */
export function mountStreams(
  app: FastifyInstance,
  door: ReturnType<typeof widgetDoor>,
  parts: WidgetParts,
): void {
  const open = new Set<{ visitorId: string; end(): void }>()
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const stream of open) stream.end()
    done()
  })
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
      const own = [...open].filter((stream) => stream.visitorId === visitorId)
      if (own.length >= MOST_PER_VISITOR || open.size >= MOST_OPEN) throw tooOften(RETRY_SECONDS)
      if (isClosing) throw unavailable()
      const out = begin(reply)
      const stream = { visitorId, ...openStream(parts, visitor, out, after) }
      open.add(stream)
      out.on('close', () => open.delete(stream))
      return reply
    },
  })
}

/** Where the client was: as it says, or as a browser says by itself when it comes back. */
function cursorOf(given: unknown, lastId: string | string[] | undefined): Timestamp {
  const { after } = readQuery(query, given as Record<string, unknown>)
  if (after !== undefined || typeof lastId !== 'string') return after ?? EARLIEST
  return readQuery(query, { after: lastId }).after ?? EARLIEST
}

function begin(reply: FastifyReply) {
  reply.headers({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // Or nginx would collect events until it has a page of them.
    'X-Accel-Buffering': 'no',
    Connection: 'keep-alive',
  })
  reply.hijack()
  return reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
}
