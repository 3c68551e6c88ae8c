import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/root.ts'
import { openStage, PLAIN_PAGE, type Stage, visitorOf, type WidgetShop } from '../harness/widget.ts'

let stage: Stage
let shop: WidgetShop
beforeAll(async () => {
  const opened = await openStage()
  if (!opened) return
  stage = opened
  const think = async () => ({ replies: ['**hello** back'] })
  shop = await stage.shop({ think })
})
afterAll(() => stage?.close())
beforeEach(({ skip }) => {
  if (!stage) skip('no Chromium on this machine')
})

describe('the page cannot reach the widget', () => {
  it('with hard style sheets', async () => {
    const HARD = `<style>
      * { all: unset !important; display: inline !important; color: red !important; font-size: 40px !important }
      icebot-widget { display: none !important; opacity: 0 !important; transform: scale(3) !important; width: 500px !important }
      icebot-widget, body > *:last-child { position: static !important; visibility: hidden !important; pointer-events: none !important }
      button, textarea, div, p { border: 9px solid lime !important; margin: 50px !important }
      :root { --accent: hotpink; --ground: hotpink; --ink: hotpink; --radius: 99px; font-size: 99px }
      html { direction: rtl; letter-spacing: 1em; word-spacing: 2em; text-transform: uppercase; line-height: 5 }
    </style>`
    const still = { reducedMotion: 'reduce' } as const
    const plain = await shop.visit(still)
    const hard = await shop.visit(still, PLAIN_PAGE.replace('</head>', `${HARD}</head>`))
    for (const visitor of [plain, hard]) {
      await visitor.open()
      await visitor.say('hello')
      await visitor.panel.getByText('hello back').waitFor()
      await visitor.panel.locator('.delivery').getByText('Sent').waitFor()
    }
    const [expected, found] = [await looks(plain.page), await looks(hard.page)]
    expect(found).toEqual(expected)
    expect(found.launcher).toMatchObject({ width: 56, height: 56, color: 'rgb(255, 255, 255)' })
    for (const { page } of [plain, hard]) await page.context().close()
  })

  it('under a strict content security policy', async () => {
    const host = stage.service.url
    const policy = `default-src 'none'; script-src ${host}; connect-src ${host}; media-src blob:`
    const siti = await shop.visit({}, PLAIN_PAGE, { 'Content-Security-Policy': policy })
    await siti.open()
    await siti.say('hello')
    await siti.panel.getByText('hello back').waitFor()
    expect(await looks(siti.page)).toMatchObject({ launcher: { width: 56, height: 56 } })
    expect(siti.complaints).toEqual([])
    await siti.page.context().close()
  })

  it('and product cards do without pictures it forbids', async () => {
    const products = [
      {
        external_id: 'a',
        name: 'Karipap',
        category: 'Kuih',
        price: 2.5,
        image_url: 'https://x.example/a.png',
      },
    ]
    const other = await stage.shop({ products })
    const host = stage.service.url
    const policy = `default-src 'none'; script-src ${host}; connect-src ${host}; media-src blob:`
    const siti = await other.visit({}, PLAIN_PAGE, { 'Content-Security-Policy': policy })
    await siti.open()
    await siti.say('what kuih do you have?')
    const card = siti.panel.getByRole('button', { name: /^Karipap/ })
    await card.locator('.picture').getByText('K', { exact: true }).waitFor()
    expect(await card.locator('img').count()).toBe(0)
    await siti.page.context().close()
  })

  it('with its keyboard shortcuts', async () => {
    const shortcuts = `<script>keys = []; addEventListener('keydown', ({ key }) => keys.push(key))</script>`
    const siti = await shop.visit({}, PLAIN_PAGE.replace('</head>', `${shortcuts}</head>`))
    await siti.open()
    await siti.input.press('/')
    expect(await siti.page.evaluate('keys')).toEqual([])
    await siti.page.context().close()
  })
})

describe('the widget leaves the page alone', () => {
  it('at load: no shift, no long task, no name, no style, no session', { retry: 2 }, async () => {
    const siti = visitorOf(await (await stage.browser.newContext()).newPage())
    await siti.page.addInitScript(watchPage)
    const rows = '<p>words</p>'.repeat(40)
    stage.serve(PLAIN_PAGE.replace('</main>', `${rows}</main>`).replace('{script}', shop.script))
    await siti.page.goto(stage.site)
    await siti.launcher.waitFor()
    await siti.page.waitForTimeout(500)
    const seen = await siti.page.evaluate(reportPage)
    expect(seen).toMatchObject({ shift: 0, names: [], head: 4, sheets: 0, attributes: ['lang'] })
    expect(seen.longest).toBeLessThan(50)
    await siti.open()
    await siti.page.waitForTimeout(300)
    expect(await siti.page.evaluate(reportPage)).toMatchObject({ shift: 0, names: [], sheets: 0 })
    await siti.page.context().close()
  })

  it('there is one widget of an agent, however often it is included', async () => {
    const siti = await shop.visit({}, PLAIN_PAGE.replace('{script}', '{script}{script}{script}'))
    await siti.launcher.waitFor()
    await siti.page.evaluate(addScript, `${stage.service.url}/api/widget/embed?bot=${shop.agent.id}`)
    await siti.page.waitForTimeout(200)
    expect(await siti.page.locator('icebot-widget').count()).toBe(1)
    await siti.page.context().close()
  })

  it('it starts before there is a body', async () => {
    const early = PLAIN_PAGE.replace('{script}', shop.script.replace(' async', ''))
    const siti = await shop.visit({}, early)
    await siti.open()
    expect(siti.complaints).toEqual([])
    await siti.page.context().close()
  })

  it('it comes back, as it was, when a framework renders the page anew', async () => {
    const siti = await shop.visit()
    await siti.open()
    await siti.input.fill('half a sentence')
    for (const wipe of [
      "document.body.innerHTML = '<main>other page</main>'",
      "document.querySelector('icebot-widget').remove()",
      "document.body.replaceWith(document.createElement('body'))",
      'document.body.replaceChildren()',
    ]) {
      await siti.page.evaluate(wipe)
      await siti.panel.waitFor()
      expect(await siti.input.inputValue(), wipe).toBe('half a sentence')
    }
    await siti.say('hello')
    await siti.panel.getByText('hello back').first().waitFor()
    expect(await siti.page.locator('icebot-widget').count()).toBe(1)
    await siti.page.context().close()
  })

  it('it goes for good when something keeps removing it', async () => {
    const siti = await shop.visit()
    await siti.launcher.waitFor()
    await siti.page.evaluate(`new MutationObserver(() => document.querySelector('icebot-widget')?.remove())
      .observe(document.body, { childList: true }); document.querySelector('icebot-widget').remove()`)
    await siti.page.waitForTimeout(300)
    expect(await siti.page.locator('icebot-widget').count()).toBe(0)
    expect(siti.complaints).toEqual([])
    await siti.page.context().close()
  })

  it('destroy() leaves nothing, and it can be started again', async () => {
    const page = await (await stage.browser.newContext()).newPage()
    const siti = visitorOf(page)
    stage.serve(PLAIN_PAGE.replace('{script}', ''))
    await page.goto(stage.site)
    const before = await listeners(page)
    const source = `${stage.service.url}/api/widget/embed?bot=${shop.agent.id}`
    await page.evaluate(addScript, source)
    await siti.open()
    await siti.say('hello')
    await siti.panel.getByText('hello back').first().waitFor()
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/stream'))
    await page.evaluate("document.querySelector('icebot-widget').destroy()")
    await ended
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    expect(await page.locator('icebot-widget').count()).toBe(0)
    expect(await listeners(page)).toEqual(before)
    await page.evaluate(
      "dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange'))",
    )
    await page.waitForTimeout(1500)
    expect(requests).toEqual([])
    await page.evaluate(addScript, source)
    await siti.open()
    await siti.panel.getByText('hello back').first().waitFor()
    expect(siti.complaints).toEqual([])
    await page.context().close()
  })

  it('its element is the page’s handle', async () => {
    const siti = await shop.visit()
    await siti.launcher.waitFor()
    const told = await siti.page.evaluate(async () => {
      const { document } = globalThis as Dom
      const widget = document.querySelector('icebot-widget')
      const events: string[] = []
      for (const name of ['icebot:open', 'icebot:close'])
        document.addEventListener(name, () => events.push(name))
      widget.open()
      widget.open()
      widget.toggle()
      widget.toggle()
      widget.close()
      return { events, bot: widget.dataset.bot }
    })
    expect(told.events).toEqual(['icebot:open', 'icebot:close', 'icebot:open', 'icebot:close'])
    expect(told.bot).toBe(shop.agent.id)
    await siti.page.context().close()
  })
})

describe('Talk', () => {
  /** The widget of a shop with voice, and the file of Talk as the test has it. */
  async function talkative(talk: string) {
    const { page } = await shop.visit()
    const loads: string[] = []
    await page.route('**/api/widget/embed?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/"talk":\w+/, '"talk":true') })
    })
    await page.route('**/widget/talk.js?*', (route) => {
      loads.push(route.request().url())
      const headers = { 'Access-Control-Allow-Origin': '*' }
      return route.fulfill({ contentType: 'text/javascript', headers, body: talk })
    })
    await page.reload()
    return { siti: visitorOf(page), loads }
  }

  it('is loaded with its first use, lives in the panel, and gives it back', async () => {
    const { siti, loads } =
      await talkative(`export default ({ root, connection, config, texts, onClose }) => {
      root.textContent = ['sheet', config.bot, texts.lang, typeof connection.fetchAudio].join(' ')
      root.addEventListener('click', onClose)
      return { close() { globalThis.hungUp = (globalThis.hungUp ?? 0) + 1 } }
    }`)
    await siti.open()
    expect(loads).toEqual([])
    const talk = siti.panel.getByRole('button', { name: 'Talk', exact: true })
    await talk.click()
    const sheet = siti.panel.getByText(`sheet ${shop.agent.id} en function`)
    await sheet.click()
    await siti.input.waitFor()
    await expect.poll(() => sheet.count()).toBe(0)
    await expect.poll(() => siti.page.evaluate('hungUp')).toBe(1)
    await talk.click()
    await sheet.waitFor()
    await siti.page.keyboard.press('Escape')
    await siti.input.waitFor()
    await talk.click()
    await sheet.waitFor()
    await siti.panel.getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => siti.page.evaluate('hungUp')).toBe(3)
    expect(loads).toHaveLength(1)
    expect(loads[0]).toMatch(/\?v=[0-9a-f]+$/)
    await siti.page.context().close()
  })

  it('that cannot be loaded leaves the chat as it was', async () => {
    const { siti } = await talkative('this is no program')
    await siti.open()
    await siti.panel.getByRole('button', { name: 'Talk', exact: true }).click()
    await siti.panel.getByText('Talking is not possible right now').waitFor()
    await siti.say('hello')
    await siti.panel.getByText('hello back').first().waitFor()
    await siti.page.context().close()
  })
})

describe('what browsers load', () => {
  it.each([
    ['embed.js', 25_000],
    ['icebot.js', 8_000],
    ['icebot.mjs', 8_000],
  ])('%s is at most %d bytes over the wire', (name, most) => {
    const size = gzipSync(readFileSync(join(packageRoot, 'dist', 'web', name)), { level: 9 }).length
    expect(size).toBeLessThanOrEqual(most)
  })

  it.each(['embed.js', 'talk.js'])('%s tells nothing of the machine it was built on', (name) => {
    const text = readFileSync(join(packageRoot, 'dist', 'web', name), 'utf8')
    expect(['lineNumber', '.tsx', packageRoot].filter((trace) => text.includes(trace))).toEqual([])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: what is a page's own is unknown to the types of Node
type Dom = any

/** How each part of the open widget looks, as the browser computes it. */
function looks(page: Page): Promise<Record<string, Record<string, unknown>>> {
  return page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as Dom
    const { shadowRoot } = document.querySelector('icebot-widget')
    const parts: Record<string, Record<string, unknown>> = {}
    for (const name of ['launcher', 'panel', 'bubble', 'scroller', 'composer', 'send', 'face', 'title']) {
      const element = shadowRoot.querySelector(`.${name}`)
      const { width, height, x, y } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      const kept = [
        'color',
        'backgroundColor',
        'fontSize',
        'fontFamily',
        'lineHeight',
        'letterSpacing',
        'direction',
      ]
      const more = ['textTransform', 'visibility', 'pointerEvents', 'opacity', 'borderTopWidth', 'marginTop']
      parts[name] = { width, height, x, y }
      for (const key of [...kept, ...more]) parts[name][key] = style[key]
    }
    return parts
  })
}

/** Runs in the page before anything else. */
function watchPage(): void {
  const page = globalThis as Dom
  const seen = { shift: 0, longest: 0 }
  const names = new Set(Object.getOwnPropertyNames(page))
  Object.defineProperty(page, Symbol.for('test'), { value: { seen, names } })
  const watch = (type: string, take: (entry: Dom) => void) =>
    new page.PerformanceObserver((list: Dom) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  watch('layout-shift', (entry) => {
    seen.shift += entry.value
  })
  watch('longtask', (entry) => {
    seen.longest = Math.max(seen.longest, entry.duration)
  })
}

function reportPage() {
  const page = globalThis as Dom
  const { seen, names } = page[Symbol.for('test')]
  const { document } = page
  return {
    ...seen,
    names: Object.getOwnPropertyNames(page).filter((name) => !names.has(name)),
    head: document.head.children.length,
    sheets: document.adoptedStyleSheets.length,
    attributes: document.documentElement.getAttributeNames(),
  }
}

function addScript(source: string): Promise<void> {
  const { document } = globalThis as Dom
  const script = document.createElement('script')
  script.src = source
  return new Promise((resolve) => {
    script.onload = () => {
      script.remove()
      resolve()
    }
    document.head.append(script)
  })
}

/** Everything that listens on window, document and body, as the browser itself knows it. */
async function listeners(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page)
  const found: string[] = []
  for (const expression of [
    'window',
    'document',
    'document.documentElement',
    'document.body',
    'visualViewport',
  ]) {
    const { result } = await cdp.send('Runtime.evaluate', { expression })
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId as string,
    })
    found.push(...listeners.map(({ type }) => `${expression} ${type}`))
  }
  await cdp.detach()
  return found.sort()
}
