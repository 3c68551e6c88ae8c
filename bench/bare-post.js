// The reference: a loop of signed POSTs over connections that stay, and nothing else: no database, no retries, no limits,
// no records. Runs as a process of its own: node bare-post.js RECEIVER CONNECTIONS; GET /COUNT sends so many.
import { createHmac } from 'node:crypto'
import { Agent, createServer, request } from 'node:http'
import { bodyOf, SECRET } from './seed-deliveries.js'

const [, , receiver, connections] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })

const server = createServer(async ({ url }, response) => {
  const count = Number(url.slice(1))
  let next = 0
  const hand = async () => {
    while (next < count) await post(next++)
  }
  await Promise.all(Array.from({ length: Number(connections) }, hand))
  response.end('{}')
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))

function post(index) {
  const body = Buffer.from(bodyOf(index))
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    'X-Service-Event': 'message.created',
    'X-Service-Delivery': String(index),
  }
  return new Promise((resolve, reject) => {
    const sent = request(receiver, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', resolve)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
