import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { HttpError, notFound, raise, unavailable } from './errors.ts'

export type { WebSocket } from 'ws'

/** A path that is a websocket. */
export interface SocketRoute {
  path: string
  /**
   * Who is it, and may they? Throws the refusal, which the client gets as an ordinary answer. What is done with the
   * socket is waited for when the service stops.
   */
  admit(request: IncomingMessage, url: URL): Promise<(socket: WebSocket) => void | Promise<void>>
}

const GOING_AWAY = 1001
const LARGEST_MESSAGE_BYTES = 1024 * 1024
/** Clients have so long to answer the farewell, and what went on over their sockets so long to be settled. */
const FAREWELL_MS = 2_000
const SETTLING_MS = 3_000

/** Answers upgrades by a table, and lets nobody hang when the service stops. */
export function mountSockets(
  app: FastifyInstance,
  routes: SocketRoute[],
  onTrouble: (error: unknown) => void,
): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
  const byPath = new Map(routes.map((route) => [route.path, route]))
  const underWay = new Set<Promise<void>>()
  let isClosing = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      const url = urlOf(request) ?? raise(notFound())
      const route = byPath.get(url.pathname) ?? raise(notFound())
      if (isClosing) throw unavailable()
      const open = await route.admit(request, url)
      server.handleUpgrade(request, socket, head, (opened) => {
        opened.on('error', () => opened.terminate())
        void carry(open, opened)
      })
    } catch (error) {
      if (!(error instanceof HttpError)) onTrouble(error)
      refuse(socket, error instanceof HttpError ? error : new HttpError(500, { error: 'internal error' }))
    }
  }

  async function carry(open: (socket: WebSocket) => void | Promise<void>, socket: WebSocket): Promise<void> {
    // It may have been admitted before the service began to stop, and opened only now.
    if (isClosing) socket.close(GOING_AWAY, 'the service is stopping')
    const carried = (async () => open(socket))().catch(onTrouble)
    underWay.add(carried)
    await carried
    underWay.delete(carried)
  }

  app.server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head))
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const client of server.clients) client.close(GOING_AWAY, 'the service is stopping')
    done()
  })
  app.addHook('onClose', async () => {
    await atMost(FAREWELL_MS, underWay)
    for (const client of server.clients) client.terminate()
    await atMost(SETTLING_MS, underWay)
  })
}

/** Undefined for what is no address, such as `//`: a client may ask for anything. */
function urlOf({ url = '/' }: IncomingMessage): URL | undefined {
  const base = 'http://service'
  return URL.canParse(url, base) ? new URL(url, base) : undefined
}

async function atMost(ms: number, work: Set<Promise<void>>): Promise<void> {
  const enough = new AbortController()
  const late = sleep(ms, undefined, { signal: enough.signal }).catch(() => {})
  await Promise.race([Promise.all(work), late])
  enough.abort()
}

function refuse(socket: Duplex, { status, body, headers }: HttpError): void {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  // Nobody else looks after the socket now: without this a client that does not hang up would keep it.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}
