// The reference of the tool server: the same tool over the same query, served by the official SDK as its stateless HTTP
// server does it: a server and a transport for each request. No keys, limits or logs. It answers with a stream, as it does
// unless told otherwise, or with plain JSON, which is a little cheaper.
// Runs as a process of its own: node sdk-mcp.js DATABASE_URL CONNECTIONS AGENT_ID stream|json
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import pg from 'pg'
import { z } from 'zod'

const [, , connectionString, connections, agentId, answers] = process.argv
const pool = new pg.Pool({ connectionString, max: Number(connections) })

const status = z.enum(['open', 'pending', 'closed'])
const conversation = z.object({
  id: z.string(),
  channel: z.string(),
  status,
  labels: z.array(z.string()),
  summary: z.string().nullable(),
  customer: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
  last_message_at: z.string().nullable(),
  created_at: z.string(),
})
const tool = {
  title: 'List conversations',
  description: 'Lists conversations with customers, newest activity first.',
  inputSchema: { limit: z.number().int().min(1).max(100).default(20), status: status.optional() },
  outputSchema: { conversations: z.array(conversation) },
  annotations: { readOnlyHint: true },
}

const server = createServer(async (request, response) => {
  const mcp = new McpServer({ name: 'reference', version: '1.0.0' })
  mcp.registerTool('list_conversations', tool, listConversations)
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: answers === 'json',
  })
  response.on('close', () => {
    transport.close()
    mcp.close()
  })
  await mcp.connect(transport)
  await transport.handleRequest(request, response)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))

async function listConversations({ limit }) {
  const { rows } = await pool.query({
    name: 'list',
    text: `select id, channel, status, labels, summary, customer_name, customer_phone, last_message_at, created_at
             from conversations where agent_id = $1
            order by coalesce(last_message_at, created_at) desc, id desc limit $2`,
    values: [agentId, limit],
  })
  const output = { conversations: rows.map(present) }
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
}

function present({ customer_name, customer_phone, last_message_at, created_at, ...row }) {
  return {
    ...row,
    customer: { name: customer_name, phone: customer_phone },
    last_message_at: last_message_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}
