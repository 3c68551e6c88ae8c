import { open } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, notFound, raise, type SocketRoute, type WebSocket } from '../../platform/http/index.ts'
import { FILES_PATH } from '../../providers/storage/index.ts'
import {
  type Carrier,
  type CarrierName,
  type MediaSocket,
  TWILIO_PATH,
} from '../../providers/telephony/index.ts'
import type { Calls } from './calls.ts'
import { takeIncoming } from './incoming.ts'
import { hearNews } from './news.ts'
import { rangeOf } from './range.ts'

/** Larger than a transcript of the longest call. */
const CALLBACK_LIMIT_BYTES = 4 * 1024 * 1024
const REMOTE: CarrierName[] = ['twilio', 'elevenlabs']

/** Where carriers tell us what happens, and where recordings of ours are read. */
export function mountCalls(app: FastifyInstance, calls: Calls): void {
  for (const name of REMOTE) {
    const carrier = calls.parts.carriers.named(name)
    if (!carrier) continue
    const path = `/api/telephony/${name}/:kind`
    app.post(path, { bodyLimit: CALLBACK_LIMIT_BYTES }, (request, reply) =>
      hear(calls, carrier, request, reply),
    )
  }
  const { local } = calls.parts.storage
  if (local) app.get(`${FILES_PATH}/*`, (request, reply) => sendFile(local, request, reply))
}

/** The socket on which Twilio carries the sound of a call. */
export function mediaSocket({ parts }: Calls): SocketRoute {
  return {
    path: `${TWILIO_PATH}/media`,
    async admit() {
      const carrier = parts.carriers.named('twilio') ?? raise(notFound())
      return (socket) => carrier.media?.(asMedia(socket))
    },
  }
}

async function hear(
  { parts, baseUrl }: Calls,
  carrier: Carrier,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { kind = '' } = request.params as { kind?: string }
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const url = `${await baseUrl()}${request.raw.url}`
  const heard = carrier.hear({ kind, url, body, headers: request.headers })
  if (heard.kind === 'forged') {
    parts.log.warn({ carrier: carrier.name, kind }, 'a callback was not signed by its carrier')
    throw forbidden('bad signature', 'This request was not signed by the carrier.')
  }
  let answer = carrier.acknowledge()
  if (heard.kind === 'news') await hearNews(parts, carrier.name, heard.news)
  if (heard.kind === 'incoming') {
    // Only who carries calls at present can be talked over; keys may be set up for what was carried before, or for texts.
    const isOn = parts.carriers.active?.name === carrier.name
    const callId = isOn ? await takeIncoming(parts.db, carrier, heard.incoming) : undefined
    answer = callId === undefined ? carrier.turnAway() : await carrier.take(callId)
  }
  return reply.header('Content-Type', answer.type).send(answer.body)
}

function asMedia(socket: WebSocket): MediaSocket {
  return {
    onMessage: (heard) => void socket.on('message', (data) => heard(String(data))),
    onClose: (closed) => void socket.on('close', closed),
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
  }
}

/** Players ask for parts of a file; without that they cannot jump. */
async function sendFile(
  local: NonNullable<Calls['parts']['storage']['local']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { '*': key = '' } = request.params as { '*'?: string }
  const { expires, signature } = request.query as Record<string, unknown>
  const path =
    local.open({ key, expires: String(expires), signature: String(signature) }) ?? raise(notFound())
  const file = await open(path).catch(() => raise(notFound()))
  const { size } = await file.stat()
  const range = rangeOf(request.headers.range, size)
  reply.headers({
    'Content-Type': 'audio/mpeg',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  if (range === 'unsatisfiable') {
    await file.close()
    return reply.code(416).header('Content-Range', `bytes */${size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`)
  reply.header('Content-Length', end - start + 1)
  if (request.method === 'HEAD' || size === 0) {
    await file.close()
    return reply.send()
  }
  return reply.send(file.createReadStream({ start, end }))
}
