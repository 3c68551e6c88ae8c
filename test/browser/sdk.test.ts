import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
import { type SdkSite, SHOP, STRANGER, seenBy, soundOf, startSdkSite, WIDGET } from '../harness/sdk-site.ts'
import { beepingSpeech } from '../harness/speech.ts'

let site: SdkSite
beforeAll(async () => {
  const brain = { think: async () => ({ replies: ['Kami buka dari 7 pagi.', 'Nak order?'] }) }
  site = await startSdkSite({ brain, speech: beepingSpeech(), microphone: 'refused' })
})
afterAll(() => site.close())

const NO_BROWSER = 'no Chromium on this machine'
/** This machine may be busy. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 10_000 })
const press = (page: Page) => page.getByRole('button', { name: 'Talk' }).click()

beforeEach(({ skip }) => {
  if (!site.browser) skip(NO_BROWSER)
})

describe('a typed talk, with the real service', () => {
  it('what is sent is answered, and the answers are read aloud one after the other', async () => {
    const { page, complaints } = await site.open()
    await press(page)
    await eventually(async () => (await seenBy(page)).session).toBe('typed')
    expect((await seenBy(page)).states).toEqual(['connecting', 'listening'])
    await page.evaluate("session.send('  Buka pukul berapa? ')")
    await eventually(async () => (await seenBy(page)).transcripts).toEqual([
      { role: 'user', text: 'Buka pukul berapa?', final: true },
      { role: 'agent', text: 'Kami buka dari 7 pagi.', final: true },
      { role: 'agent', text: 'Nak order?', final: true },
    ])
    await eventually(async () => (await seenBy(page)).states.slice(2)).toEqual(['speaking', 'listening'])
    const { elements } = await soundOf(page)
    const spoken = elements.filter(({ seconds }) => (seconds ?? 0) > 0.1)
    expect(spoken).toHaveLength(2)
    for (const { src } of spoken) expect(src).toMatch(/^blob:/)
    await page.evaluate('session.end()')
    expect((await seenBy(page)).states.at(-1)).toBe('ended')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('muted, answers are only shown; hung up, nothing more comes', async () => {
    const { page } = await site.open()
    await press(page)
    await eventually(async () => (await seenBy(page)).session).toBe('typed')
    await page.evaluate('session.setMuted(true)')
    await page.evaluate("session.send('Hai')")
    await eventually(async () => (await seenBy(page)).transcripts.length).toBe(3)
    expect((await seenBy(page)).states).toEqual(['connecting', 'listening'])
    await page.evaluate('session.end()')
    await page.evaluate("session.send('Hai lagi')")
    await page.waitForTimeout(500)
    expect((await seenBy(page)).transcripts).toHaveLength(3)
    await page.context().close()
  })

  it('called on page load it works without a sound and says so', async () => {
    const warnings: string[] = []
    const { page } = await site.open()
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.goto(`${SHOP}/?at-once`)
    await eventually(async () => (await seenBy(page)).session).toBe('typed')
    expect(warnings.join()).toContain('not called from a tap or click')
    await page.evaluate("session.send('Hai')")
    await eventually(async () => (await seenBy(page)).transcripts.length).toBe(3)
    expect((await seenBy(page)).states).toEqual(['connecting', 'listening'])
    expect((await soundOf(page)).elements).toEqual([])
    await page.context().close()
  })

  it('the module does the same', async () => {
    const { page, complaints } = await site.open({ path: '/module' })
    await press(page)
    await eventually(async () => (await seenBy(page)).session).toBe('typed')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('credits used up: the message is kept and the page is told', async () => {
    const { page } = await site.open()
    await press(page)
    await eventually(async () => (await seenBy(page)).session).toBe('typed')
    const { id } = site.shop.workspace
    await site.service.db.run(sql`update workspaces set credits = 0 where id = ${id}`)
    const refused = await page.evaluate("session.send('Ada orang?').catch((error) => error.code)")
    await site.service.db.run(sql`update workspaces set credits = 1000 where id = ${id}`)
    expect(refused).toBe('credits_used_up')
    const { states, errors } = await seenBy(page)
    expect(states.at(-1)).toBe('error')
    expect(errors).toMatchObject([{ code: 'credits_used_up', known: true }])
    await page.context().close()
  })
})

describe('a typed talk, whatever the page does', () => {
  it('hung up on hearing that it is over, it ends once', async () => {
    const { page } = await site.open()
    await page.evaluate(`(async () => {
      window.states = []
      const { bot } = document.body.dataset
      const onState = (state) => { states.push(state); window.one?.end() }
      window.one = await IceBot.voice({ bot, onState: (state) => states.push(state) })
      one.end()
      window.one = undefined
      window.one = await IceBot.voice({ bot, onState })
    })()`)
    expect(await page.evaluate('states')).toEqual([
      'connecting',
      'listening',
      'ended',
      'connecting',
      'listening',
    ])
    await page.route('**/api/widget/messages?*', (route) =>
      route.fulfill({
        status: 402,
        headers: { 'Access-Control-Allow-Origin': SHOP },
        json: { error: 'insufficient_credits', message: 'No credits' },
      }),
    )
    // On the way there it becomes nothing else: `thinking` is told as listening.
    await page.evaluate("one.send('Hai').catch(() => {})")
    expect(((await page.evaluate('states')) as string[]).slice(5)).toEqual(['error'])
    await page.context().close()
  })

  it('what is sent again because no answer came is one message', async () => {
    const { page } = await site.open()
    await press(page)
    await eventually(async () => (await seenBy(page)).session).toBe('typed')
    const clientIds: string[] = []
    await page.route('**/api/widget/messages?*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      clientIds.push(route.request().postDataJSON().clientId)
      if (clientIds.length > 1) return route.continue()
      await route.fetch({ url: route.request().url().replace(WIDGET, site.service.url) })
      return route.abort('connectionreset')
    })
    const send = (text: string) => page.evaluate(`session.send('${text}').catch(({ code }) => code)`)
    expect(await send('Hai')).toBe('network_lost')
    await send('Hai')
    await send('Hai')
    expect(clientIds[1]).toBe(clientIds[0])
    expect(clientIds[2]).not.toBe(clientIds[0])
    await page.context().close()
  })
})

describe('the files', () => {
  it.each(['icebot.js', 'icebot.mjs'])('%s is one file without imports, under 8 kB', async (name) => {
    const text = await (await fetch(`${site.service.url}/sdk/${name}`)).text()
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(8_000)
    expect(text).not.toMatch(/\bimport\b|\brequire\(/)
    expect(text).toContain('http://widget.localhost')
  })
})

describe('what can go wrong at the start', () => {
  it('the microphone is refused: a live talk says so', async () => {
    const { page } = await site.open({ live: true })
    await press(page)
    await eventually(async () => (await seenBy(page)).rejected).toBe('microphone_refused')
    expect(await seenBy(page)).toMatchObject({
      states: ['connecting', 'error'],
      errors: [{ code: 'microphone_refused', known: true }],
    })
    await page.context().close()
  })

  it('a site that is not allowed is told apart from a network that is gone', async () => {
    const { page } = await site.open({ origin: STRANGER })
    await press(page)
    await eventually(async () => (await seenBy(page)).rejected).toBe('site_not_allowed')
    await page.context().close()

    const { page: other } = await site.open()
    await other.route('http://widget.localhost/**', (route) => route.abort('connectionrefused'))
    await press(other)
    await eventually(async () => (await seenBy(other)).rejected).toBe('network_lost')
    await other.context().close()
  })

  it('no credits: 402 at the door', async () => {
    const { page } = await site.open()
    await page.route('**/api/widget/voice-session?*', (route) =>
      route.fulfill({
        status: 402,
        headers: { 'Access-Control-Allow-Origin': SHOP },
        json: { error: 'insufficient_credits', message: 'No credits' },
      }),
    )
    await press(page)
    await eventually(async () => (await seenBy(page)).rejected).toBe('credits_used_up')
    await page.context().close()
  })

  it('a local file is refused clearly', async () => {
    const { page } = await site.open()
    const script = await (await fetch(`${site.service.url}/sdk/icebot.js`)).text()
    const file = join(mkdtempSync(join(tmpdir(), 'icebot-page-')), 'page.html')
    writeFileSync(file, '<p>A page on a disk</p>')
    for (const address of [pathToFileURL(file).href, 'data:text/html,<p>no site</p>']) {
      await page.goto(address)
      await page.evaluate(script)
      const told = "IceBot.voice({ bot: 'x' }).catch(({ code, message }) => code + ' ' + message)"
      expect(await page.evaluate(told)).toMatch(/^site_not_allowed A local file/)
      const chat = "IceBot.chat({ bot: 'x' }).catch(({ code }) => code)"
      expect(await page.evaluate(chat)).toBe('site_not_allowed')
    }
    rmSync(dirname(file), { recursive: true })
    await page.context().close()
  })

  it('a missing bot is a fault of the page', async () => {
    const { page } = await site.open()
    expect(await page.evaluate('IceBot.voice({}).catch((error) => error.name)')).toBe('TypeError')
    expect(await page.evaluate('IceBot.chat({}).catch((error) => error.name)')).toBe('TypeError')
    expect(await page.evaluate('IceBot.voice().catch((error) => error.name)')).toBe('TypeError')
    await page.context().close()
  })
})

describe('a chat by the SDK', () => {
  it('is loaded once, opened by its element and by its handle, and taken away again', async () => {
    const { page, complaints } = await site.open()
    const scripts: string[] = []
    page.on('request', (request) => request.url().includes('/embed?') && scripts.push(request.url()))
    await page.evaluate(`Promise.all([
      IceBot.chat('#ask', { bot: document.body.dataset.bot }).then((chat) => { window.chat = chat }),
      IceBot.chat({ bot: document.body.dataset.bot }),
      IceBot.chat(null, { bot: document.body.dataset.bot }),
    ]).then(([, ...others]) => { window.others = others })`)
    expect(scripts).toHaveLength(1)
    const panel = page.getByRole('dialog')
    expect(await page.locator('icebot-widget').count()).toBe(1)
    await page.getByRole('button', { name: 'Ask' }).click()
    await panel.waitFor()
    await page.evaluate('chat.close()')
    await panel.waitFor({ state: 'hidden' })
    await page.evaluate('chat.open()')
    await panel.waitFor()
    await page.evaluate('chat.destroy(); chat.destroy(); others[0].destroy()')
    expect(await page.locator('icebot-widget').count()).toBe(1)
    await page.evaluate('others[1].destroy()')
    await eventually(() => page.locator('icebot-widget').count()).toBe(0)
    await page.getByRole('button', { name: 'Ask' }).click()
    expect(await page.locator('icebot-widget').count()).toBe(0)
    await page.evaluate('IceBot.chat({ bot: document.body.dataset.bot }).then(() => {})')
    expect(await page.locator('icebot-widget').count()).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('of a view that goes does not take that of the next view with it', async () => {
    const { page } = await site.open()
    // As in docs/widget.md: what goes is taken away when it has come, and by then the next one may have asked.
    await page.evaluate(`{
      const view = () => {
        const chat = IceBot.chat({ bot: document.body.dataset.bot })
        return () => void chat.then((one) => one.destroy(), () => {})
      }
      const leave = view()
      leave()
      window.leaveSecond = view()
    }`)
    await page.locator('icebot-widget').waitFor({ state: 'attached' })
    await page.waitForTimeout(300)
    expect(await page.locator('icebot-widget').count()).toBe(1)
    await page.evaluate('leaveSecond()')
    await eventually(() => page.locator('icebot-widget').count()).toBe(0)
    await page.context().close()
  })

  it('taken away by its own element can be asked for again', async () => {
    const { page } = await site.open()
    const load = 'IceBot.chat({ bot: document.body.dataset.bot }).then(() => {})'
    await page.evaluate(load)
    await page.evaluate("document.querySelector('icebot-widget').destroy()")
    await page.evaluate(load)
    expect(await page.locator('icebot-widget').count()).toBe(1)
    await page.context().close()
  })

  it('a click while it still loads is not lost', async () => {
    const { page } = await site.open()
    await page.route('**/api/widget/embed?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.evaluate(
      "void IceBot.chat(document.querySelector('#ask'), { bot: document.body.dataset.bot })",
    )
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('dialog').waitFor()
    await page.context().close()
  })

  it('says why it cannot be loaded, and can be tried again', async () => {
    const load = 'IceBot.chat({ bot: document.body.dataset.bot }).then(() => "loaded", ({ code }) => code)'
    const { page } = await site.open({ origin: STRANGER })
    expect(await page.evaluate(load)).toBe('site_not_allowed')
    await page.context().close()
    const { page: other } = await site.open()
    await other.route('http://widget.localhost/**', (route) => route.abort('connectionrefused'))
    expect(await other.evaluate(load)).toBe('network_lost')
    await other.unrouteAll()
    expect(await other.evaluate(load)).toBe('loaded')
    await other.context().close()
  })
})
