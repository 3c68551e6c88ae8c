// Verifies webhooks from icebot. Only Node's standard library; copy it into your project.
// To try it: WEBHOOK_SECRET=… node verify-webhook.ts (Node 22.18 or later; on Node 20: npx tsx verify-webhook.ts)
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { pathToFileURL } from 'node:url'

/** `rawBody` is the body exactly as it arrived: parsed and written again, it no longer matches its signature. */
export function verify(secret: string, rawBody: Uint8Array, signature?: string | string[]): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`)
  const given = Buffer.from(typeof signature === 'string' ? signature : '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Prints every genuine delivery and answers 204; anything else gets a 401. */
export function receiver(secret: string, print: (line: string) => void = console.log): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const isGenuine = verify(secret, body, request.headers['x-service-signature'])
    if (isGenuine) print(`${request.headers['x-service-event']} ${body.toString()}`)
    response.writeHead(isGenuine ? 204 : 401).end()
  })
}
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { WEBHOOK_SECRET, PORT = '4000' } = process.env
  if (!WEBHOOK_SECRET) throw new Error('Set WEBHOOK_SECRET to the signing secret.')
  receiver(WEBHOOK_SECRET).listen(Number(PORT), '127.0.0.1')
}
