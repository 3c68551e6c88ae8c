import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelKind } from '../../src/providers/llm/index.ts'

/** One answer of the model, or the way it goes wrong. */
export interface Play {
  text?: string
  calls?: ToolCall[]
  /** It stops because it may say no more. */
  cut?: boolean
  /** Between two pieces of the answer. */
  trickleMs?: number
  fault?: Fault
  headers?: Record<string, string>
  /** What an error says, for those that say something. */
  message?: string
}

export interface ToolCall {
  name: string
  input?: unknown
  /** Sent as it is, for arguments that are no JSON. */
  raw?: string
}

/**
 * A number is the status of an error. `hang`: no answer. `stall`: it begins and says no more. `break`: the connection
 * breaks in the middle of a word. `garbage`: an event that is no JSON. `sick`: an error inside the answer. `page`: a page
 * for people. `flood`: it never ends. `redirect`: elsewhere.
 */
export type Fault =
  | number
  | 'hang'
  | 'stall'
  | 'reset'
  | 'break'
  | 'garbage'
  | 'sick'
  | 'page'
  | 'flood'
  | 'redirect'

/** A request as both protocols mean it. */
export interface SeenRequest {
  system: string
  messages: SeenMessage[]
  tools: string[]
  maxTokens: number | undefined
  key: string | undefined
  path: string
  /** The whole body as it came. */
  raw: string
  /** Whether whoever asked has left before the end. */
  isAbandoned: boolean
}

export interface SeenMessage {
  role: 'user' | 'assistant' | 'tool'
  text: string
  calls: { id: string; name: string; input: string }[]
}

export type Script = Play[] | ((request: SeenRequest, index: number) => Play)

export interface FakeModel {
  url: string
  kind: ModelKind
  key: string
  requests: SeenRequest[]
  /** What it answers from now on; after the last of a list that one again. Forgets earlier requests. */
  play(script: Script): void
  close(): Promise<void>
}

interface Wire {
  path: string
  read(body: Body, headers: IncomingMessage['headers']): Omit<SeenRequest, 'path' | 'raw' | 'isAbandoned'>
  /** The pieces of an answer. */
  events(play: Play, n: number): string[]
  error(status: number, message: string): unknown
  sick: string
}

// biome-ignore lint/suspicious/noExplicitAny: two protocols' bodies, looked into as they are
type Body = any

/** A local server that speaks as much of a provider's protocol as we use, as strictly as the real one, and plays a script. */
export async function startModel(kind: ModelKind): Promise<FakeModel> {
  const key = 'sk-harness-0123456789abcdef'
  const wire = wires[kind]
  const sockets = new Set<Socket>()
  let requests: SeenRequest[] = []
  let script: Script = [{ text: 'Hello!' }]

  const server = createServer(async (request, response) => {
    const raw = await textOf(request)
    const body: Body = JSON.parse(raw)
    const path = request.url ?? ''
    const seen: SeenRequest = { ...wire.read(body, request.headers), path, raw, isAbandoned: false }
    const index = requests.push(seen) - 1
    response.on('close', () => {
      seen.isAbandoned = !response.writableEnded
    })
    const refusal = path === wire.path ? refusalOf(seen, body, key) : { status: 404, message: 'no such path' }
    if (refusal) return refuse(response, wire, refusal.status, refusal.message)
    const play = typeof script === 'function' ? script(seen, index) : (script[index] ?? script.at(-1))
    await answer(request, response, wire, play ?? { text: 'Hello!' }, index)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    kind,
    key,
    get requests() {
      return requests
    },
    play(next) {
      script = next
      requests = []
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const wires: Record<ModelKind, Wire> = {
  'openai-compatible': {
    path: '/v1/chat/completions',
    read: (body, headers) => ({
      system: (body.messages as Body[])
        .filter(({ role }) => role === 'system')
        .map(({ content }) => content)
        .join('\n'),
      messages: (body.messages as Body[]).filter(({ role }) => role !== 'system').map(openaiMessage),
      tools: (body.tools ?? []).map((tool: Body) => tool.function.name),
      maxTokens: body.max_tokens,
      key: headers.authorization?.replace(/^Bearer /, ''),
    }),
    events: (play, n) => openaiEvents(play, n).map((event) => `data: ${event}\n\n`),
    error: (status, message) => ({ error: { message, type: 'error', code: `e${status}` } }),
    sick: 'data: {"error":{"message":"Oh dear.","type":"server_error"}}\n\n',
  },
  anthropic: {
    path: '/v1/messages',
    read: (body, headers) => ({
      system: (body.system ?? []).map(({ text }: Body) => text).join('\n'),
      messages: (body.messages as Body[]).flatMap(anthropicMessages),
      tools: (body.tools ?? []).map(({ name }: Body) => name),
      maxTokens: body.max_tokens,
      key: headers['x-api-key'] as string | undefined,
    }),
    events: (play, n) =>
      anthropicEvents(play, n).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    error: (status, message) => ({ type: 'error', error: { type: `e${status}`, message } }),
    sick: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  },
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  wire: Wire,
  play: Play,
  n: number,
): Promise<void> {
  const { fault } = play
  if (fault === 'hang') return
  if (fault === 'reset') return void request.socket.destroy()
  if (fault === 'redirect') return void response.writeHead(307, { Location: '/v1/elsewhere' }).end()
  if (typeof fault === 'number')
    return refuse(response, wire, fault, play.message ?? 'Oh dear.', play.headers)
  if (fault === 'page') {
    return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>')
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...play.headers })
  const events = wire.events(play, n)
  if (fault === 'flood') return flood(response, events)
  const stop = fault === undefined ? events.length : Math.ceil(events.length / 2)
  for (const event of events.slice(0, stop)) {
    response.write(event)
    if (play.trickleMs) await sleep(play.trickleMs)
    if (response.destroyed) return
  }
  if (fault === 'stall') return
  if (fault === 'break') return void setTimeout(() => request.socket.destroy(), 20)
  if (fault === 'garbage') response.write('data: {"choices": [oh dear\n\n')
  if (fault === 'sick') response.write(wire.sick)
  response.end()
}

/** The second event over and over, made long, as fast as it is read. */
async function flood(response: ServerResponse, [first = '', second = '']: string[]): Promise<void> {
  response.write(first)
  const block = second.replace('and so on', 'and so on '.repeat(10_000))
  while (!response.destroyed) {
    if (!response.write(block)) await sleep(1)
  }
}

function refuse(
  response: ServerResponse,
  wire: Wire,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(wire.error(status, message)))
}

/** What the real ones do not take either. */
function refusalOf(
  seen: SeenRequest,
  body: Body,
  key: string,
): { status: number; message: string } | undefined {
  if (seen.key !== key) return { status: 401, message: `Incorrect API key provided: ${seen.key}` }
  if (body.model === 'missing') return { status: 404, message: 'model missing not found' }
  const faults = [
    ...(body.stream === true ? [] : ['not streamed']),
    ...(seen.messages[0]?.role === 'user' ? [] : ['the first message must be a user’s']),
    ...(seen.messages.at(-1)?.role === 'assistant' ? ['the last message must not be the assistant’s'] : []),
    ...(seen.messages.some(({ role, text }) => role === 'user' && text.trim() === '') ? ['empty text'] : []),
    ...(seen.maxTokens === undefined ? ['no limit'] : []),
    ...seen.messages.flatMap((message, i) => {
      const isTwice = message.role === 'user' && seen.messages[i - 1]?.role === 'user'
      return isTwice ? ['two user messages in a row'] : []
    }),
    ...seen.messages.flatMap(({ calls }, i) => {
      const results = seen.messages.slice(i + 1, i + 1 + calls.length)
      return results.every(({ role }) => role === 'tool') ? [] : ['a call without its result']
    }),
    ...seen.messages.flatMap(({ calls }) =>
      calls.flatMap(({ input }) => (/^\{.*\}$/s.test(input) ? [] : [`input ${input} is no object`])),
    ),
    ...(/\\u(0000|d[89a-f])/i.test(JSON.stringify(seen.messages)) ? ['characters that are none'] : []),
  ]
  return faults.length > 0 ? { status: 400, message: faults.join('; ') } : undefined
}

function openaiMessage({ role, content, tool_calls }: Body): SeenMessage {
  const calls = (tool_calls ?? []).map((call: Body) => ({
    id: call.id,
    name: call.function.name,
    input: call.function.arguments,
  }))
  return { role, text: content ?? '', calls }
}

/** Results of tools are parts of a user's message there. */
function anthropicMessages({ role, content }: Body): SeenMessage[] {
  const parts: Body[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const results = parts
    .filter(({ type }) => type === 'tool_result')
    .map((part) => ({ role: 'tool' as const, text: resultText(part.content), calls: [] }))
  const texts = parts.filter(({ type }) => type === 'text')
  const calls = parts
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({ id, name, input: JSON.stringify(input) }))
  if (texts.length === 0 && calls.length === 0) return results
  return [...results, { role, text: texts.map(({ text }) => text).join('\n'), calls }]
}

function resultText(content: Body): string {
  return typeof content === 'string' ? content : content.map(({ text }: Body) => text).join('\n')
}

function openaiEvents({ text, calls = [], cut }: Play, n: number): string[] {
  const chunk = (choices: unknown[], more = {}) =>
    JSON.stringify({
      id: `chatcmpl-${n}`,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'scripted',
      choices,
      ...more,
    })
  const delta = (delta: unknown, finish_reason: string | null = null) =>
    chunk([{ index: 0, delta, finish_reason }])
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
  return [
    delta({ role: 'assistant', content: '' }),
    ...piecesOf(text ?? '').map((content) => delta({ content })),
    ...calls.flatMap((call, index) => [
      delta({
        tool_calls: [
          { index, id: `call_${n}_${index}`, type: 'function', function: { name: call.name, arguments: '' } },
        ],
      }),
      ...piecesOf(argumentsOf(call)).map((piece) =>
        delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    delta({}, cut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'),
    chunk([], { usage }),
    '[DONE]',
  ]
}

function anthropicEvents({ text, calls = [], cut }: Play, n: number): { type: string }[] {
  const blocks = [
    ...(text === undefined
      ? []
      : [{ start: { type: 'text', text: '' }, deltas: piecesOf(text).map(textDelta) }]),
    ...calls.map((call, index) => ({
      start: { type: 'tool_use', id: `toolu_${n}_${index}`, name: call.name, input: {} },
      deltas: piecesOf(argumentsOf(call)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    })),
  ]
  const stop_reason = cut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn'
  return [
    {
      type: 'message_start',
      message: {
        id: `msg_${n}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    } as { type: string },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } } as {
      type: string
    },
    { type: 'message_stop' },
  ]
}

function textDelta(text: string): { type: string; text: string } {
  return { type: 'text_delta', text }
}

function argumentsOf({ input, raw }: ToolCall): string {
  return raw ?? JSON.stringify(input ?? {})
}

function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,24}/gu) ?? []
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
