import type { QueryClient } from '@tanstack/react-query'

export type LiveEvent = 'conversation' | 'order' | 'alert' | 'call'
type Listener = (event: LiveEvent, id: string) => void

/** Which lists a change shows in. */
const TOUCHES: Record<LiveEvent, string[]> = {
  conversation: ['conversations', 'overview', 'customers'],
  order: ['orders', 'overview', 'customers', 'products'],
  alert: ['alerts'],
  call: ['calls', 'overview', 'workspace', 'credits'],
}
/** Changes that come in a row are asked for once. */
const GATHER_MS = 150
/** A stream that is shut is opened again, later each time. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

const listeners = new Set<Listener>()

/** Told of every change, with its id. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hears what changes in the workspace and lets what is on screen be asked for again. Returns how to stop. */
export function listen(client: QueryClient, onState: (isConnected: boolean) => void): () => void {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined
  let retryMs = FIRST_RETRY_MS
  let isEnded = false

  function touch(topics: string[]): void {
    for (const topic of topics) stale.add(topic)
    timer ??= setTimeout(() => {
      timer = undefined
      const now = [...stale]
      stale.clear()
      for (const topic of now) void client.invalidateQueries({ queryKey: [topic] })
    }, GATHER_MS)
  }

  function open(): void {
    source = new EventSource('/api/manage/stream')
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS
      onState(true)
    }
    source.onerror = () => {
      onState(false)
      if (source?.readyState !== EventSource.CLOSED || isEnded) return
      again = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
    source.addEventListener('resync', () => touch(Object.values(TOUCHES).flat()))
    for (const event of Object.keys(TOUCHES) as LiveEvent[]) {
      source.addEventListener(event, ({ data }) => {
        touch(TOUCHES[event])
        const { id } = JSON.parse(data) as { id: string }
        for (const listener of listeners) listener(event, id)
      })
    }
  }

  open()
  return () => {
    isEnded = true
    clearTimeout(timer)
    clearTimeout(again)
    source?.close()
  }
}
