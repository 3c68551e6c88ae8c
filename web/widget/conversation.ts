import { type Connection, createConnection, type ServiceError, type Stream } from '../client/connection.ts'
import { newId } from '../client/ids.ts'
import { keepIn } from '../client/storage.ts'
import type { OrderCard, WidgetConfig, WidgetMessage } from '../client/wire.ts'
import { plainText } from './markdown.ts'
import { createOutbox } from './outbox.ts'
import { createSeen } from './seen.ts'
import { type Store, withMessages } from './state.ts'
import type { Texts } from './texts.ts'

export interface Conversation {
  readonly connection: Connection
  /** The panel was opened: from now on there is a session. */
  open(): void
  closed(): void
  /** Talk is over the conversation, and says by itself what is said. */
  talking(isTalking: boolean): void
  send(text: string): void
  retry(clientId: string): void
  destroy(): void
}

/** Before anything that was ever said. */
const BEGINNING = '1970-01-01T00:00:00.000Z'
/** Whoever was typing for so long without a word has stopped. */
const TYPING_MS = 60_000
const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 30_000

/** What is said between visitor and shop: keeps the state true to the service, and the service told of the visitor. */
export function createConversation(config: WidgetConfig, texts: Texts, store: Store): Conversation {
  const { host, bot } = config
  const connection = createConnection({ host, bot })
  const seen = createSeen(bot, refreshUnread)
  const life = new AbortController()
  const outbox = createOutbox({
    send: async (text, clientId) => {
      take([await connection.send(text, clientId)])
      clearNotice()
    },
    storage: keepIn('sessionStorage'),
    key: `icebot:${bot}:unsent`,
    newId,
    isOnline: () => navigator.onLine,
    onChange: () => store.set({ letters: outbox.letters }),
    onError: complain,
  })
  let stream: Stream | undefined
  let typingTimer: ReturnType<typeof setTimeout> | undefined
  let loadTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  addEventListener('online', online, { signal: life.signal })
  store.set({ letters: outbox.letters })
  // Who has spoken before hears of news without opening the panel; nobody else costs the service a session.
  if (connection.kept() && seen.until()) listen(seen.until())

  return {
    connection,
    open() {
      store.set({ open: true })
      if (store.get().phase === 'waiting') void load()
      markSeen()
    },
    closed: () => store.set({ open: false, talking: false }),
    talking: (talking) => store.set({ talking }),
    send(text) {
      clearNotice()
      outbox.add(text)
    },
    retry: outbox.retry,
    destroy() {
      life.abort()
      clearTimeout(typingTimer)
      clearTimeout(loadTimer)
      seen.destroy()
      outbox.close()
      stream?.close()
      connection.close()
    },
  }

  async function load(): Promise<void> {
    clearTimeout(loadTimer)
    store.set({ phase: 'loading' })
    try {
      const isKnown = connection.kept() !== undefined
      const { config } = await connection.ensureSession()
      const messages = isKnown ? await readHistory() : []
      if (life.signal.aborted) return
      failures = 0
      take(messages)
      store.set({ phase: 'ready', welcome: config.welcomeMessage, notice: undefined })
      listen(messages.at(-1)?.created_at ?? BEGINNING)
      outbox.wake()
    } catch (error) {
      if (life.signal.aborted) return
      loadLater(error as ServiceError)
    }
  }

  async function readHistory(): Promise<WidgetMessage[]> {
    const all: WidgetMessage[] = []
    for (;;) {
      const { data, hasMore } = await connection.history(all.at(-1)?.created_at)
      all.push(...data)
      if (!hasMore || data.length === 0) return all
    }
  }

  function loadLater(error: ServiceError): void {
    if (!error.passing) {
      // Whoever opens it once more asks once more: what was refused may have been put right.
      store.set({ phase: 'waiting' })
      complain(error)
      return
    }
    store.set({ notice: { text: texts.unreachable } })
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures++, LONGEST_DELAY_MS)
    loadTimer = setTimeout(() => void load(), Math.max(delayMs, error.retryAfterMs ?? 0))
  }

  function listen(after: string | undefined): void {
    stream ??= connection.stream(
      {
        onMessage: (message) => take([message]),
        onTyping: typing,
        onStatus: ({ handler, orders }) => store.set({ handler, orders: withOrders(orders) }),
        onOpen() {
          typing(false)
          store.set({ connected: true })
          outbox.wake()
        },
        onLost() {
          typing(false)
          store.set({ connected: false })
        },
        onError(error) {
          stream = undefined
          complain(error)
        },
      },
      after,
    )
  }

  function take(arrived: WidgetMessage[]): void {
    const known = new Set(store.get().messages.map(({ id }) => id))
    const messages = withMessages(store.get().messages, arrived)
    const orders = withOrders(arrived.flatMap(({ order }) => order ?? []))
    const isLoading = store.get().phase === 'loading'
    store.set({ messages, orders })
    for (const { client_id } of arrived) if (client_id) outbox.settle(client_id)
    const news = arrived.filter(({ id, role }) => role === 'assistant' && !known.has(id))
    if (news.length > 0) typing(false)
    if (store.get().open) markSeen()
    else refreshUnread()
    if (news.length > 0 && !isLoading && !store.get().talking) announce(news)
  }

  function announce(news: WidgetMessage[]): void {
    const said = news.map(({ author, content }) => {
      return `${author === 'team' ? texts.team : config.agentName}: ${plainText(content)}`
    })
    const text = store.get().open ? said.join('\n') : texts.unread(store.get().unread)
    store.set({ announced: { text } })
  }

  function withOrders(changed: OrderCard[]): Record<string, OrderCard> {
    return { ...store.get().orders, ...Object.fromEntries(changed.map((order) => [order.id, order])) }
  }

  function typing(active: boolean): void {
    clearTimeout(typingTimer)
    if (active) typingTimer = setTimeout(() => typing(false), TYPING_MS)
    if (active !== store.get().typing) store.set({ typing: active })
  }

  function markSeen(): void {
    const newest = store.get().messages.at(-1)?.created_at
    if (newest) seen.mark(newest)
    refreshUnread()
  }

  function refreshUnread(): void {
    const until = seen.until() ?? ''
    const isNew = ({ role, created_at }: WidgetMessage) => role === 'assistant' && created_at > until
    const unread = store.get().open ? 0 : store.get().messages.filter(isNew).length
    if (unread !== store.get().unread) store.set({ unread })
  }

  function clearNotice(): void {
    if (!store.get().notice?.final) store.set({ notice: undefined })
  }

  function online(): void {
    outbox.wake()
    if (store.get().phase === 'loading') void load()
  }

  function complain(error: ServiceError): void {
    if (error.kind === 'not_allowed') store.set({ notice: { text: texts.notAllowed, final: true } })
    else if (error.status === 404) store.set({ notice: { text: texts.notFound, final: true } })
    else if (error.kind === 'credits') store.set({ notice: { text: texts.onABreak } })
    else if (error.status === 429) store.set({ notice: { text: texts.tooBusy } })
    else if (error.isForPeople) store.set({ notice: { text: error.message } })
  }
}
