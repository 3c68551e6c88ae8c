import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { HttpError } from './errors.ts'

export type { WebSocket } from 'ws'

/** A path that is a websocket. */
export interface SocketRoute {
  path: string
  /** Who is it, and may they? Throws the refusal, which the client gets as an ordinary answer. */
  admit(request: IncomingMessage, url: URL): Promise<(socket: WebSocket) => void>
}

const GOING_AWAY = 1001
const LARGEST_MESSAGE_BYTES = 1024 * 1024

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

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const url = new URL(request.url ?? '/', 'http://service')
    const route = byPath.get(url.pathname)
    if (!route) return refuse(socket, new HttpError(404, { error: 'not found' }))
    try {
      const open = await route.admit(request, url)
      server.handleUpgrade(request, socket, head, (opened) => {
        opened.on('error', () => opened.terminate())
        open(opened)
      })
    } catch (error) {
      if (!(error instanceof HttpError)) onTrouble(error)
      refuse(socket, error instanceof HttpError ? error : new HttpError(500, { error: 'internal error' }))
    }
  }

  app.server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head))
  app.addHook('preClose', (done) => {
    for (const client of server.clients) client.close(GOING_AWAY, 'the service is stopping')
    done()
  })
  app.addHook('onClose', async () => {
    for (const client of server.clients) client.terminate()
  })
}

function refuse(socket: Duplex, { status, body, headers }: HttpError): void {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}
