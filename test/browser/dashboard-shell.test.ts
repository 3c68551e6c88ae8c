import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raiseAlert } from '../../src/modules/alerts/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'

let browser: Browser | undefined
let service: TestService
let shop: Shop

beforeAll(async () => {
  browser = await openBrowser()
  service = await startService()
  shop = await openShop(service.db)
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

/** Somebody writes, and the agent hands over. */
async function handOver(to: Shop, name: string): Promise<string> {
  const { json } = await service.call(`/api/manage/agents/${to.agent.id}/inbound`, {
    key: to.token,
    body: { channel: 'whatsapp', external_user_id: name, name, text: 'hello' },
  })
  await service.db.transaction((tx) =>
    raiseAlert(tx, {
      workspaceId: to.workspace.id,
      agentId: to.agent.id,
      conversationId: json.conversation_id,
      kind: 'handover',
      reason: `${name} asks for a person.`,
    }),
  )
  return json.conversation_id
}

/** Opens the desk with what the browser shows and plays written down instead, and notices allowed. */
async function openHeard(look: Browser, to: Shop): Promise<Desk> {
  const desk = await openDesk(look, service, to.owner)
  await desk.page.context().addInitScript(STUBS)
  return desk
}
const STUBS = `
  window.shown = []
  window.notes = 0
  window.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title, options) { this.title = title; this.body = options.body; window.shown.push(this) }
    close() {}
  }
  window.AudioContext = class {
    state = 'running'
    currentTime = 0
    createOscillator() { window.notes++; return { frequency: {}, connect: (to) => to, start() {}, stop() {} } }
    createGain() {
      const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }
      return { gain, connect: (to) => to }
    }
  }`
const shownIn = (page: Page) =>
  page.evaluate<string[]>('shown.map(({ title, body }) => [title, body].join(": "))')
const notesIn = (page: Page) => page.evaluate<number>('notes')

describe('getting around', () => {
  it('⌘K goes anywhere by a few letters, and finds people', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const own = await openShop(service.db)
    const conversation = await handOver(own, 'Zainab')
    const { page, go, close } = await openDesk(browser, service, own.owner)
    await go('/', 'Overview')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Go anywhere' })
    await field.fill('aud')
    await page.getByRole('option', { name: 'Audit log', selected: true }).waitFor()
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await page.getByRole('option', { selected: true }).getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.fill('zain')
    await page
      .getByRole('group', { name: 'Conversations' })
      .getByRole('option', { name: /^Zainab/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/conversations/${conversation}`)
    await page.keyboard.press('Control+k')
    await field.fill('place an')
    await page.getByRole('option', { name: 'Place an order' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/orders/new')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('option', { name: 'Sign out', selected: true }).waitFor()
    await field.fill('qqqq')
    await page.getByText('Nothing is called that.').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await close()
  })

  it('two keys go to a place, ? tells which, and both rest while somebody types', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/', 'Overview')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Webhooks').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/')
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('g?')
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('g?')
    expect(await help.count()).toBe(0)
    await close()
  })

  it('what opened over the page gives the focus back to where it was opened', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/settings/team', 'Team')
    const focused = () => page.evaluate('document.activeElement.textContent')
    for (const name of ['Invite', 'New password link']) {
      await page.getByRole('button', { name, exact: true }).first().focus()
      await page.keyboard.press('Enter')
      await page.locator('[role="dialog"], [role="alertdialog"]').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(focused).toBe(name)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('New password link')
    await close()
  })

  it('reading goes on at the title of the page one went to', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/', 'Overview')
    const bar = page.getByRole('navigation', { name: 'Main' })
    for (const name of ['Team', 'API keys']) {
      await bar.getByRole('link', { name }).click()
      await expect
        .poll(() => page.evaluate('document.activeElement.tagName + document.activeElement.textContent'))
        .toBe(`H1${name}`)
      expect(await page.title()).toBe(`${name} · icebot`)
      expect(await bar.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
    }
    await close()
  })

  it('a phone has four places at hand and everything in a sheet', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner, LOOKS.phone)
    await go('/', 'Overview')
    const bar = page.getByRole('navigation', { name: 'Main' })
    expect(await bar.getByRole('link').allInnerTexts()).toEqual(['Overview', 'Inbox', 'Orders', 'Calls'])
    await bar.getByRole('link', { name: 'Orders' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await bar.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'API keys' }).tap()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await close()
  })
})

describe('what is one’s own', () => {
  it('language and appearance are remembered', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/', 'Overview')
    const menu = page.getByRole('button', { name: shop.owner.email })
    await menu.click()
    await page.getByRole('menu').getByText(`Owner · ${shop.workspace.name}`).waitFor()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.getByRole('menuitemradio', { name: 'Bahasa Melayu' }).click()
    await page.getByRole('menuitem', { name: 'Log keluar' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Ringkasan' }).waitFor()
    expect(
      await page.evaluate('document.documentElement.dataset.theme + document.documentElement.lang'),
    ).toBe('darkms')
    await close()
  })

  it('who signs out is out, here and on the server', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/settings/team', 'Team')
    await page.getByRole('button', { name: shop.owner.email }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const status = await page.evaluate<number>('fetch("/api/manage/me").then(({ status }) => status)')
    expect(status).toBe(401)
    await page.goto(`${service.url}/settings/team`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await close()
  })
})

describe('who waits for a person', () => {
  it('is told once, whatever the number of tabs, and leads to the conversation', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const own = await openShop(service.db)
    await handOver(own, 'Early')
    const { page, go, close } = await openHeard(browser, own)
    await go('/', 'Overview')
    await page.getByRole('button', { name: 'Alerts: 1 not seen yet' }).click()
    await page.getByRole('switch', { name: 'Show a notice on this device' }).click()
    await page.keyboard.press('Escape')
    const second = await page.context().newPage()
    await second.goto(`${service.url}/settings/team`)
    await second.getByRole('heading', { level: 1, name: 'Team' }).click()
    await expect.poll(() => second.title()).toBe('(1) Team · icebot')
    const conversation = await handOver(own, 'Farah')
    for (const tab of [page, second]) await expect.poll(() => tab.title()).toMatch(/^\(2\) /)
    const all = async () => [...(await shownIn(page)), ...(await shownIn(second))]
    await expect.poll(all).toEqual(['Farah needs a person: Farah asks for a person.'])
    // The tab that was touched last can be heard.
    expect([await notesIn(page), await notesIn(second)]).toEqual([0, 2])
    await second.evaluate('shown[0].onclick()')
    await expect.poll(() => new URL(second.url()).pathname).toBe(`/conversations/${conversation}`)
    await second.close()
    await handOver(own, 'Gopal')
    await expect.poll(() => shownIn(page)).toEqual(['Gopal needs a person: Gopal asks for a person.'])
    await page.reload()
    await page.getByRole('button', { name: /^Alerts: [23] not seen yet$/ }).waitFor()
    expect(await shownIn(page)).toEqual([])
    await close()
  })

  it('is in the bell until somebody has seen it', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const own = await openShop(service.db)
    await handOver(own, 'Hana')
    await handOver(own, 'Imran')
    const { page, go, close } = await openDesk(browser, service, own.owner)
    await go('/settings/team', 'Team')
    await page.getByRole('link', { name: 'Inbox 2 waiting for a person' }).waitFor()
    await page.getByRole('button', { name: 'Alerts: 2 not seen yet' }).click()
    await page.getByRole('button', { name: 'Mark as seen: Hana needs a person' }).click()
    await page.getByRole('link', { name: 'Inbox 1 waiting for a person' }).waitFor()
    await page.getByRole('link', { name: /^Imran needs a person/ }).click()
    await expect.poll(() => page.url()).toContain('/conversations/')
    await close()
  })

  it('makes no sound for who wants none, also after a reload', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const own = await openShop(service.db)
    const { page, go, close } = await openHeard(browser, own)
    await go('/', 'Overview')
    await page.getByRole('button', { name: 'Alerts' }).click()
    await page.getByRole('switch', { name: 'Play a sound' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Alerts' }).click()
    expect(await page.getByRole('switch', { name: 'Play a sound' }).getAttribute('aria-checked')).toBe(
      'false',
    )
    await handOver(own, 'Jaya')
    await expect.poll(() => page.title()).toMatch(/^\(1\) /)
    expect(await notesIn(page)).toBe(0)
    await close()
  })
})

describe('is readable by everybody', () => {
  const wide: Record<string, (page: Page) => Promise<void>> = {
    menu: (page) => page.getByRole('button', { name: '@' }).click(),
    bell: (page) => page.getByRole('button', { name: /^Alerts/ }).click(),
    go: (page) => page.keyboard.press('Control+k'),
    help: (page) => page.keyboard.press('?'),
  }
  const phone: typeof wide = {
    sheet: (page) => page.getByRole('button', { name: 'More' }).tap(),
    go: (page) => page.keyboard.press('Control+k'),
  }

  it.each(Object.entries(LOOKS))('%s', { timeout: 60_000 }, async (name, look) => {
    if (!browser) return
    const own = await openShop(service.db)
    await handOver(own, 'Kamal')
    const { page, go, complaints, close } = await openDesk(browser, service, own.owner, look)
    await go('/', 'Overview')
    await page.getByRole('region', { name: 'In numbers' }).waitFor()
    for (const [state, open] of Object.entries(name === 'phone' ? phone : wide)) {
      await open(page)
      await page.getByRole('dialog').or(page.getByRole('menu')).waitFor()
      expect(await faultsOf(page), state).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').or(page.getByRole('menu')).waitFor({ state: 'detached' })
    }
    expect(complaints).toEqual([])
    await close()
  })
})
