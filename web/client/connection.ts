import { refusal, ServiceError } from './errors.ts'
import { isServiceThere } from './reach.ts'
import { createSessions } from './session.ts'
import { type Keeping, keepIn } from './storage.ts'
import { keepStream, type Stream, type StreamHandlers } from './stream.ts'
import type { History, Session, WidgetMessage } from './wire.ts'

export { type ErrorKind, ServiceError } from './errors.ts'
export type { Stream, StreamHandlers } from './stream.ts'
export type * from './wire.ts'

/** A visitor's line to one agent. Every promise is refused with a `ServiceError`. */
export interface Connection {
  readonly host: string
  readonly bot: string
  /** The session kept from an earlier visit; asking the service nothing. */
  kept(): Session | undefined
  /** Mints or renews if needed. */
  ensureSession(): Promise<Session>
  /** `path` is below /api/widget, as `voice-note?clientId=…`. A Blob is sent as it is, anything else as JSON. */
  post<T = unknown>(path: string, body?: unknown): Promise<T>
  get<T = unknown>(path: string): Promise<T>
  /** The same `clientId` again is the same message. */
  send(text: string, clientId: string): Promise<WidgetMessage>
  /** Oldest first, at most 100. */
  history(after?: string): Promise<History>
  stream(handlers: StreamHandlers, after?: string): Stream
  /** A reply of the agent read aloud. */
  fetchAudio(messageId: string): Promise<Blob>
  /** Ends everything under way; what waits is refused as `network`. */
  close(): void
}

export interface ConnectionOptions {
  host: string
  bot: string
  /** Where the session is kept; `localStorage` unless told otherwise. */
  storage?: Keeping
}

/** Long enough for a slow phone, short enough that a dead line is noticed. */
const ANSWER_MS = 20_000
/** Speech is worked out in about a tenth of its length, on a busy machine in several. */
const SOUND_MS = 60_000

export function createConnection({ host, bot, storage }: ConnectionOptions): Connection {
  const life = new AbortController()
  const sessions = createSessions(bot, storage ?? keepIn('localStorage'), (oldToken) =>
    timed(ANSWER_MS, (signal) => reach('session', { method: 'POST', signal }, oldToken)),
  )
  /** Whether the service has let this site read an answer, now or on an earlier visit. */
  let wasHeard = sessions.kept() !== undefined

  const json = <T>(path: string, init?: RequestInit) =>
    timed<T>(init?.body instanceof Blob ? SOUND_MS : ANSWER_MS, async (signal) =>
      (await ask(path, { ...init, signal })).json(),
    )

  return {
    host,
    bot,
    kept: sessions.kept,
    ensureSession: sessions.ensure,
    post: (path, body) => json(path, posting(body)),
    get: (path) => json(path),
    async send(text, clientId) {
      return (await json<{ message: WidgetMessage }>('messages', posting({ text, clientId }))).message
    },
    history: (after) => json(withQuery('messages', { after })),
    stream: (handlers, after) => {
      const stream = keepStream(
        (cursor, signal) => ask(withQuery('stream', { after: cursor }), { signal }),
        handlers,
        after,
      )
      const close = () => {
        life.signal.removeEventListener('abort', close)
        stream.close()
      }
      life.signal.addEventListener('abort', close)
      return { close }
    },
    fetchAudio: (m) =>
      timed(SOUND_MS, async (signal) => (await ask(withQuery('speak', { m }), { signal })).blob()),
    close: () => life.abort(),
  }

  /** With a session; one that was refused is renewed once. */
  async function ask(path: string, init: RequestInit): Promise<Response> {
    const { sessionToken } = await sessions.ensure()
    let response = await reach(path, init, sessionToken)
    if (response.status === 401)
      response = await reach(path, init, (await sessions.renew(sessionToken)).sessionToken)
    if (!response.ok) throw await refusal(response)
    return response
  }

  async function reach(path: string, init: RequestInit, token?: string): Promise<Response> {
    const url = `${host}/api/widget/${path}${path.includes('?') ? '&' : '?'}bot=${encodeURIComponent(bot)}`
    const headers = { ...init.headers, ...(token && { Authorization: `Bearer ${token}` }) }
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(url, { ...init, headers, credentials: 'omit', cache: 'no-store' })
        wasHeard = true
        return response
      } catch (error) {
        // Nobody can read the answer of a service that has lost its database: a site that was heard is in trouble, not refused.
        if (init.signal?.aborted || wasHeard || !(await isServiceThere(host, init.signal)))
          throw new ServiceError('network', String(error))
        // One broken request proves nothing.
        if (attempt > 1) throw new ServiceError('not_allowed', 'This site is not allowed to use this agent.')
      }
    }
  }

  async function timed<T>(ms: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const line = new AbortController()
    const abort = () => line.abort()
    const timer = setTimeout(abort, ms)
    life.signal.addEventListener('abort', abort)
    try {
      if (life.signal.aborted) abort()
      return await act(line.signal)
    } catch (error) {
      throw error instanceof ServiceError ? error : new ServiceError('network', String(error))
    } finally {
      clearTimeout(timer)
      life.signal.removeEventListener('abort', abort)
    }
  }
}

function posting(body: unknown): RequestInit {
  if (body === undefined) return { method: 'POST' }
  if (body instanceof Blob) return { method: 'POST', body }
  const headers = { 'Content-Type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return given.length > 0 ? `${path}?${given.join('&')}` : path
}
