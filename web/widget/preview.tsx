import { render } from 'preact'
import { createConnection } from '../client/connection.ts'
import type { WidgetConfig, WidgetMessage } from '../client/wire.ts'
import { App } from './app.tsx'
import type { Conversation } from './conversation.ts'
import pageCss from './preview.css?inline'
import { createStore, NOTHING, withMessages } from './state.ts'
import { css } from './styles/index.ts'
import { textsFor } from './texts.ts'

/** What the dashboard tells the frame to show. */
export interface Preview {
  icebot: 'preview'
  agentName: string
  shopName: string
  welcome: string
  look: Pick<WidgetConfig, 'accent' | 'theme' | 'side' | 'suggestions'>
  language: string
  /** Whether visitor and page like it light or dark. */
  page: 'light' | 'dark'
}

const REPLIES: Record<string, string> = {
  en: 'This is a preview: nothing you write here is sent.',
  ms: 'Ini hanya pratonton: apa yang anda tulis di sini tidak dihantar.',
}
const TYPING_MS = 700

/*
 * The widget's own look over a conversation with nobody. Its frame has no origin and may reach nothing; the page around
 * it says what to show, as often as it likes.
 */
const store = createStore({ ...NOTHING, open: true, phase: 'ready' })
let language = 'en'

const conversation: Conversation = {
  connection: createConnection({ host: location.origin, bot: 'preview' }),
  open: () => store.set({ open: true }),
  closed: () => store.set({ open: false }),
  talking: () => store.set({ notice: { text: reply() } }),
  send(text) {
    say('user', text)
    store.set({ typing: true })
    setTimeout(() => {
      store.set({ typing: false })
      say('assistant', reply())
    }, TYPING_MS)
  },
  retry: () => {},
  destroy: () => {},
}

const reply = () => REPLIES[language] ?? (REPLIES.en as string)

function say(role: WidgetMessage['role'], content: string): void {
  const { messages } = store.get()
  const message: WidgetMessage = {
    id: String(messages.length),
    role,
    content,
    channel: 'website',
    created_at: new Date().toISOString(),
    author: role === 'user' ? 'visitor' : 'agent',
    client_id: null,
  }
  store.set({ messages: withMessages(messages, [message]) })
}

// Whoever changes a colour beside the frame goes on typing there: nothing in here takes the focus before it is touched.
const focus = HTMLElement.prototype.focus
HTMLElement.prototype.focus = function (options) {
  if (navigator.userActivation?.hasBeenActive) focus.call(this, options)
}

const element = document.createElement('icebot-widget')
const shadow = element.attachShadow({ mode: 'open' })
shadow.adoptedStyleSheets = [sheetOf(css)]
document.adoptedStyleSheets = [sheetOf(pageCss)]
document.body.append(pageDrawn(), element)

// On a page of its own Tab goes round within the chat; from a frame it must lead on, or nobody with a keyboard gets out.
shadow.addEventListener(
  'keydown',
  (event) => (event as KeyboardEvent).key === 'Tab' && event.stopImmediatePropagation(),
  true,
)

addEventListener('message', ({ source, data }: MessageEvent<Preview>) => {
  if (source === parent && data?.icebot === 'preview') show(data)
})
parent.postMessage({ icebot: 'preview-ready' }, '*')

function show({ agentName, shopName, welcome, look, page, language: spoken }: Preview): void {
  const root = document.documentElement
  language = spoken
  root.lang = spoken
  root.dataset.page = page
  store.set({ welcome })
  const config: WidgetConfig = {
    bot: 'preview',
    host: location.origin,
    version: '',
    agentName,
    shopName,
    ...look,
    theme: look.theme === 'auto' ? page : look.theme,
    talk: root.dataset.talk !== undefined,
  }
  const texts = textsFor(spoken, spoken)
  render(<App config={config} texts={texts} store={store} conversation={conversation} />, shadow)
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

function pageDrawn(): HTMLElement {
  const page = document.createElement('div')
  page.className = 'page'
  page.ariaHidden = 'true'
  page.innerHTML = `<i class="bar"></i><i class="hero"></i><div class="goods">${'<i></i>'.repeat(8)}</div>`
  return page
}
