import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Brain } from '../../src/modules/brain/index.ts'
import type { SpeechSet } from '../../src/providers/speech/index.ts'
import { openBrowser } from './browser.ts'
import { type Caller, type LiveLine, startLine, tone, wavOf } from './live.ts'
import { openShop, type Shop, startService, type TestService } from './service.ts'
import { allowDomains } from './visitor.ts'

/** Four hosts, as in the world: the shop's page, the widget, the SDK, the voice. They resolve to this machine. */
export const SHOP = 'http://shop.localhost'
export const STRANGER = 'http://stranger.localhost'
export const WIDGET = 'http://widget.localhost'
const SDK = 'http://sdk.localhost'
const VOICE = 'ws://voice.localhost'

/** What docs/widget.md tells owners of strict sites to send. */
export const STRICT_CSP = [
  "default-src 'none'",
  `script-src 'self' ${SDK} ${WIDGET}`,
  `connect-src ${WIDGET} ${WIDGET.replace('http', 'ws')} ${VOICE}`,
  'media-src blob:',
].join('; ')

const HERTZ_OF_THE_MICROPHONE = 440

/** Where the page's own script writes down what the SDK tells it. */
const PAGE_SCRIPT = `
const bot = document.body.dataset.bot
window.seen = { states: [], transcripts: [], errors: [], session: undefined, rejected: undefined }
window.talk = () => IceBot.voice({
  bot,
  onState: (state) => seen.states.push(state),
  onTranscript: (transcript) => seen.transcripts.push(transcript),
  onError: (error) => seen.errors.push({ code: error.code, message: error.message, known: error instanceof IceBot.Error }),
}).then((session) => { window.session = session; seen.session = session.mode }, (error) => { seen.rejected = error.code })
document.querySelector('#talk').addEventListener('click', talk)
if (location.search === '?at-once') talk()
`

/**
 * Written into every page before its own scripts: keeps a copy of all that leaves through the loudspeaker. It records on the
 * thread that plays, so that a busy page loses nothing.
 */
const RECORDER = `
window.sound = { samples: [], rate: 0, elements: [] }
window.AudioContext = class extends AudioContext {
  constructor(options) {
    super(options)
    this.audioWorklet.addModule('/recorder.js').catch(() => {})
  }
}
const connect = AudioNode.prototype.connect
AudioNode.prototype.connect = function (target, ...rest) {
  if (target === this.context.destination) {
    sound.rate = this.context.sampleRate
    const tap = new AudioWorkletNode(this.context, 'recorder', { numberOfOutputs: 0 })
    tap.port.onmessage = ({ data }) => sound.samples.push(...data)
    connect.call(this, tap)
  }
  return connect.call(this, target, ...rest)
}
const play = HTMLMediaElement.prototype.play
HTMLMediaElement.prototype.play = function () {
  const entry = { src: this.src, ended: false }
  sound.elements.push(entry)
  this.addEventListener('ended', () => {
    if (this.src === entry.src) Object.assign(entry, { ended: true, seconds: this.duration })
  })
  return play.call(this)
}
`
const RECORDER_WORKLET = `
registerProcessor('recorder', class extends AudioWorkletProcessor {
  samples = []
  process([[samples]]) {
    if (samples) this.samples.push(...samples)
    if (this.samples.length >= 1024) this.port.postMessage(this.samples.splice(0))
    return true
  }
})
`

export interface SdkSite {
  browser: Browser | undefined
  service: TestService
  shop: Shop
  line: LiveLine
  /** The microphone hears a tone of this frequency. */
  microphoneHertz: number
  /** What the agent's side does with the next callers. */
  script: (caller: Caller) => void | Promise<void>
  open(options?: Opening): Promise<{ page: Page; complaints: string[]; context: BrowserContext }>
  close(): Promise<void>
}

interface Opening {
  path?: string
  origin?: string
  /** The service says so to whoever wants to talk; otherwise the real one is asked. */
  live?: boolean
  context?: Parameters<Browser['newContext']>[0]
}

/** Service, site, voice and browser, each on its own host. */
export async function startSdkSite(
  options: {
    brain?: Brain
    speech?: SpeechSet
    microphone?: 'allowed' | 'refused'
    /** What the microphone hears, over and over; a tone unless told otherwise. */
    heard?: Int16Array
  } = {},
): Promise<SdkSite> {
  const env = { ICEBOT_WIDGET_URL: WIDGET, ICEBOT_SDK_URL: SDK }
  const service = await startService({
    env,
    ...(options.brain && { brain: options.brain }),
    ...(options.speech && { speech: options.speech }),
  })
  const shop = await openShop(service.db)
  await allowDomains(service, shop, 'shop.localhost')
  const site: Pick<SdkSite, 'script'> = { script: () => {} }
  const line = await startLine((caller) => site.script(caller))
  const pages = await servePages(shop.agent.id)
  const folder = mkdtempSync(join(tmpdir(), 'icebot-microphone-'))
  const wav = join(folder, 'microphone.wav')
  writeFileSync(wav, wavOf(options.heard ?? tone(HERTZ_OF_THE_MICROPHONE, 2_000), 16_000))
  const browser = await openBrowser([
    `--host-resolver-rules=${[
      `MAP shop.localhost 127.0.0.1:${pages.port}`,
      `MAP stranger.localhost 127.0.0.1:${pages.port}`,
      `MAP widget.localhost ${new URL(service.url).host}`,
      `MAP sdk.localhost ${new URL(service.url).host}`,
      `MAP voice.localhost ${new URL(line.url).host}`,
    ].join(',')}`,
    '--use-fake-device-for-media-stream',
    ...(options.microphone === 'refused' ? [] : ['--use-fake-ui-for-media-stream']),
    `--use-file-for-fake-audio-capture=${wav}`,
  ])

  return Object.assign(site, {
    browser,
    service,
    shop,
    line,
    microphoneHertz: HERTZ_OF_THE_MICROPHONE,
    async open({ path = '/', origin = SHOP, live = false, context: settings }: Opening = {}) {
      const context = await (browser as Browser).newContext(settings)
      context.setDefaultTimeout(10_000)
      const page = await context.newPage()
      await page.addInitScript(RECORDER)
      if (live) await page.route('**/api/widget/voice-session?*', (route) => route.fulfill(liveTicket()))
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await page.goto(origin + path)
      return { page, complaints, context }
    },
    async close() {
      await browser?.close()
      await pages.close()
      await line.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/** The values the page's script has written down so far. */
export function seenBy(page: Page): Promise<Seen> {
  return page.evaluate('seen')
}

export interface Seen {
  states: string[]
  transcripts: { role: string; text: string; final: boolean }[]
  errors: { code: string; message: string; known: boolean }[]
  session?: string
  rejected?: string
}

/** What came out of the page's loudspeaker, by the AudioContext and by elements. */
export function soundOf(page: Page): Promise<{
  samples: number[]
  rate: number
  elements: { src: string; ended: boolean; seconds?: number }[]
}> {
  return page.evaluate('sound')
}

function liveTicket() {
  return {
    status: 200,
    headers: { 'Access-Control-Allow-Origin': SHOP, 'Access-Control-Allow-Headers': 'authorization' },
    json: {
      mode: 'live',
      signedUrl: `${VOICE}/talk?signature=once`,
      sessionId: '0190b0de-0000-7000-8000-000000000000',
      dynamicVariables: { icebot_web_session: '0190b0de-0000-7000-8000-000000000001' },
    },
  }
}

async function servePages(bot: string): Promise<{ port: number; close(): Promise<void> }> {
  const body = (scripts: string) => `<!doctype html><html lang="en"><title>A shop</title>
<body data-bot="${bot}"><button id="talk">Talk</button><button id="ask">Ask</button>${scripts}`
  const umd = `<script src="${SDK}/sdk/icebot.js"></script>`
  const page = '<script src="/page.js"></script>'
  const module = '<script type="module" src="/module.js"></script>'
  const files: Record<string, [type: string, text: string]> = {
    '/': ['text/html', body(umd + page)],
    '/module': ['text/html', body(module)],
    '/page.js': ['text/javascript', PAGE_SCRIPT],
    '/recorder.js': ['text/javascript', RECORDER_WORKLET],
    '/module.js': ['text/javascript', `import IceBot from '${SDK}/sdk/icebot.mjs'\n${PAGE_SCRIPT}`],
  }
  const server = createServer((request, response) => {
    const [type, text] = files[new URL(request.url ?? '/', SHOP).pathname] ?? []
    if (type === undefined) return void response.writeHead(404).end()
    const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': STRICT_CSP }
    response.writeHead(200, headers).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
