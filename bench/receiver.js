// Takes webhooks and counts them, in a process of its own. GET says how many came, over how many milliseconds, and
// how long after the moment written in each; GET /reset also starts the count anew.
import { createServer } from 'node:http'

let count = 0
let firstMs = 0
let lastMs = 0
let delays = []

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, overMs: lastMs - firstMs, delays }))
    if (request.url === '/reset') [count, delays] = [0, []]
    return
  }
  const now = performance.timeOrigin + performance.now()
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    if (count++ === 0) firstMs = now
    lastMs = now
    const sent = /"sent_ms":([\d.]+)/.exec(body)?.[1]
    if (sent) delays.push(now - Number(sent))
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))
