import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterEach, vi } from 'vitest'
import { parseAllowList } from '../../src/lib/addresses.ts'
import { createPoster } from '../../src/modules/webhooks/post.ts'
import type { Resolve } from '../../src/modules/webhooks/resolve.ts'
import { createTargets } from '../../src/modules/webhooks/target.ts'

/** Long enough never to end a test that goes well, short enough to end one that must run into it. */
export const NEVER_MS = 25_000
export const SOON_MS = 400
/** For what has to happen before the time is up, also on a busy machine. */
export const LATER_MS = 2_000
export const BODY = Buffer.from('{"event":"message.created"}')

export const closers: (() => unknown)[] = []

/** What each test of a file opens is closed when it ends, the last first. */
export function setUpPosters(): void {
  afterEach(async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    for (const close of closers.splice(0).reverse()) await close()
  })
}

interface PosterSetup {
  allow?: string
  resolve?: Resolve
  timeoutMs?: number
}

export function openPoster({
  allow = '127.0.0.1',
  resolve = unexpected,
  timeoutMs = NEVER_MS,
}: PosterSetup = {}) {
  const targets = createTargets({ allow: parseAllowList(allow), resolve })
  const poster = createPoster({ targets, timeoutMs })
  closers.push(() => poster.close())
  return poster
}

/** The other side learns a moment later what we have done. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })
const unexpected: Resolve = (host) => Promise.reject(new Error(`${host} was looked up`))
export const named = (url: string) => url.replace('127.0.0.1', 'shop.test')
export const secure = (url: string) => url.replace('http:', 'https:')

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

export async function startHttp(listener: RequestListener) {
  const requests: SeenRequest[] = []
  return { ...(await listen(createHttpServer(seeing(requests, listener)))), requests }
}

export async function startHttps() {
  const requests: SeenRequest[] = []
  const listener = seeing(requests, (_request, response) => response.end())
  const server = await listen(createHttpsServer({ key: KEY, cert: CERTIFICATE }, listener))
  return { ...server, url: secure(named(server.url)), requests }
}

export function startRaw(serve: (socket: Socket) => unknown) {
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
export function trustTheTestCertificate(): void {
  const create = tls.createSecureContext
  vi.spyOn(tls, 'createSecureContext').mockImplementation((options) =>
    create({ ca: CERTIFICATE, ...options }),
  )
}
