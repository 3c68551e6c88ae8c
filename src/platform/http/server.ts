import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { newId } from '../../lib/ids.ts'
import { randomBase62 } from '../../lib/secrets.ts'
import { isUnavailable } from '../db/index.ts'
import type { Logger } from '../log.ts'
import { badRequest, bodyTooLarge, HttpError, notFound, unavailable, unsupportedType } from './errors.ts'

export interface HttpOptions {
  log: Logger
  trustProxy: boolean
  /** Called once per finished request. */
  observe: (request: { method: string; route: string; status: number; seconds: number }) => void
}

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const BODY_LIMIT_BYTES = 5 * 1024 * 1024

export function createServer(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // One hop: what a client writes into X-Forwarded-For itself stands left of what our proxy appends.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    genReqId: requestIds(),
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 20_000 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id)
      render(translate(error) as HttpError, reply)
    },
  }) as unknown as FastifyInstance

  // Bodies stay bytes until the route knows that it wants them: refusals then come in one order, from one place.
  app.removeAllContentTypeParsers()
  // The usual one by its name, so that the framework need not read the header anew for each request.
  for (const type of ['application/json', '*']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  }

  app.decorateRequest('context', null)
  app.decorateRequest('beforeRefusal', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A kept-alive connection would hold the graceful stop up until its client tires of it.
    if (closing) reply.header('Connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    record(options, request, reply)
    done()
  })
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.setErrorHandler(async (error: Error, request, reply) => {
    let answer = translate(error)
    if (answer instanceof HttpError) answer = await mostImportant(request, answer)
    if (answer instanceof HttpError && answer.status === 503) {
      options.log.warn(
        { requestId: request.id, route: routeOf(request), err: error },
        'request refused for now',
      )
    }
    if (!(answer instanceof HttpError)) {
      options.log.error({ requestId: request.id, route: routeOf(request), err: answer }, 'request failed')
      answer = new HttpError(500, { error: 'internal error' })
    }
    return render(answer as HttpError, reply)
  })
  return app
}

/** Unique over processes and restarts by its random start, within one by counting. */
function requestIds(): () => string {
  const start = randomBase62(12)
  let count = 0
  return () => `${start}-${(count++).toString(36)}`
}

async function mostImportant(request: FastifyRequest, refusal: HttpError): Promise<Error> {
  try {
    await request.beforeRefusal?.()
    return refusal
  } catch (error) {
    return translate(error as Error)
  }
}

/** What the framework or the database throws, in our own terms. */
function translate(error: Error): Error {
  if (error instanceof HttpError) return error
  if (isUnavailable(error)) return unavailable()
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge()
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedType()
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound()
  if (code?.startsWith('FST_ERR_') && statusCode !== undefined && statusCode < 500)
    return badRequest('malformed request')
  return error
}

function render(answer: HttpError, reply: FastifyReply): FastifyReply {
  // A key that is no longer one is answered like one that never was.
  if (answer.status === 401) for (const name of RATE_HEADERS) reply.removeHeader(name)
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer.body))
}

/** The route's pattern and never the address itself: addresses can carry one-time tokens. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}

function record(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): void {
  const { method, id } = request
  const route = routeOf(request)
  const status = reply.statusCode
  options.observe({ method, route, status, seconds: reply.elapsedTime / 1000 })
  options.log.info(
    { requestId: id, method, route, status, ms: Math.round(reply.elapsedTime * 10) / 10 },
    'request',
  )
}

/** Node refused to even parse it: no request object exists, but the sender still gets a clear answer. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const body = JSON.stringify({
    error: status === 400 ? 'malformed request' : STATUS_CODES[status]?.toLowerCase(),
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-Id: ${newId()}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
