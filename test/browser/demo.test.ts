import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAgent } from '../../src/modules/agents/index.ts'
import { allowDemoOn, createDemoOnce, findDemo, removeDemo } from '../../src/modules/demo/index.ts'
import { axeFaults } from '../harness/axe.ts'
import { openBrowser } from '../harness/browser.ts'
import { startService, type TestService } from '../harness/service.ts'

let browser: Browser | undefined
let service: TestService
beforeAll(async () => {
  browser = await openBrowser()
  const brain = { think: async () => ({ replies: ['Kami buka sampai pukul 6 petang.'] }) }
  service = await startService({ brain })
  await createDemoOnce(service.db, new Date())
  await allowDemoOn(service.db, service.url)
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

const NO_BROWSER = 'no Chromium on this machine'

async function open(options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser?.newPage(options)
  if (!page) return undefined
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(`${service.url}/demo`)
  return { page, complaints }
}

describe('the demo shop', () => {
  it('shows what the catalogue has at this moment', async ({ skip }) => {
    const opened = await open()
    if (!opened) return skip(NO_BROWSER)
    const { page, complaints } = opened
    for (const name of [
      'Kopi & Teh',
      'Milo & Cold Drinks',
      'Toast & Eggs',
      'Rice & Noodles',
      'Kuih & Extras',
    ])
      await page.getByRole('heading', { name, level: 2 }).waitFor()
    const dish = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    expect(await dish('Kopi O').innerText()).toMatch(/Panas\s+RM\s2\.20\s+Ais\s+RM\s3\.20/)
    expect(await dish('Seri Muka').innerText()).toContain('Sold out today')
    expect(await dish('Nasi Lemak Rendang Daging').innerText()).toContain('Only 2 left')
    await page.getByText('Every day').waitFor()
    await page.getByText('demo remove').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it('its buttons open the chat, which answers', async ({ skip }) => {
    const opened = await open()
    if (!opened) return skip(NO_BROWSER)
    const { page, complaints } = opened
    await page.getByRole('button', { name: 'Ask Aina', exact: true }).first().click()
    const chat = page.getByRole('dialog')
    await chat.waitFor()
    await chat.getByRole('textbox').fill('tutup pukul berapa?')
    await chat.getByRole('textbox').press('Enter')
    await chat.getByText('Kami buka sampai pukul 6 petang.').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it('never needs sideways scrolling, from a small phone to a large screen', async ({ skip }) => {
    const opened = await open()
    if (!opened) return skip(NO_BROWSER)
    for (const width of [320, 390, 768, 1280]) {
      await opened.page.setViewportSize({ width, height: 800 })
      const excess = await opened.page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
      expect(excess, `${width} wide`).toBeLessThanOrEqual(0)
    }
    await opened.page.close()
  })

  it.each(['light', 'dark'] as const)('has no fault that axe knows, in %s', async (colorScheme) => {
    const opened = await open({ colorScheme, reducedMotion: 'reduce' })
    if (!opened) return
    await opened.page.locator('icebot-widget').waitFor({ state: 'attached' })
    expect(await axeFaults(opened.page)).toEqual([])
    await opened.page.close()
  })

  it('is allowed on the address of the service and on its twin, once', async () => {
    const { port } = new URL(service.url)
    await allowDemoOn(service.db, service.url)
    await allowDemoOn(service.db, `http://localhost:${port}`)
    await allowDemoOn(service.db, 'https://demo.example')
    const demo = await findDemo(service.db)
    const { allowed_domains } = (await findAgent(service.db, demo?.agentId ?? '')) ?? { allowed_domains: [] }
    expect(allowed_domains.slice(2)).toEqual([`127.0.0.1:${port}`, `localhost:${port}`, 'demo.example'])
  })

  it('removed, it says how to bring it back', async ({ skip }) => {
    await removeDemo(service.db)
    const opened = await open()
    if (!opened) return skip(NO_BROWSER)
    await opened.page.getByRole('heading', { name: 'The demo shop is not here' }).waitFor()
    await opened.page.getByText('demo reset').waitFor()
    await opened.page.close()
  })
})
