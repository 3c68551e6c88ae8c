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
/** Changes that come in a row are asked for once, and again only when what was asked for has come, or so much later. */
const GATHER_MS = 150
const LONGEST_MS = 5_000
/** A stream that is shut is opened again, later each time. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

const listeners = new Set<Listener>()

/** Told of every change, with its id. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Hears what changes in the workspace and lets what is on screen be asked for again: lists by their topic, what is about
 * one thing alone by its kind and id, `['conversation', id, …]`. Returns how to stop.
 */
export function listen(client: QueryClient, onState: (isConnected: boolean) => void): () => void {
  const stale = new Map<string, string[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined
  let retryMs = FIRST_RETRY_MS
  let isEnded = false

  function touch(keys: string[][]): void {
    for (const key of keys) stale.set(key.join(' '), key)
    if (!isEnded) timer ??= setTimeout(refresh, GATHER_MS)
  }

  async function refresh(): Promise<void> {
    const now = [...stale.values()]
    stale.clear()
    const asked = now.map((queryKey) => client.invalidateQueries({ queryKey }))
    await Promise.race([Promise.allSettled(asked), new Promise((done) => setTimeout(done, LONGEST_MS))])
    timer = undefined
    if (stale.size > 0) touch([])
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
      // Refused: perhaps because nobody is signed in any more.
      touch([['me']])
      again = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
    source.addEventListener('resync', () =>
      touch(['me', ...Object.entries(TOUCHES).flat(2)].map((key) => [key])),
    )
    for (const event of Object.keys(TOUCHES) as LiveEvent[]) {
      source.addEventListener(event, ({ data }) => {
        const { id } = JSON.parse(data) as { id: string }
        touch([[event, id], ...TOUCHES[event].map((topic) => [topic])])
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
