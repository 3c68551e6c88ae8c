import type { FastifyInstance } from 'fastify'
import { entering, eventStreams, HttpError, tooMany } from '../../platform/http/index.ts'
import type { Logger } from '../../platform/log.ts'
import type { News } from '../../platform/news.ts'
import { type ManageContext, type manageDoor, PREFIX, type StreamRoute } from './door.ts'
import { openStream } from './stream.ts'

/** Tabs and browsers of one person. */
const MOST = { mostPerOwner: 20, most: 2_000 }
const RETRY_SECONDS = 30

export const streamRoute: StreamRoute = { method: 'GET', path: '/stream' }

/** `GET /stream`, and its end with the service. */
export function mountStreams(
  app: FastifyInstance,
  door: ReturnType<typeof manageDoor>,
  { news, log }: { news: News; log: Logger },
): void {
  const open = eventStreams(app, { ...MOST, refusal: () => tooMany(RETRY_SECONDS) })
  app.route({
    method: streamRoute.method,
    url: PREFIX + streamRoute.path,
    // Whoever asked for the head only would get a stream that says nothing and does not end.
    exposeHeadRoute: false,
    onRequest: entering((request) => door.admit(request, streamRoute)),
    handler: async (request, reply) => {
      const { userId, workspaceId } = request.context as ManageContext
      const mayListen = () => door.admit(request, streamRoute).then(() => true, isRefusal)
      const onTrouble = (error: unknown) => log.warn({ err: error }, 'a stream of the dashboard was cut off')
      return open(reply, userId, (out) => openStream({ news, mayListen, onTrouble }, workspaceId, out))
    },
  })
}

/** Signed out, removed from the team, token revoked. Anything else is a fault of ours. */
function isRefusal(error: unknown): false {
  if (error instanceof HttpError) return false
  throw error
}
