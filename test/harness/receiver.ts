import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  headers: IncomingHttpHeaders
  /** The body exactly as it came. */
  raw: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they test
  json: any
  event: string
  /** The delivery's id. */
  id: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** How many connections were opened to it. */
  connections(): number
}

type Answer = (response: ServerResponse, received: Received) => void

/** An HTTP receiver on a free port that writes down what it gets and answers 204 unless told otherwise; gone with the test. */
export async function openReceiver(
  answer: Answer = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const { headers } = request
    const one = {
      headers,
      raw,
      json: JSON.parse(raw.toString()),
      event: String(headers['x-service-event']),
      id: String(headers['x-service-delivery']),
    }
    received.push(one)
    answer(response, one)
  })
  server.on('connection', () => {
    connections++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received, connections: () => connections }
}

/** Whether the signature is that of the very bytes received. */
export function isSigned({ headers, raw }: Received, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
  return headers['x-service-signature'] === expected
}
