import { isServiceThere } from '../client/reach.ts'
import { IceBotError } from '../client/voice-error.ts'
import { hostFor, type Whose } from './host.ts'

export interface ChatOptions extends Whose {
  /** Of the page's content security policy, when its script-src works with nonces. */
  nonce?: string | undefined
}

export interface Chat {
  open(): void
  close(): void
  destroy(): void
}

type Widget = HTMLElement & Chat

const TROUBLE_MS = 10_000
const loading = new Map<string, Promise<void>>()
/** Who wants each agent's chat on the page. A view that goes takes it away only if no other has asked for it. */
const wanting = new Map<string, number>()

export function chat(options: ChatOptions): Promise<Chat>
export function chat(el: Element | string | null | undefined, options: ChatOptions): Promise<Chat>
export async function chat(
  first: Element | string | ChatOptions | null | undefined,
  second?: ChatOptions,
): Promise<Chat> {
  const alone = second === undefined && first !== null && typeof first === 'object' && 'bot' in first
  const options = (alone ? first : (second ?? {})) as ChatOptions
  const opener = alone ? undefined : find(first as Element | string | null | undefined)
  const host = hostFor(options)
  const { bot, nonce } = options

  let alive = true
  let wanted = false
  const click = () => {
    const widget = widgetOf(bot)
    if (widget) widget.open()
    else wanted = true
  }
  /** How many others want it still. */
  const leave = () => {
    alive = false
    opener?.removeEventListener('click', click)
    return want(bot, -1)
  }
  // At once: who clicks while it loads has the chat opened when it is there.
  opener?.addEventListener('click', click)
  want(bot, 1)
  try {
    await load(host, bot, nonce)
  } catch (error) {
    leave()
    throw error
  }
  if (wanted && alive) widgetOf(bot)?.open()
  return {
    open: () => void (alive && widgetOf(bot)?.open()),
    close: () => void (alive && widgetOf(bot)?.close()),
    destroy() {
      if (alive && leave() === 0) widgetOf(bot)?.destroy()
    },
  }
}

function want(bot: string, change: 1 | -1): number {
  const count = (wanting.get(bot) ?? 0) + change
  wanting.set(bot, count)
  return count
}

function find(el: Element | string | null | undefined): Element | undefined {
  if (typeof el !== 'string') return el ?? undefined
  const found = document.querySelector(el)
  if (!found) throw new TypeError(`IceBot: there is no element ${el} on this page.`)
  return found
}

function widgetOf(bot: string): Widget | null {
  return document.querySelector<Widget>(`icebot-widget[data-bot="${CSS.escape(bot)}"]`)
}

/** Once for each agent, however often and from wherever it is asked for. */
function load(host: string, bot: string, nonce: string | undefined): Promise<void> {
  if (widgetOf(bot)) return Promise.resolve()
  const key = host + bot
  const known = loading.get(key)
  if (known) return known
  const begun = inject(host, bot, nonce).finally(() => loading.delete(key))
  loading.set(key, begun)
  return begun
}

async function inject(host: string, bot: string, nonce: string | undefined): Promise<void> {
  const script = document.createElement('script')
  script.src = `${host}/api/widget/embed?bot=${encodeURIComponent(bot)}`
  script.async = true
  // With its origin told, a site that is not allowed is refused here and not only when somebody writes.
  script.crossOrigin = 'anonymous'
  if (nonce) script.nonce = nonce
  const loaded = new Promise<boolean>((resolve) => {
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
  })
  document.head.append(script)
  const good = await loaded
  script.remove()
  if (!good) throw new IceBotError((await isServiceThere(host)) ? 'site_not_allowed' : 'network_lost')
  await appeared(bot)
}

/** The widget waits for the page's body. */
async function appeared(bot: string): Promise<void> {
  const end = Date.now() + TROUBLE_MS
  while (!widgetOf(bot)) {
    if (Date.now() > end) throw new IceBotError('network_lost', 'The chat was loaded but did not start.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
