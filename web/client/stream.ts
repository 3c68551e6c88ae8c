import { ServiceError } from './errors.ts'
import { createSseReader, type ServerEvent } from './sse.ts'
import type { StatusEvent, WidgetMessage } from './wire.ts'

export interface StreamHandlers {
  onMessage?(message: WidgetMessage): void
  onTyping?(active: boolean): void
  onStatus?(status: StatusEvent): void
  /** Connected, for the first time or again. */
  onOpen?(): void
  /** The connection broke; it is being made again. */
  onLost?(): void
  /** Refused for good: the stream is over. */
  onError?(error: ServiceError): void
}

export interface Stream {
  close(): void
}

type Open = (after: string | undefined, signal: AbortSignal) => Promise<Response>

/** The heartbeat comes every 15 s; two missed ones and a bit are a dead line. */
const SILENCE_MS = 40_000
/** A hidden page gives its connection back: browsers have six per host over HTTP/1.1, people have more tabs. */
const HIDDEN_MS = 60_000
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000

/** Keeps a stream of events open until closed: whatever breaks is connected again from the last event seen. */
export function keepStream(open: Open, handlers: StreamHandlers, after?: string): Stream {
  const life = new AbortController()
  const on = { signal: life.signal }
  let cursor = after
  let failures = 0
  let line: AbortController | undefined
  let lastHeardAt = 0
  let wake: (() => void) | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const again = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') {
      hiddenTimer = setTimeout(() => line?.abort(), HIDDEN_MS)
      return
    }
    // Timers stand still while a phone sleeps, so the silence is measured and not only timed.
    if (Date.now() - lastHeardAt > SILENCE_MS) line?.abort()
    wake?.()
  }
  addEventListener('online', () => wake?.(), on)
  addEventListener('offline', () => line?.abort(), on)
  addEventListener('pageshow', again, on)
  // A page with an open connection cannot rest in the back/forward cache.
  addEventListener('pagehide', () => line?.abort(), on)
  document.addEventListener('visibilitychange', again, on)

  void run()
  return {
    close() {
      clearTimeout(hiddenTimer)
      life.abort()
      line?.abort()
      wake?.()
    },
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      const trouble = await listen()
      if (life.signal.aborted) return
      if (trouble && !trouble.passing) return handlers.onError?.(trouble)
      if (trouble) handlers.onLost?.()
      await pause(trouble)
    }
  }

  /** One connection from beginning to end; undefined when the service ended it in good order. */
  async function listen(): Promise<ServiceError | undefined> {
    line = new AbortController()
    const mine = line
    let silence: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      lastHeardAt = Date.now()
      clearTimeout(silence)
      silence = setTimeout(() => mine.abort(), SILENCE_MS)
    }
    try {
      heard()
      const response = await open(cursor, mine.signal)
      const read = createSseReader(dispatch)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      handlers.onOpen?.()
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        heard()
        failures = 0
        read(part.value)
      }
      return undefined
    } catch (error) {
      return error instanceof ServiceError ? error : new ServiceError('network', String(error))
    } finally {
      clearTimeout(silence)
    }
  }

  function dispatch({ event, data, id }: ServerEvent): void {
    if (id) cursor = id
    try {
      const body = JSON.parse(data)
      if (event === 'message') handlers.onMessage?.(body)
      else if (event === 'typing') handlers.onTyping?.(body.active === true)
      else if (event === 'status') handlers.onStatus?.(body)
    } catch (error) {
      // Asked for again it would come again: what cannot be read is passed over.
      console.error('icebot:', error)
    }
  }

  /** Longer after each failure, scattered so that a thousand pages do not return in the same second; over at once when woken. */
  function pause(trouble: ServiceError | undefined): Promise<void> {
    const longest = trouble ? Math.min(FIRST_DELAY_MS * 2 ** failures++, LONGEST_DELAY_MS) : FIRST_DELAY_MS
    const delayMs = Math.max(longest * (0.5 + Math.random() / 2), trouble?.retryAfterMs ?? 0)
    return new Promise((resolve) => {
      const timer = document.visibilityState === 'hidden' ? undefined : setTimeout(() => wake?.(), delayMs)
      wake = () => {
        clearTimeout(timer)
        wake = undefined
        resolve()
      }
    })
  }
}
