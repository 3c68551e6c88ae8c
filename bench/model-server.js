// A language model that answers at once, over the streaming protocol of OpenAI: a tool call first, then a sentence. What a
// turn takes against it is our own.
import { createServer } from 'node:http'

const sentence = 'Kami ada Kopi Ais, RM 3.20 segelas. Nak berapa?'

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { messages } = JSON.parse(Buffer.concat(chunks).toString())
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.end(messages.at(-1).role === 'tool' ? spoken : called)
})

const called = stream('tool_calls', [
  {
    tool_calls: [
      {
        index: 0,
        id: 'call_1',
        type: 'function',
        function: { name: 'search_catalogue', arguments: '{"words":"kopi ais"}' },
      },
    ],
  },
])
const spoken = stream(
  'stop',
  sentence.match(/\S+\s*/g).map((content) => ({ content })),
)

function stream(finish_reason, deltas) {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'instant' }
  const usage = { prompt_tokens: 1_000, completion_tokens: 20, total_tokens: 1_020 }
  const events = [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...head, choices: [], usage },
  ]
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))
