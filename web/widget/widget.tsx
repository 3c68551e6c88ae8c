import { render } from 'preact'
import type { WidgetConfig } from '../client/wire.ts'
import { App } from './app.tsx'
import { createConversation } from './conversation.ts'
import { keepPresent } from './presence.ts'
import { createStore } from './state.ts'
import { css } from './styles/index.ts'
import { textsFor } from './texts.ts'

/** What the page has of its widget: the element itself. Dispatches `icebot:open`, `icebot:close` and `icebot:unread`. */
export interface WidgetElement extends HTMLElement {
  open(): void
  close(): void
  toggle(): void
  /** Takes everything away; the same script may start it again. */
  destroy(): void
}

export function createWidget(config: WidgetConfig, onDestroyed: () => void): WidgetElement {
  const element = document.createElement('icebot-widget') as WidgetElement
  element.dataset.bot = config.bot
  const shadow = element.attachShadow({ mode: 'open' })
  // A constructed sheet is the one kind that no content security policy of the page refuses.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]

  const texts = textsFor(document.documentElement.lang, navigator.language)
  const store = createStore()
  const conversation = createConversation(config, texts, store)
  const tell = tellOf(element, store.get())
  const unsubscribe = store.subscribe(() => tell(store.get()))
  let isGone = false

  const destroy = () => {
    if (isGone) return
    isGone = true
    unsubscribe()
    leave()
    render(null, shadow)
    conversation.destroy()
    onDestroyed()
  }
  Object.assign(element, {
    open: () => isGone || conversation.open(),
    close: () => isGone || conversation.closed(),
    toggle: () => (store.get().open ? element.close() : element.open()),
    destroy,
  })
  render(<App config={config} texts={texts} store={store} conversation={conversation} />, shadow)
  const leave = keepPresent(element, destroy)
  return element
}

/** Tells the page what it may want to know. */
function tellOf(element: HTMLElement, before: { open: boolean; unread: number }) {
  return ({ open, unread }: { open: boolean; unread: number }) => {
    const changed = { open: open !== before.open, unread: unread !== before.unread }
    before = { open, unread }
    if (changed.open)
      element.dispatchEvent(new CustomEvent(open ? 'icebot:open' : 'icebot:close', { bubbles: true }))
    if (changed.unread)
      element.dispatchEvent(new CustomEvent('icebot:unread', { bubbles: true, detail: { count: unread } }))
  }
}
