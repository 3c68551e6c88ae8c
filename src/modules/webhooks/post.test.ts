import { describe, expect, it, vi } from 'vitest'
import {
  BODY,
  eventually,
  LATER_MS,
  openPoster,
  SOON_MS,
  secure,
  setUpPosters,
  startHttp,
  startRaw,
} from '../../../test/harness/poster.ts'

setUpPosters()

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
