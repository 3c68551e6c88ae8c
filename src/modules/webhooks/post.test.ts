import { createPrivateKey, X509Certificate } from 'node:crypto'
import { getEventListeners, once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import {
  type AddressInfo,
  createServer,
  type Server,
  type Socket,
  setDefaultAutoSelectFamily,
} from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseAllowList } from '../../lib/addresses.ts'
import { createPoster, type Outcome } from './post.ts'
import type { Resolve } from './resolve.ts'
import { createTargets } from './target.ts'

/** Long enough never to end a test that goes well, short enough to end one that must run into it. */
const NEVER_MS = 25_000
const SOON_MS = 400
/** For what has to happen before the time is up, also on a busy machine. */
const LATER_MS = 2_000
const BODY = Buffer.from('{"event":"message.created"}')

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const close of closers.splice(0).reverse()) await close()
})

describe('the answer decides', () => {
  it.each([200, 201, 204, 299])('%i: delivered', async (status) => {
    const { url } = await startHttp((_request, response) => response.writeHead(status).end())
    const outcome = await openPoster().post(url, {}, BODY)
    expect(outcome).toEqual({ status, error: null, durationMs: expect.any(Number) })
  })

  it.each([
    [300, 'answered with a redirect (300), which is not followed'],
    [302, 'answered with a redirect (302), which is not followed'],
    [304, 'answered with a redirect (304), which is not followed'],
    [400, 'answered 400'],
    [410, 'answered 410'],
    [500, 'answered 500'],
    [999, 'answered 999'],
  ])('%i: %s', async (status, error) => {
    const { url } = await startHttp((_request, response) => response.writeHead(status).end('no'))
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status, error })
  })

  it('a redirect is never followed', async () => {
    const inside = await startHttp((_request, response) => response.end())
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await startHttp((_request, response) =>
        response.writeHead(status, { Location: inside.url }).end(),
      )
      expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status })
    }
    expect(inside.connections()).toBe(0)
  })

  it('an early hint is not the answer', async () => {
    const { url } = await startRaw((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    )
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status: 200, error: null })
  })

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  ])('a change of protocols is none: %j', async (answer) => {
    const server = await startRaw((socket) => socket.write(answer))
    expect(await openPoster().post(server.url, {}, BODY)).toMatchObject({
      status: 101,
      error: 'answered 101',
    })
    await eventually(() => expect(server.open()).toBe(0))
  })

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'the answer is not HTTP'],
    ['HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n', 'the answer is not HTTP'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'the answer is not HTTP'],
    [`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`, 'the head of the answer is too long'],
  ])('an answer that cannot be read is a failure: %#', async (answer, error) => {
    const server = await startRaw((socket) => socket.write(answer))
    expect(await openPoster().post(server.url, {}, BODY)).toMatchObject({ error })
    await eventually(() => expect(server.open()).toBe(0))
  })
})

describe('what is sent', () => {
  it('arrives byte for byte, with its length and headers', async () => {
    const text = '{"text":"Selamat pagi ☕️ 👩‍🍳 \\u0000 \u2028"}'
    const { url, requests } = await startHttp((_request, response) => response.end())
    const headers = { 'Content-Type': 'application/json', 'X-Service-Delivery': 'id' }
    await openPoster().post(`${url}hook/%20?a=b&c`, headers, Buffer.from(text))
    const [request] = requests
    expect(request?.body.toString()).toBe(text)
    expect(request).toMatchObject({ method: 'POST', path: '/hook/%20?a=b&c' })
    expect(request?.headers).toMatchObject({
      host: new URL(url).host,
      'content-length': String(Buffer.byteLength(text)),
      'content-type': 'application/json',
      'x-service-delivery': 'id',
    })
    expect(request?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('goes over one connection while the receiver keeps it open', async () => {
    const server = await startHttp((_request, response) => response.end('thanks'))
    const poster = openPoster()
    for (let i = 0; i < 20; i++) await poster.post(server.url, {}, BODY)
    expect(server.requests).toHaveLength(20)
    expect(server.connections()).toBe(1)
    poster.close()
    await eventually(() => expect(server.open()).toBe(0))
  })

  it('does not pass through a proxy of the environment', async () => {
    const proxy = await startHttp((_request, response) => response.end())
    const server = await startHttp((_request, response) => response.end())
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, proxy.url)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect(await openPoster().post(server.url, {}, BODY)).toMatchObject({ error: null })
    expect([proxy.connections(), server.connections()]).toEqual([0, 1])
  })
})

describe('one timer covers everything', () => {
  const late = 'no complete answer within 0.4 s'
  const later = 'no complete answer within 2 s'

  it('a receiver that hangs', async () => {
    const server = await startRaw(() => {})
    const outcome = await openPoster({ timeoutMs: SOON_MS }).post(server.url, {}, BODY)
    expect(outcome).toEqual({ status: null, error: late, durationMs: expect.any(Number) })
    expect(outcome?.durationMs).toBeGreaterThanOrEqual(SOON_MS - 5)
    await eventually(() => expect(server.open()).toBe(0))
  })

  it.each([
    ['headers', 'HTTP/1.1 200 OK\r\nX-Slow: ', null],
    ['body', 'HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n', 200],
  ])('a receiver that trickles its %s', async (_part, head, status) => {
    const server = await startRaw((socket) => {
      socket.write(head)
      const drip = setInterval(() => socket.write('a'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const outcome = await openPoster({ timeoutMs: LATER_MS }).post(server.url, {}, BODY)
    expect(outcome).toMatchObject({ status, error: later })
    await eventually(() => expect(server.open()).toBe(0))
  })

  it('a receiver that never stops sending hints', async () => {
    const server = await startRaw((socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await openPoster({ timeoutMs: SOON_MS }).post(server.url, {}, BODY)).toMatchObject({ error: late })
  })

  it('a receiver that never finishes the TLS handshake', async () => {
    const server = await startRaw(() => {})
    const outcome = await openPoster({ timeoutMs: SOON_MS }).post(secure(server.url), {}, BODY)
    expect(outcome).toMatchObject({ status: null, error: late })
    await eventually(() => expect(server.open()).toBe(0))
  })

  it('a name server that never answers, which is then no longer waited for', async () => {
    let signal: AbortSignal | undefined
    const poster = openPoster({
      timeoutMs: SOON_MS,
      resolve: (_host, given) => {
        signal = given
        return new Promise(() => {})
      },
    })
    expect(await poster.post('https://shop.test/', {}, BODY)).toMatchObject({ status: null, error: late })
    expect(signal?.aborted).toBe(true)
  })

  it('a second try after a connection that had been closed', async () => {
    let count = 0
    const server = await startRaw((socket) => {
      socket.on('data', () => {
        count += 1
        if (count === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        if (count === 2) socket.destroy()
      })
    })
    const poster = openPoster({ timeoutMs: LATER_MS })
    await poster.post(server.url, {}, BODY)
    expect(await poster.post(server.url, {}, BODY)).toMatchObject({ status: null, error: later })
    expect(count).toBe(3)
  })
})

describe('the body of the answer', () => {
  it('is not read beyond 64 kB: a receiver cannot keep us busy with 1 GB', async () => {
    const total = 1024 ** 3
    let written = 0
    const server = await startHttp((_request, response) => {
      const chunk = Buffer.alloc(65_536)
      response.writeHead(200, { 'Content-Length': total })
      const pour = () => {
        while (written < total && !response.destroyed) {
          written += chunk.length
          if (response.write(chunk)) continue
          response.once('drain', pour)
          return
        }
      }
      pour()
    })
    expect(await openPoster().post(server.url, {}, BODY)).toMatchObject({ status: 200, error: null })
    await eventually(() => expect(server.open()).toBe(0))
    // What the buffers of both sides of a local connection hold, with room to spare.
    expect(written).toBeLessThan(64 * 1024 ** 2)
  })

  it('decides nothing: a failure with a long body is the same failure', async () => {
    const { url } = await startHttp((_request, response) =>
      response.writeHead(500).end(Buffer.alloc(1_000_000)),
    )
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status: 500, error: 'answered 500' })
  })

  it('must come whole', async () => {
    const { url } = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'))
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({
      status: 200,
      error: 'the connection was closed before the answer was complete',
    })
  })

  it('may end with the connection', async () => {
    const { url } = await startRaw((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nabc'))
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status: 200, error: null })
  })
})

describe('connections that fail', () => {
  const closed = 'the connection was closed before an answer came'

  it.each([
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', (socket: Socket) => socket.end()],
    ['closed amid the headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
  ])('%s', async (_how, fail) => {
    const server = await startRaw((socket) => socket.once('data', () => fail(socket)))
    expect(await openPoster().post(server.url, {}, BODY)).toMatchObject({ status: null, error: closed })
    expect(server.connections()).toBe(1)
  })

  it('refused', async () => {
    const { url, close } = await startRaw(() => {})
    await close()
    const error = 'the connection was refused'
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status: null, error })
  })

  it.each([
    ['ENOTFOUND', 'the host name is unknown'],
    ['ESERVFAIL', 'the host name could not be looked up'],
    ['ESOMETHING', 'the request failed (esomething)'],
  ])('no address: %s', async (code, error) => {
    const poster = openPoster({ resolve: () => Promise.reject(Object.assign(new Error(code), { code })) })
    expect(await poster.post('https://shop.test/', {}, BODY)).toMatchObject({ status: null, error })
  })

  it.each(['', 'shop.test', 'https://'])('no URL: "%s"', async (text) => {
    const error = 'the URL cannot be read'
    expect(await openPoster().post(text, {}, BODY)).toMatchObject({ status: null, error })
  })

  it('the next address is tried when nobody answers at the first', async () => {
    const server = await startHttp((_request, response) => response.end())
    const resolve = async () => ['127.0.0.2', '127.0.0.1']
    const poster = openPoster({ allow: '127.0.0.0/8', resolve })
    expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({ error: null })
  })

  it('one address is enough where the choice among several is switched off', async () => {
    const server = await startHttp((_request, response) => response.end())
    setDefaultAutoSelectFamily(false)
    closers.push(() => setDefaultAutoSelectFamily(true))
    const poster = openPoster({ resolve: async () => ['127.0.0.1'] })
    expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({ error: null })
  })
})

describe('an idle connection that the receiver closes just as it is taken again', () => {
  /** Answers the first request of the connections it is told to, and hangs up on every other. */
  async function startForgetful(answers: (connection: number) => boolean) {
    let requests = 0
    const server = await startRaw((socket) => {
      const connection = server.connections()
      let heard = 0
      socket.on('data', () => {
        requests += 1
        heard += 1
        if (heard === 1 && answers(connection)) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        else socket.destroy()
      })
    })
    return { ...server, requests: () => requests }
  }

  it('is replaced by a fresh one at once', async () => {
    const server = await startForgetful(() => true)
    const poster = openPoster()
    for (let i = 0; i < 3; i++)
      expect(await poster.post(server.url, {}, BODY)).toMatchObject({ status: 204, error: null })
    expect(server.requests()).toBeGreaterThan(3)
  })

  it('is replaced once: a receiver that hangs up again has failed', async () => {
    const server = await startForgetful((connection) => connection === 1)
    const poster = openPoster()
    expect(await poster.post(server.url, {}, BODY)).toMatchObject({ error: null })
    expect(await poster.post(server.url, {}, BODY)).toMatchObject({
      status: null,
      error: 'the connection was closed before an answer came',
    })
    expect([server.requests(), server.connections()]).toEqual([3, 2])
  })
})

describe('no way inside', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[fd00::1]',
    'localhost',
    'LOCALHOST.',
    'foo.localhost',
  ])('at send: %s', async (host) => {
    const server = await startRaw((socket) => socket.end())
    const resolve = vi.fn(async () => ['127.0.0.1'])
    const poster = openPoster({ allow: '', resolve })
    for (const protocol of ['http', 'https']) {
      const outcome = await poster.post(`${protocol}://${host}:${new URL(server.url).port}/`, {}, BODY)
      expect(outcome).toMatchObject({ status: null })
      expect(outcome?.error).toMatch(/^The URL leads to a private or internal address \(.+\)\.$/)
    }
    expect(resolve).not.toHaveBeenCalled()
    expect(server.connections()).toBe(0)
  })

  it('a name that led outside when it was saved and leads inside now is not connected to', async () => {
    const server = await startRaw((socket) => socket.end())
    const answers = [['203.0.113.7'], ['127.0.0.1']]
    const targets = createTargets({ allow: parseAllowList(''), resolve: async () => answers.shift() ?? [] })
    const saved = await targets.check(secure(named(server.url)))
    const poster = createPoster({ targets, timeoutMs: NEVER_MS })
    closers.push(() => poster.close())
    expect(await poster.post(saved, {}, BODY)).toMatchObject({
      status: null,
      error: 'The URL leads to a private or internal address (shop.test).',
    })
    expect(answers).toEqual([])
    expect(server.connections()).toBe(0)
  })

  it('the name is looked up once, by us: the socket goes where that answer says', async () => {
    const server = await startHttp((_request, response) => response.end())
    const answers = [['127.0.0.1'], ['127.0.0.9']]
    const resolve = vi.fn(async () => answers.shift() ?? [])
    const poster = openPoster({ allow: '127.0.0.1', resolve })
    expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({ error: null })
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it.each([[['127.0.0.1', '10.0.0.1']], [['10.0.0.1', '127.0.0.1']], [['127.0.0.1', '::1']]])(
    'one bad address among good ones (%j) keeps the whole name out',
    async (answer) => {
      const server = await startHttp((_request, response) => response.end())
      const poster = openPoster({ allow: '127.0.0.1', resolve: async () => answer })
      expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({
        status: null,
        error: 'The URL leads to a private or internal address (shop.test).',
      })
      expect(server.connections()).toBe(0)
    },
  )

  it('credentials in a saved URL are refused, not sent', async () => {
    const server = await startHttp((_request, response) => response.end())
    const url = server.url.replace('//', '//user:secret@')
    const error = 'The URL must not contain a user name or password.'
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status: null, error })
    expect(server.connections()).toBe(0)
  })
})

describe('over https', () => {
  const inside = { allow: '127.0.0.1', resolve: async () => ['127.0.0.1'] }

  it('a certificate of nobody we trust is refused in words, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const server = await startHttps()
    const error = 'the certificate is not valid (it is signed by itself)'
    expect(await openPoster(inside).post(server.url, {}, BODY)).toMatchObject({ status: null, error })
    expect(server.requests).toEqual([])
  })

  it('a certificate of another host is refused in words', async () => {
    trustTheTestCertificate()
    const server = await startHttps()
    const url = server.url.replace('shop.test', 'other.test')
    const error = 'the certificate is not valid (it is made for another host)'
    expect(await openPoster(inside).post(url, {}, BODY)).toMatchObject({ status: null, error })
    expect(server.requests).toEqual([])
  })

  it('a good certificate is enough, and one connection serves several requests', async () => {
    trustTheTestCertificate()
    const server = await startHttps()
    const poster = openPoster(inside)
    for (let i = 0; i < 3; i++)
      expect(await poster.post(server.url, {}, BODY)).toMatchObject({ status: 200, error: null })
    expect(server.requests.map(({ body }) => body)).toEqual([BODY, BODY, BODY])
    expect(server.connections()).toBe(1)
  })

  it('a receiver that speaks plain http has failed', async () => {
    const { url } = await startHttp((_request, response) => response.end())
    const error = 'a secure connection could not be made'
    expect(await openPoster().post(secure(url), {}, BODY)).toMatchObject({ status: null, error })
  })
})

describe('stopping', () => {
  it('gives up what is under way, as if nothing had been tried', async () => {
    const server = await startRaw(() => {})
    const stopping = new AbortController()
    const posted = openPoster().post(server.url, {}, BODY, stopping.signal)
    await eventually(() => expect(server.connections()).toBe(1))
    stopping.abort()
    expect(await posted).toBeUndefined()
    await eventually(() => expect(server.open()).toBe(0))
  })

  it('tries nothing once it has begun', async () => {
    const server = await startRaw(() => {})
    expect(await openPoster().post(server.url, {}, BODY, AbortSignal.abort())).toBeUndefined()
    expect(server.connections()).toBe(0)
  })

  it('does not try again on a fresh connection', async () => {
    let heard = 0
    const stopping = new AbortController()
    const server = await startRaw((socket) => {
      socket.on('data', () => {
        heard += 1
        if (heard === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        else stopping.abort()
      })
    })
    const poster = openPoster()
    await poster.post(server.url, {}, BODY)
    expect(await poster.post(server.url, {}, BODY, stopping.signal)).toBeUndefined()
    await eventually(() => expect(server.open()).toBe(0))
    expect([heard, server.connections()]).toEqual([2, 1])
  })

  it('also while the name is looked up', async () => {
    const stopping = new AbortController()
    let signal: AbortSignal | undefined
    const poster = openPoster({
      resolve: (_host, given) => {
        signal = given
        return new Promise(() => {})
      },
    })
    const posted = poster.post('https://shop.test/', {}, BODY, stopping.signal)
    await eventually(() => expect(signal).toBeDefined())
    stopping.abort()
    expect(await posted).toBeUndefined()
    expect(signal?.aborted).toBe(true)
  })

  it('closing gives up what is under way too', async () => {
    const server = await startRaw(() => {})
    const poster = openPoster()
    const posted = poster.post(server.url, {}, BODY)
    await eventually(() => expect(server.connections()).toBe(1))
    poster.close()
    expect(await posted).toBeUndefined()
    await eventually(() => expect(server.open()).toBe(0))
  })

  it('nothing is left behind: no listener, no warning, no connection', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    closers.push(() => process.off('warning', warn))
    const stopping = new AbortController()
    const good = await startHttp((_request, response) => response.end())
    const bad = await startRaw((socket) => socket.destroy())
    const hanging = await startRaw(() => {})
    const poster = openPoster({ timeoutMs: SOON_MS })
    const posted: Promise<Outcome | undefined>[] = []
    for (let i = 0; i < 40; i++)
      for (const { url } of [good, bad, hanging]) posted.push(poster.post(url, {}, BODY, stopping.signal))
    for (const outcome of await Promise.all(posted)) expect(outcome).toBeDefined()
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
    poster.close()
    await eventually(() => expect([good.open(), bad.open(), hanging.open()]).toEqual([0, 0, 0]))
    expect(warnings).toEqual([])
  })
})

interface PosterSetup {
  allow?: string
  resolve?: Resolve
  timeoutMs?: number
}

function openPoster({ allow = '127.0.0.1', resolve = unexpected, timeoutMs = NEVER_MS }: PosterSetup = {}) {
  const targets = createTargets({ allow: parseAllowList(allow), resolve })
  const poster = createPoster({ targets, timeoutMs })
  closers.push(() => poster.close())
  return poster
}

/** The other side learns a moment later what we have done. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })
const unexpected: Resolve = (host) => Promise.reject(new Error(`${host} was looked up`))
const named = (url: string) => url.replace('127.0.0.1', 'shop.test')
const secure = (url: string) => url.replace('http:', 'https:')

interface SeenRequest {
  method: string | undefined
  path: string | undefined
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Reads each request to its end before it is answered. */
function seeing(requests: SeenRequest[], listener: RequestListener): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = await request.toArray()
    const { method, url: path, headers } = request
    requests.push({ method, path, headers, body: Buffer.concat(chunks) })
    listener(request, response)
  }
}

async function startHttp(listener: RequestListener) {
  const requests: SeenRequest[] = []
  return { ...(await listen(createHttpServer(seeing(requests, listener)))), requests }
}

async function startHttps() {
  const requests: SeenRequest[] = []
  const listener = seeing(requests, (_request, response) => response.end())
  const server = await listen(createHttpsServer({ key: KEY, cert: CERTIFICATE }, listener))
  return { ...server, url: secure(named(server.url)), requests }
}

function startRaw(serve: (socket: Socket) => unknown) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.resume()
    serve(socket)
  })
  return listen(server)
}

async function listen(server: Server) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.prependListener('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  closers.push(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    connections: () => connections,
    open: () => sockets.size,
    close,
  }
}

/** Made for these tests alone: signed by itself, for shop.test, until 2120. */
const CERTIFICATE = new X509Certificate(
  Buffer.from(
    `MIIBQTCB6KADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCXNob3AudGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEw
     MTAwMDAwMFowFDESMBAGA1UEAwwJc2hvcC50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIPN4XgHEQwrwiyNse5ceYE8Y
     M/6OwvcqmB4PrHbKX6uPzM5dhRx8CMyQtZ9kHQBzFHV8ThKC0I05Uvbc2Fy4XqMpMCcwFAYDVR0RBA0wC4IJc2hvcC50ZXN0MA8G
     A1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgV/iesKMd9ozda735QnPR0mxATp57gvvolGEnqQ8ktzgCIQCJgd0IQfQh
     YCbl3/UekSV2dpelOBQnhGKvLGD8nQml6g==`,
    'base64',
  ),
).toString()
const KEY = createPrivateKey({
  key: Buffer.from(
    `MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgB2Pi9oetugb12ZMwHrCZlb52FgqyvasbtD7Jd8g7g5mhRANCAAQg
     83heAcRDCvCLI2x7lx5gTxgz/o7C9yqYHg+sdspfq4/Mzl2FHHwIzJC1n2QdAHMUdXxOEoLQjTlS9tzYXLhe`,
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
}).export({ format: 'pem', type: 'pkcs8' })

/** As if an authority that every machine trusts had signed it. */
function trustTheTestCertificate(): void {
  const create = tls.createSecureContext
  vi.spyOn(tls, 'createSecureContext').mockImplementation((options) =>
    create({ ca: CERTIFICATE, ...options }),
  )
}
