// The reference: node:http and pg, the page's rows in text mode put together into the same bytes, and nothing else: no
// keys, limits, validation, request ids, logs or metrics. Runs as a process of its own: node bare.js DATABASE_URL CONNECTIONS
import { createServer } from 'node:http'
import pg from 'pg'

const identity = (value) => value
const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: Number(process.argv[3]),
  onConnect: (c) => c.query("set timezone = 'UTC'"),
})
const query = {
  name: 'page',
  text: `select id, role, content, channel, created_at from messages
          where agent_id = $1 and conversation_id = $2 and created_at > $3 order by created_at limit $4`,
  rowMode: 'array',
  types: { getTypeParser: () => identity },
}

const server = createServer(async (request, response) => {
  if (request.url === '/hello') return answer(response, '{"status":"alive"}')
  const [, agentId, conversationId] = request.url.split('/')
  const { rows } = await pool.query({
    ...query,
    values: [agentId, conversationId, '0001-01-01T00:00:00.000Z', 51],
  })
  answer(response, page(rows))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))

function answer(response, body) {
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

function page(rows) {
  const count = Math.min(rows.length, 50)
  let json = '{"data":['
  for (let i = 0; i < count; i++) {
    const [id, role, content, channel, at] = rows[i]
    if (i > 0) json += ','
    json += `{"id":"${id}","role":"${role}","content":${JSON.stringify(content)},"channel":"${channel}","created_at":"${stamp(at)}"}`
  }
  return `${json}],"hasMore":${rows.length > 50}}`
}

function stamp(text) {
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}
