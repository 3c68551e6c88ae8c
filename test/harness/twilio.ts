import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { decodeMulaw, encodeMulaw } from '../../src/lib/audio/mulaw.ts'

export type TwilioFault = 'timeout' | 'reset' | 'lost' | number

export interface SeenRequest {
  method: string
  path: string
  form: URLSearchParams
  authorization: string | undefined
}

export interface FakeTwilio {
  url: string
  accountSid: string
  authToken: string
  requests: SeenRequest[]
  /** What the API tells about a call. */
  calls: Map<string, Record<string, unknown>>
  recordings: Map<string, Buffer>
  messages: URLSearchParams[]
  /** The next request whose path matches goes wrong. */
  fault(path: RegExp, fault: TwilioFault): void
  /** The last call that was placed. */
  placed(): { sid: string; form: URLSearchParams }
  /** Posts a signed callback, as Twilio does. */
  post(url: string, form: Record<string, string>, authToken?: string): Promise<Response>
  /** Opens the media stream that a call's TwiML names. */
  answer(twiml: string, sid: string, changes?: { token?: string }): Promise<FakeStream>
  close(): Promise<void>
}

export interface FakeStream {
  /** Everything we were sent. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they test
  messages: any[]
  /** The sound we were sent so far, as µ-law decodes. */
  heard(): Int16Array
  say(samples: Int16Array): void
  /** Says that everything sent so far was heard. */
  echoMarks(): void
  send(message: object): void
  hangUp(): void
  closed: Promise<void>
}

/** Speaks as much of Twilio as we use: its REST API, its signed callbacks and its media streams. */
export async function startTwilio(): Promise<FakeTwilio> {
  const accountSid = `AC${'0'.repeat(32)}`
  const authToken = 'token-for-tests'
  const calls = new Map<string, Record<string, unknown>>()
  const recordings = new Map<string, Buffer>()
  const requests: SeenRequest[] = []
  const messages: URLSearchParams[] = []
  const placed: { sid: string; form: URLSearchParams }[] = []
  let faults: { path: RegExp; fault: TwilioFault }[] = []
  const account = `/2010-04-01/Accounts/${accountSid}`

  function answerTo({ method, path, form, authorization }: SeenRequest): [number, unknown] {
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    if (authorization !== expected) return [401, { code: 20003, message: 'Authenticate', status: 401 }]
    if (!path.startsWith(account)) return [404, notFound(path)]
    const rest = path.slice(account.length)
    if (method === 'POST' && rest === '/Calls.json') {
      if (form.get('To')?.endsWith('9999'))
        return [400, { code: 21211, message: "Invalid 'To' Phone Number", status: 400 }]
      const sid = `CA${randomBytes(16).toString('hex')}`
      calls.set(sid, { sid, status: 'queued', duration: null, answered_by: null })
      placed.push({ sid, form })
      return [201, calls.get(sid)]
    }
    if (method === 'POST' && rest === '/Messages.json') {
      if (form.get('To')?.endsWith('9999'))
        return [400, { code: 21610, message: 'Unsubscribed', status: 400 }]
      messages.push(form)
      return [201, { sid: `SM${randomBytes(16).toString('hex')}`, status: 'queued' }]
    }
    const [, callSid] = /^\/Calls\/(CA\w+)/.exec(rest) ?? []
    if (callSid !== undefined && calls.has(callSid)) {
      if (method === 'GET' && rest.endsWith('/Recordings.json'))
        return [200, { recordings: calls.get(callSid)?.recordings ?? [] }]
      if (rest.endsWith('/Recordings.json')) return [201, { sid: `RE${'1'.repeat(32)}` }]
      if (method === 'POST') calls.set(callSid, { ...calls.get(callSid), status: 'completed' })
      return [200, calls.get(callSid)]
    }
    const [, recording = ''] = /^\/Recordings\/(RE\w+)\./.exec(rest) ?? []
    const bytes = recordings.get(recording)
    if (method === 'DELETE' && recordings.delete(recording)) return [204, undefined]
    return bytes && method === 'GET' ? [200, bytes] : [404, notFound(path)]
  }

  const server = createServer(async (request, response) => {
    const seen = await read(request)
    requests.push(seen)
    const index = faults.findIndex(({ path }) => path.test(seen.path))
    const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
    if (fault === 'timeout') return
    if (fault === 'reset') return void request.socket.destroy()
    const [status, body] = typeof fault === 'number' ? [fault, { message: 'Oh dear.' }] : answerTo(seen)
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(status, { 'Content-Type': Buffer.isBuffer(body) ? 'audio/mpeg' : 'application/json' })
    response.end(Buffer.isBuffer(body) ? body : body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid,
    authToken,
    requests,
    calls,
    recordings,
    messages,
    fault: (path, fault) => void faults.push({ path, fault }),
    placed: () => placed.at(-1) as { sid: string; form: URLSearchParams },
    post: (url, form, token = authToken) =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { 'X-Twilio-Signature': sign(token, url, form) },
      }),
    answer: openStream,
    async close() {
      faults = []
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** By Twilio's own description, apart from ours. */
function sign(token: string, url: string, form: Record<string, string>): string {
  const text =
    url +
    Object.keys(form)
      .sort()
      .map((name) => name + form[name])
      .join('')
  return createHmac('sha1', token).update(text).digest('base64')
}

async function openStream(twiml: string, sid: string, changes: { token?: string } = {}): Promise<FakeStream> {
  const address = /<Stream url="([^"]+)"/.exec(twiml)?.[1] ?? ''
  const parameters = Object.fromEntries(
    [...twiml.matchAll(/<Parameter name="([^"]+)" value="([^"]+)"\/>/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const socket = new WebSocket(address)
  const messages: Record<string, never>[] = []
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const streamSid = `MZ${'2'.repeat(32)}`
  const send = (message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message))
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 }
  send({ event: 'connected', protocol: 'Call', version: '1.0.0' })
  send({
    event: 'start',
    sequenceNumber: '1',
    streamSid,
    start: {
      streamSid,
      callSid: sid,
      tracks: ['inbound'],
      mediaFormat,
      customParameters: { ...parameters, ...changes },
    },
  })
  return {
    messages,
    heard: () =>
      decodeMulaw(
        Buffer.concat(
          // biome-ignore lint/suspicious/noExplicitAny: as above
          messages.flatMap((one: any) =>
            one.event === 'media' ? [Buffer.from(one.media.payload, 'base64')] : [],
          ),
        ),
      ),
    say: (samples) =>
      send({
        event: 'media',
        streamSid,
        media: { track: 'inbound', payload: Buffer.from(encodeMulaw(samples)).toString('base64') },
      }),
    echoMarks() {
      // biome-ignore lint/suspicious/noExplicitAny: as above
      for (const { event, mark } of [...messages] as any[])
        if (event === 'mark') send({ event, streamSid, mark })
    },
    send,
    hangUp() {
      send({ event: 'stop', streamSid })
      socket.close()
    },
    closed,
  }
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    form: new URLSearchParams(Buffer.concat(chunks).toString()),
    authorization: request.headers.authorization,
  }
}

function notFound(path: string) {
  return { code: 20404, message: `The requested resource ${path} was not found`, status: 404 }
}
