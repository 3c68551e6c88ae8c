import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { createPasswordLink } from '../../src/modules/users/index.ts'
import { openBrowser } from '../harness/browser.ts'
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

/** A page whose every complaint (broken scripts, refused by the content security policy) is kept. */
async function open(path: string): Promise<{ page: Page; complaints: string[] } | undefined> {
  const page = await browser?.newPage()
  if (!page) return undefined
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(service.url + path)
  return { page, complaints }
}

describe('in a real browser, under our own content security policy', () => {
  it('the reference lists every operation, filters, and sends a request with a key', async ({ skip }) => {
    const opened = await open('/docs')
    if (!opened) return skip('no Chromium on this machine')
    const { page, complaints } = opened
    await page.getByRole('heading', { name: 'List conversations' }).waitFor()
    await page.getByRole('searchbox').or(page.getByPlaceholder('Filter')).first().fill('messages')
    await expect
      .poll(() => page.getByRole('heading', { name: 'List conversations', exact: true }).isVisible())
      .toBe(false)
    await page.getByRole('searchbox').or(page.getByPlaceholder('Filter')).first().fill('')
    await page.getByLabel('API key').fill(shop.key)
    await page.getByRole('button', { name: 'Send' }).first().click()
    await page.getByText('200').first().waitFor()
    await page.getByText('"data": [],').waitFor()
    expect(complaints).toEqual([])
  })

  it('a person chooses a password with the link and signs in with it', async ({ skip }) => {
    const token = await createPasswordLink(service.db, system, shop.owner)
    const opened = await open(`/set-password/${token}`)
    if (!opened) return skip('no Chromium on this machine')
    const { page, complaints } = opened
    await page.getByLabel('New password').fill('kopi kaya roti bakar')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { name: 'Password saved' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const body = { email: shop.owner.email, password: 'kopi kaya roti bakar' }
    expect((await service.call('/api/manage/session', { body })).status).toBe(200)
    // Nobody is signed in yet, which the page has to ask.
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([])
  })

  it('a dead link says so kindly', async ({ skip }) => {
    const opened = await open('/set-password/nothing')
    if (!opened) return skip('no Chromium on this machine')
    await opened.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  })
})
