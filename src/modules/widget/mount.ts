import type { FastifyInstance } from 'fastify'
import { mount, type SocketRoute } from '../../platform/http/index.ts'
import { mountAssets } from './assets.ts'
import { widgetDoor } from './door.ts'
import { mountEmbed } from './embed.ts'
import { createTalks } from './live.ts'
import type { WidgetParts } from './parts.ts'
import { mountPreflight } from './preflight.ts'
import { mountPreview } from './preview.ts'
import { mountReady } from './ready.ts'
import { routesOf } from './routes.ts'
import { mountSound } from './sound.ts'
import { mountStreams } from './streams.ts'

/** Website chat (specification, section 4): its endpoints, the files that browsers load, and the socket for talks. */
export function mountWidget(app: FastifyInstance, parts: WidgetParts): SocketRoute {
  const door = widgetDoor(parts.db)
  const talks = createTalks(parts)
  const routes = routesOf(parts, talks)
  mount(app, door, routes)
  mountStreams(app, door, parts)
  mountSound(app, door, parts)
  mountEmbed(app, parts)
  mountPreflight(app, parts.db, [
    ...new Set([...routes.map(({ path }) => path), '/stream', '/speak', '/voice-note', '/embed']),
  ])
  mountAssets(app, parts.widgetUrl)
  mountReady(app, parts.db)
  mountPreview(app, parts)
  return talks.socket
}
