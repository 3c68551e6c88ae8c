import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../src/modules/orders/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type PayService, payPath, startPay } from '../harness/pay.ts'

let browser: Browser | undefined
let service: PayService
beforeAll(async () => {
  browser = await openBrowser()
  service = await startPay()
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

/** A customer's phone, whose every complaint (broken scripts, refused by the content security policy) is kept. */
async function open(
  order: Order,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<{ page: Page; complaints: string[] } | undefined> {
  const page = await browser?.newPage({ viewport: { width: 390, height: 844 }, ...options })
  if (!page) return undefined
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(service.url + payPath(order))
  return { page, complaints }
}

const NO_BROWSER = 'no Chromium on this machine'

describe.each([true, false])('on a phone, with script: %s', (javaScriptEnabled) => {
  it('a customer reads the bill, pays with one button and sees that it is paid', async ({ skip }) => {
    const order = await service.order({ priceSen: 100 })
    const opened = await open(order, { javaScriptEnabled })
    if (!opened) return skip(NO_BROWSER)
    const { page, complaints } = opened
    await page.getByRole('heading', { name: `Order ${order.order_number}` }).waitFor()
    await page.getByText('Test payment').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Kopi O Ais' }).waitFor()
    expect(await page.locator('.total').innerText()).toMatch(/Total\s+RM 2\.00/)
    await page.getByRole('button', { name: 'Pay RM 2.00' }).click()
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
    await page.getByText(order.order_number).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
    expect((await service.read(order)).status).toBe('paid')
    expect(await service.events(order)).toEqual(['order.placed', 'order.paid'])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('a customer cancels', async ({ skip }) => {
    const order = await service.order()
    const opened = await open(order, { javaScriptEnabled })
    if (!opened) return skip(NO_BROWSER)
    await opened.page.getByRole('button', { name: 'Cancel this order' }).click()
    await opened.page.getByRole('heading', { name: 'This order was cancelled' }).waitFor()
    expect((await service.read(order)).status).toBe('cancelled')
    await opened.page.close()
  })

  it('who pays a moment too late is told so kindly', async ({ skip }) => {
    const order = await service.order()
    const opened = await open(order, { javaScriptEnabled })
    if (!opened) return skip(NO_BROWSER)
    await service.db.run(sql`
      update orders set payment_expires_at = clock_timestamp() - interval '1 second' where id = ${order.id}`)
    await opened.page.getByRole('button', { name: 'Pay RM 6.40' }).click()
    await opened.page.getByRole('heading', { name: 'This payment link has expired' }).waitFor()
    await opened.page.close()
  })
})

describe('the page', () => {
  it('shows the time run and turns to expired by itself', async ({ skip }) => {
    const order = await service.order({ windowSeconds: 3 })
    const opened = await open(order)
    if (!opened) return skip(NO_BROWSER)
    const { page } = opened
    expect(await page.getByRole('timer').innerText()).toMatch(/^0:0[123] left to pay$/)
    await page.getByRole('heading', { name: 'This payment link has expired' }).waitFor({ timeout: 10_000 })
    await page.close()
  })

  it('never needs sideways scrolling, whatever people call their things', async ({ skip }) => {
    const order = await service.order({ name: 'Nasi'.repeat(60), priceSen: 99_999_999 })
    const opened = await open(order)
    if (!opened) return skip(NO_BROWSER)
    const { page } = opened
    await page.setViewportSize({ width: 320, height: 640 })
    const excess = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(excess).toBeLessThanOrEqual(0)
    await page.close()
  })

  it('has enough contrast for everybody to read, in light and in dark', async ({ skip }) => {
    const opened = await open(await service.order())
    if (!opened) return skip(NO_BROWSER)
    const { page } = opened
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const ratios = await page.locator('main').evaluate(contrasts)
      expect(ratios.length).toBeGreaterThan(8)
      for (const { text, ratio } of ratios)
        expect(ratio, `${colorScheme}: ${text}`).toBeGreaterThanOrEqual(4.5)
    }
    await page.close()
  })
})

// biome-ignore lint/suspicious/noExplicitAny: what is a page's own is unknown to the types of Node
type Dom = any

/** Runs in the page: every piece of text with its WCAG contrast against the first painted ground behind it. */
function contrasts(main: Dom): { text: string; ratio: number }[] {
  const { document, getComputedStyle } = globalThis as Dom
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (colour: string) => {
    pixel.fillStyle = colour
    pixel.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...pixel.getImageData(0, 0, 1, 1).data].map((byte: number) => {
      const part = byte / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const groundOf = (element: Dom): string => {
    const colour = getComputedStyle(element).backgroundColor
    return colour === 'rgba(0, 0, 0, 0)' && element.parentElement ? groundOf(element.parentElement) : colour
  }
  const hasText = (element: Dom) =>
    [...element.childNodes].some((node: Dom) => node.nodeType === 3 && node.data.trim() !== '')
  return [...main.querySelectorAll('*')].filter(hasText).map((element: Dom) => {
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))]
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    return { text: element.textContent.trim(), ratio }
  })
}
