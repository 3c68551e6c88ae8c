import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { type Call, type Reply, request, type Shop, type TestService } from './service.ts'

export const SITE = 'https://shop.example'

/** A browser on some page, as far as the service can tell one from another. */
export interface Visitor {
  token: string
  externalUserId: string
  call(path: string, options?: Call): Promise<Reply>
  say(text: string, clientId?: string): Promise<Reply>
  /** Events as they come, until closed. */
  listen(after?: string): Promise<EventStream>
}

export async function allowDomains(
  { db }: TestService,
  { agent }: Shop,
  ...domains: string[]
): Promise<void> {
  await updateAgent(db, system, agent.id, { allowedDomains: domains })
}

/** The way of a widget's request: the agent in the address, the page in the Origin, the session as bearer. */
export function widgetCall(
  service: TestService,
  bot: string,
  path: string,
  { origin = SITE, ...options }: Call & { origin?: string | undefined } = {},
): Promise<Reply> {
  const headers = { ...(origin === '' ? {} : { Origin: origin }), ...options.headers }
  return request(`${service.url}/api/widget${withBot(path, bot)}`, { ...options, headers })
}

export async function visit(service: TestService, { agent }: Shop, origin = SITE): Promise<Visitor> {
  const { json } = await widgetCall(service, agent.id, '/session', { method: 'POST', origin })
  const call = (path: string, options: Call = {}) =>
    widgetCall(service, agent.id, path, { key: json.sessionToken, origin, ...options })
  return {
    token: json.sessionToken,
    externalUserId: json.externalUserId,
    call,
    say: (text, clientId) => call('/messages', { body: { text, clientId } }),
    listen: (after) => openEvents(service, agent.id, { token: json.sessionToken, origin, after }),
  }
}

export interface StreamEvent {
  event: string
  id?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they test
  data: any
}

export interface EventStream {
  events: StreamEvent[]
  /** The first event, past or to come, that fits. */
  until(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>
  /** Resolves when the service ends the stream. */
  ended: Promise<void>
  close(): void
}

function openEvents(
  service: TestService,
  bot: string,
  { token, origin, after }: { token: string; origin: string; after?: string | undefined },
): Promise<EventStream> {
  const cursor = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  const url = `${service.url}/api/widget${withBot(`/stream${cursor}`, bot)}`
  return listenTo(url, { Origin: origin, Authorization: `Bearer ${token}` })
}

export async function listenTo(url: string, headers: Record<string, string>): Promise<EventStream> {
  const aborted = new AbortController()
  const response = await fetch(url, { headers, signal: aborted.signal })
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
  const events: StreamEvent[] = []
  const waiting = new Set<() => void>()
  const ended = read(response.body, (event) => {
    events.push(event)
    for (const look of [...waiting]) look()
  })
  return {
    events,
    ended,
    close: () => aborted.abort(),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`not among ${JSON.stringify(events)}`)), 10_000)
        const look = () => {
          const found = events.find(fits)
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

async function read(body: ReadableStream<Uint8Array>, heard: (event: StreamEvent) => void): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        if (event) heard(event)
      }
    }
  } catch {
    // Closed by the test.
  }
}

function parse(block: string): StreamEvent | undefined {
  const fields = Object.fromEntries(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  if (fields.event === undefined) return undefined
  return { ...fields, event: fields.event, data: JSON.parse(fields.data ?? 'null') }
}

function withBot(path: string, bot: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}bot=${bot}`
}
