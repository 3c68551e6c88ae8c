import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { createBuiltinBrain } from '../../src/modules/brain/builtin/index.ts'
import type { Brain, Turn } from '../../src/modules/brain/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openBrowser } from './browser.ts'
import { startService, type TestService } from './service.ts'
import { openStore, type Store } from './store.ts'

/** A shop's website on an origin of its own, and the service that its chat comes from. */
export interface Stage {
  service: TestService
  browser: Browser
  /** Where the website is. */
  site: string
  /** What the website serves from now on; `{script}` is the widget's script tag of the shop. */
  serve(html: string, headers?: Record<string, string>): void
  shop(options?: ShopOptions): Promise<WidgetShop>
  close(): Promise<void>
}

export interface ShopOptions {
  name?: string
  agent?: string
  welcome?: string
  look?: Record<string, unknown>
  products?: unknown[]
  /** Who answers; the built-in agent unless told otherwise. */
  think?: Brain['think']
}

export interface WidgetShop extends Store {
  script: string
  /** Somebody with a browser of their own opens the website. */
  visit(options?: BrowserContextOptions, html?: string, headers?: Record<string, string>): Promise<Visitor>
  /** The ids of its conversations, newest activity first. */
  conversations(): Promise<string[]>
  /** What the service has, as `user: …` and `assistant: …`. */
  stored(conversationId: string): Promise<string[]>
  /** A person of the team answers. */
  reply(conversationId: string, content: string): Promise<void>
}

export interface Visitor {
  page: Page
  /** What the browser found wrong: broken scripts, what the content security policy refused. */
  complaints: string[]
  launcher: Locator
  panel: Locator
  input: Locator
  open(): Promise<void>
  say(text: string): Promise<void>
  /** What the visitor wrote and what was answered, as it stands in the panel. */
  thread(): Promise<string[]>
}

const PRODUCTS = [
  { external_id: 'kopi-o', name: 'Kopi O Ais', category: 'Kopi & Teh', price: 3.2 },
  { external_id: 'teh-tarik', name: 'Teh Tarik', category: 'Kopi & Teh', price: 2.8 },
  { external_id: 'milo', name: 'Milo Dinosaur', category: 'Minuman sejuk', price: 6.5 },
  { external_id: 'karipap', name: 'Karipap', category: 'Kuih', price: 2.5, stock: 60 },
  { external_id: 'seri-muka', name: 'Seri Muka', category: 'Kuih', price: 2.2, stock: 0 },
]

export const PLAIN_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>Kopi Seri</title>
{script}</head><body><main><h1>Kopi Seri</h1><p>Kopi and kuih since 1968.</p></main></body></html>`

/** Undefined, with a printed reason, on a machine without a browser. */
export async function openStage(): Promise<Stage | undefined> {
  const browser = await openBrowser()
  if (!browser) return undefined
  const minds = new Map<string, Brain['think']>()
  const builtin = createBuiltinBrain()
  const brain: Brain = {
    think: (turn: Turn) => (minds.get(turn.agent.id) ?? builtin.think)(turn),
  }
  const service = await startService({ brain })
  let served = { html: '', headers: {} as Record<string, string> }
  const website = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...served.headers })
    response.end(served.html)
  })
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
  const { port } = website.address() as AddressInfo
  const site = `http://127.0.0.1:${port}/`
  const serve: Stage['serve'] = (html, headers = {}) => {
    served = { html, headers }
  }

  return {
    service,
    browser,
    site,
    serve,
    async shop(options = {}) {
      const store = await openStore(service.db, service.url, options.products ?? PRODUCTS)
      const { agent, workspace } = store
      await service.db.run(sql`
        update agents set name = ${options.agent ?? 'Aina'}, allowed_domains = ${[`127.0.0.1:${port}`]},
               welcome = ${options.welcome ?? 'Hai! Nak order apa hari ini?'}, look = ${options.look ?? {}}
         where id = ${agent.id}`)
      await service.db.run(
        sql`update workspaces set name = ${options.name ?? 'Kopi Seri'} where id = ${workspace.id}`,
      )
      if (options.think) minds.set(agent.id, options.think)
      const script = `<script src="${service.url}/api/widget/embed?bot=${agent.id}" async></script>`
      const visit: WidgetShop['visit'] = async (context, html = PLAIN_PAGE, headers = {}) => {
        serve(html.replaceAll('{script}', script), headers)
        const page = await (await browser.newContext(context)).newPage()
        const visitor = visitorOf(page)
        await page.goto(site)
        return visitor
      }
      return {
        ...store,
        script,
        visit,
        conversations: async () =>
          (await store.manage('/conversations')).json.data.map(({ id }: { id: string }) => id),
        async stored(id) {
          const { json } = await store.manage(`/conversations/${id}/messages?limit=100`)
          return json.data.map(
            ({ role, content }: { role: string; content: string }) => `${role}: ${content}`,
          )
        },
        async reply(id, content) {
          const answer = await store.manage(`/conversations/${id}/messages`, { content })
          if (answer.status !== 201) throw new Error(answer.text)
        },
      }
    },
    async close() {
      await browser.close()
      website.closeAllConnections()
      website.close()
      await service.close()
    },
  }
}

export function visitorOf(page: Page): Visitor {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const widget = page.locator('icebot-widget')
  const visitor: Visitor = {
    page,
    complaints,
    launcher: widget.locator('.launcher'),
    panel: widget.getByRole('dialog'),
    input: widget.getByRole('textbox'),
    async open() {
      await visitor.launcher.click()
      await widget.locator('header .standing:not(.away)').waitFor()
    },
    async say(text) {
      await visitor.input.fill(text)
      await visitor.input.press('Enter')
    },
    thread: () =>
      widget
        .locator('.row:not(.typing) .bubble')
        .evaluateAll((bubbles) =>
          bubbles.map((bubble: { textContent: string | null }) => bubble.textContent ?? ''),
        ),
  }
  return visitor
}
