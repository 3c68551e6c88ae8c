import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { openStage, type Stage, type WidgetShop } from '../harness/widget.ts'

let stage: Stage | undefined
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function begin(
  options: Parameters<typeof openDesk>[3] = LOOKS.light,
): Promise<{ shop: WidgetShop; desk: Desk; page: Page } | undefined> {
  if (!stage) return undefined
  const shop = await stage.shop()
  const desk = await openDesk(stage.browser, stage.service, shop.owner, options)
  return { shop, desk, page: desk.page }
}

const agentOf = async (shop: WidgetShop) => (await shop.manage(`/agents/${shop.agent.id}`)).json.data
const widgetIn = (page: Page) => page.frameLocator('iframe').locator('icebot-widget')

/** What stands behind the bubble. */
const accentOf = (page: Page) => colourOf(widgetIn(page).locator('.launcher'))
const colourOf = (button: Locator) =>
  button.evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle(of: unknown): { backgroundColor: string }
    }
    return getComputedStyle(element).backgroundColor
  })

async function save(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByRole('button', { name: 'Save' }).click()
  await bar.waitFor({ state: 'detached' })
}

describe('the allowed domains', () => {
  it('say why an entry will not match, with one that will a click away', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await desk.go('/website', 'Website chat')
    const entry = page.getByLabel('Host to allow')
    await entry.fill('https://kedai.my/menu')
    await page.getByText('Must be the host alone').waitFor()
    expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Use kedai.my' }).click()
    await page.getByRole('button', { name: 'Remove kedai.my' }).waitFor()

    await page.getByLabel('Check an address').fill('https://shop.kedai.my/order')
    await page.getByText('Does not include subdomains; *.kedai.my does.').waitFor()
    await page.getByRole('button', { name: 'Add shop.kedai.my' }).click()
    await page.getByText('https://shop.kedai.my may show the chat: shop.kedai.my lets it in.').waitFor()

    await entry.fill('*.kedai.my')
    await page.getByText('Allows all subdomains of kedai.my').first().waitFor()
    await entry.fill('KEDAI.com')
    await page.getByText('Will allow pages of https://kedai.com.').waitFor()
    await entry.press('Enter')
    await page.getByRole('button', { name: 'Add www.kedai.com' }).click()
    await save(page)
    const { allowed_domains } = await agentOf(shop)
    expect(allowed_domains.slice(1)).toEqual(['kedai.my', 'shop.kedai.my', 'kedai.com', 'www.kedai.com'])
    expect(desk.complaints).toEqual([])
  })

  it('an empty list means nowhere, and says so', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await desk.go('/website', 'Website chat')
    await page.getByRole('button', { name: /^Remove / }).click()
    await page.getByText('so the chat appears nowhere').waitFor()
    await save(page)
    expect((await agentOf(shop)).allowed_domains).toEqual([])
  })
})

describe('the look', () => {
  it('is shown on the real widget before it is saved, and on the site after', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await desk.go('/website', 'Website chat')
    await widgetIn(page).getByText('Hai! Nak order apa hari ini?').waitFor()
    const colour = page.getByLabel('Colour', { exact: true })
    await colour.fill('#be185d')
    await expect.poll(() => accentOf(page)).toBe('rgb(190, 24, 93)')
    await page.getByText('Text on it is white, contrast 6.0 : 1').waitFor()
    // What is half typed changes nothing, and the focus stays where somebody types.
    await colour.fill('#be1')
    await page.getByText('Write a colour such as').waitFor()
    expect(await accentOf(page)).toBe('rgb(190, 24, 93)')
    expect(await page.evaluate('document.activeElement.value')).toBe('#be1')
    await colour.fill('#be185d')
    await page.getByRole('radio', { name: 'Left' }).click()
    await page.getByLabel('Suggestion 1').fill('Ada kuih?')
    // The frame is drawn smaller, which the mouse of the test does not reckon with.
    const offered = widgetIn(page).locator('.root.left').getByRole('button', { name: 'Ada kuih?' })
    await offered.dispatchEvent('click')
    await widgetIn(page).getByText('nothing you write here is sent').waitFor()
    expect(await shop.conversations()).toEqual([])
    expect((await agentOf(shop)).look).toEqual({})

    await save(page)
    expect((await agentOf(shop)).look).toEqual({
      accent: '#be185d',
      side: 'left',
      suggestions: ['Ada kuih?'],
    })
    const visitor = await shop.visit()
    expect(await colourOf(visitor.launcher)).toBe('rgb(190, 24, 93)')
    await visitor.open()
    await visitor.panel.getByRole('button', { name: 'Ada kuih?' }).waitFor()
    expect(desk.complaints).toEqual([])
  }, 60_000)

  it('is shown on a phone and on a dark page', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { desk, page } = begun
    await desk.go('/website', 'Website chat')
    await widgetIn(page).locator('.root.light').waitFor({ state: 'attached' })
    await page.getByRole('radio', { name: 'Phone' }).click()
    await page.getByRole('radio', { name: 'Dark' }).last().click()
    await widgetIn(page).locator('.root.dark').waitFor({ state: 'attached' })
    await expect.poll(() => widgetIn(page).getByRole('dialog').getAttribute('aria-modal')).toBe('true')
    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Light' }).click()
    await widgetIn(page).locator('.root.light').waitFor({ state: 'attached' })
    expect(desk.complaints).toEqual([])
  })
})

describe('the snippet', () => {
  it('is copied as it is, with the way into the usual shops', async ({ skip }) => {
    const begun = await begin()
    if (!begun) return skip('no Chromium on this machine')
    const { shop, desk, page } = begun
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await desk.go('/website', 'Website chat')
    await page.getByRole('button', { name: 'Copy the line' }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shop.script)
    await page.getByRole('tab', { name: 'Shopify' }).click()
    await page.getByText('layout/theme.liquid').waitFor()
    expect(await page.getByRole('link', { name: 'See it on the demo shop' }).getAttribute('href')).toBe(
      '/demo',
    )
    expect(desk.complaints).toEqual([])
  })
})

describe('for everybody', () => {
  it.each(Object.entries(LOOKS))(
    'nothing is in the way: %s',
    async (_, look) => {
      const begun = await begin(look)
      if (!begun) return
      const { desk, page } = begun
      await desk.go('/website', 'Website chat')
      await widgetIn(page).getByText('Hai! Nak order apa hari ini?').waitFor()
      await page.getByLabel('Host to allow').fill('https://www.kedai.my/menu')
      await page.getByLabel('Check an address').fill('https://kedai.my')
      await page.getByRole('button', { name: 'Use www.kedai.my' }).waitFor()
      await page.getByText('No entry names this host').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(desk.complaints).toEqual([])
    },
    60_000,
  )

  it('in Malay, the preview too', async ({ skip }) => {
    const begun = await begin({ ...LOOKS.light, locale: 'ms-MY' })
    if (!begun) return skip('no Chromium on this machine')
    const { desk, page } = begun
    await desk.go('/website', 'Sembang laman web')
    await page.getByLabel('Hos untuk dibenarkan').fill('*')
    await page.getByText('Akan membenarkan semua laman web').waitFor()
    await widgetIn(page).locator('.root[lang="ms"]').waitFor({ state: 'attached' })
  })
})
