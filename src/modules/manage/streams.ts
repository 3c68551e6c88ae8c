import type { FastifyInstance } from 'fastify'
import type { Uuid } from '../../lib/ids.ts'
import { beginEvents, entering, HttpError, tooMany, unavailable } from '../../platform/http/index.ts'
import type { Logger } from '../../platform/log.ts'
import type { News } from '../../platform/news.ts'
import { type ManageContext, type manageDoor, PREFIX, type StreamRoute } from './door.ts'
import { openStream } from './stream.ts'

/** Tabs and browsers of one person. */
const MOST_PER_PERSON = 20
/** Each is little, but files and memory of a process end somewhere. */
const MOST_OPEN = 2_000
const RETRY_SECONDS = 30

export const streamRoute: StreamRoute = { method: 'GET', path: '/stream' }

/** `GET /stream`, and its end with the service. */
export function mountStreams(
  app: FastifyInstance,
  door: ReturnType<typeof manageDoor>,
  { news, log }: { news: News; log: Logger },
): void {
  const open = new Set<{ userId: Uuid; end(): void }>()
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const stream of open) stream.end()
    done()
  })
  app.route({
    method: streamRoute.method,
    url: PREFIX + streamRoute.path,
    // Whoever asked for the head only would get a stream that says nothing and does not end.
    exposeHeadRoute: false,
    onRequest: entering((request) => door.admit(request, streamRoute)),
    handler: async (request, reply) => {
      const { userId, workspaceId } = request.context as ManageContext
      const own = [...open].filter((stream) => stream.userId === userId)
      if (own.length >= MOST_PER_PERSON || open.size >= MOST_OPEN) throw tooMany(RETRY_SECONDS)
      if (isClosing) throw unavailable()
      const mayListen = () => door.admit(request, streamRoute).then(() => true, isRefusal)
      const onTrouble = (error: unknown) => log.warn({ err: error }, 'a stream of the dashboard was cut off')
      const out = beginEvents(reply)
      const stream = {
        userId,
        ...openStream({ news, mayListen, onTrouble }, workspaceId, out),
      }
      open.add(stream)
      out.on('close', () => open.delete(stream))
      return reply
    },
  })
}

/** Signed out, removed from the team, token revoked. Anything else is a fault of ours. */
function isRefusal(error: unknown): false {
  if (error instanceof HttpError) return false
  throw error
}
