import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeElevenlabs {
  url: string
  apiKey: string
  secret: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they test
  dialled: any[]
  /** What the API tells about a conversation. */
  conversations: Map<string, Record<string, unknown>>
  audio: Map<string, Buffer>
  /** The next dial is refused with this status and body. */
  decline(status: number, body: unknown): void
  /** Posts a signed event, as its webhooks do. */
  post(
    url: string,
    event: unknown,
    changes?: { secret?: string; ageSeconds?: number; body?: string },
  ): Promise<Response>
  close(): Promise<void>
}

/** Speaks as much of ElevenLabs' agents API as we use. */
export async function startElevenlabs(): Promise<FakeElevenlabs> {
  const apiKey = 'sk_elevenlabs_tests'
  const secret = 'wsec_elevenlabs_tests'
  const dialled: unknown[] = []
  const conversations = new Map<string, Record<string, unknown>>()
  const audio = new Map<string, Buffer>()
  let declined: { status: number; body: unknown } | undefined

  function answer(method: string, path: string, body: string): { status: number; body: unknown } {
    if (method === 'POST' && path === '/v1/convai/twilio/outbound-call') {
      const refusal = declined
      declined = undefined
      if (refusal) return refusal
      const conversation_id = `conv_${randomBytes(8).toString('hex')}`
      dialled.push({ conversation_id, ...JSON.parse(body) })
      conversations.set(conversation_id, { conversation_id, status: 'initiated' })
      return { status: 200, body: { success: true, message: 'Success', conversation_id, callSid: 'CA1' } }
    }
    if (path.startsWith('/v1/convai/conversation/get-signed-url?'))
      return {
        status: 200,
        body: {
          signed_url: `wss://elevenlabs.example/v1/convai/conversation${path.slice(path.indexOf('?'))}`,
        },
      }
    const [, id = '', sound] = /^\/v1\/convai\/conversations\/(\w+)(\/audio)?$/.exec(path) ?? []
    const found = sound ? audio.get(id) : conversations.get(id)
    return found ? { status: 200, body: found } : { status: 404, body: { detail: { message: 'not found' } } }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isKnown = request.headers['xi-api-key'] === apiKey
    const { status, body } = isKnown
      ? answer(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString())
      : { status: 401, body: { detail: { message: 'Invalid API key' } } }
    response.writeHead(status)
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    secret,
    dialled,
    conversations,
    audio,
    decline(status, body) {
      declined = { status, body }
    },
    post(url, event, changes = {}) {
      const body = JSON.stringify(event)
      const time = Math.floor(Date.now() / 1000) - (changes.ageSeconds ?? 0)
      const hash = createHmac('sha256', changes.secret ?? secret)
        .update(`${time}.${body}`)
        .digest('hex')
      return fetch(url, {
        method: 'POST',
        body: changes.body ?? body,
        headers: { 'Content-Type': 'application/json', 'ElevenLabs-Signature': `t=${time},v0=${hash}` },
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
