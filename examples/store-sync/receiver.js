import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { Problem } from './problem.js'

const MAX_BYTES = 1_000_000
/** Far more than arrive while one delivery is still being retried, which is for nine hours. */
const SEEN = 5_000

/**
 * Receives webhooks at /webhook. A delivery is genuine, new and on the disk before it is answered; the work is done afterwards
 * (`ring`), because the service waits 10 seconds at most.
 */
export async function listen({ secret, host, port }, state, ring, log) {
  const server = createServer((request, response) => {
    receive(request, secret, state, log).then(
      (status) => {
        response.writeHead(status).end()
        if (status === 200) ring()
      },
      (error) => {
        log(`webhook: ${error.message}`)
        // The service sends it again later.
        response.writeHead(500).end()
      },
    )
  })
  await new Promise((resolve, reject) => {
    server.once('error', ({ code }) => reject(new Problem(`Cannot listen on port ${port}: ${code}.`)))
    server.listen(port, host, resolve)
  })
  return server
}

/** The status to answer with. */
async function receive(request, secret, { data, save }, log) {
  if (request.url !== '/webhook') return 404
  if (request.method !== 'POST') return 405
  const body = await readBytes(request)
  if (body === undefined) return 413
  if (!isGenuine(secret, body, request.headers['x-service-signature'])) {
    log('webhook: a delivery with a wrong signature was refused')
    return 401
  }
  const delivery = request.headers['x-service-delivery']
  const entry = readEntry(body)
  if (!delivery || !entry) return 400

  if (!data.seen.includes(delivery)) {
    data.seen = [...data.seen, delivery].slice(-SEEN)
    data.inbox.push(entry)
    if (entry.event === 'webhook.test') log('webhook: a test delivery has arrived')
  }
  // Also for one that was seen: its first copy may be on its way to the disk at this moment.
  await save()
  return 200
}

/** The signature is over the bytes as they came; the comparison takes equally long wherever they differ. */
function isGenuine(secret, body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** All that is needed of a delivery: what happened, and where to look. */
function readEntry(body) {
  try {
    const { event, order, message } = JSON.parse(body)
    if (typeof event !== 'string') return undefined
    return { event, order_created_at: order?.created_at, conversation_id: message?.conversation_id }
  } catch {
    return undefined
  }
}

async function readBytes(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= MAX_BYTES) chunks.push(chunk)
  }
  return size <= MAX_BYTES ? Buffer.concat(chunks) : undefined
}
