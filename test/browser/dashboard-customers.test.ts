import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { createUser } from '../../src/modules/users/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

vi.setConfig({ testTimeout: 90_000 })

let browser: Browser | undefined
let service: TestService
let store: Store
let desk: Desk
let chat: string
let order: { id: string; order_number: string }

const SITI = { name: 'Siti Aminah', phone: '+60123456789' }
const SITIS = `/customers/${encodeURIComponent(SITI.phone)}`
const kopi = [{ product_external_id: 'kopi', quantity: 1 }]

beforeAll(async () => {
  browser = await openBrowser()
  service = await startService()
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})
beforeEach(async ({ skip }) => {
  if (!browser) return skip('no Chromium on this machine')
  store = await openStore(service.db, service.url, [{ external_id: 'kopi', name: 'Kopi', price: 2.5 }])
  chat = await say('siti', { text: 'my secret wish', ...SITI })
  await say('ravi', { text: 'hello', name: 'Ravi', phone: '+60198765432' })
  order = await store.placed(kopi, { customer: SITI, conversation_id: chat })
  await store.report(order.id, { status: 'paid' })
  desk = await openDesk(browser, service, store.owner)
  return () => desk.close()
})

async function say(who: string, more: object): Promise<string> {
  const body = { channel: 'whatsapp', external_user_id: who, ...more }
  return (await store.manage(`/agents/${store.agent.id}/inbound`, body)).json.conversation_id
}

const sees = (text: string | RegExp) => desk.page.getByText(text).first().waitFor()
const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click()
const status = async () => (await store.manage(SITIS)).status

describe('customers', () => {
  it('are listed by newest activity and found by a piece of name or number', async () => {
    const { page } = desk
    await desk.go('/customers', 'Customers')
    const names = () => page.getByRole('table').getByRole('link').allTextContents()
    await expect.poll(names).toEqual(['Siti Aminah', 'Ravi'])
    await page.getByRole('cell', { name: '012-345 6789', exact: true }).waitFor()
    await page.getByLabel('Search by name or number').fill('rav')
    await expect.poll(names).toEqual(['Ravi'])
    expect(page.url()).toContain('q=rav')
    await page.reload()
    await expect.poll(names).toEqual(['Ravi'])
    await page.getByLabel('Search by name or number').fill('nobody')
    await sees('Nobody fits “nobody”')
    await page.getByLabel('Search by name or number').fill('0123456789')
    await expect.poll(names).toEqual(['Siti Aminah'])
    await page.getByRole('link', { name: 'Siti Aminah' }).click()
    await page.getByRole('heading', { level: 1, name: 'Siti Aminah' }).waitFor()
    expect(desk.complaints).toEqual([])
  })

  it('have a page with figures, orders, conversations and whether they may be called', async () => {
    const { page } = desk
    await desk.go(SITIS, 'Siti Aminah')
    await sees('RM 2.50')
    expect(await page.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).toBe(
      `/conversations/${chat}`,
    )
    const toggle = page.getByRole('switch', { name: 'Do not call' })
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
    expect((await store.manage(SITIS)).json.data.do_not_call).toBe(true)
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
    expect((await store.manage(SITIS)).json.data.do_not_call).toBe(false)
    await page.getByRole('link', { name: order.order_number }).click()
    await page.getByRole('heading', { level: 1, name: `Order ${order.order_number}` }).waitFor()
    await page.getByRole('link', { name: 'All about this customer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Siti Aminah' }).waitFor()
    await page.getByRole('link', { name: 'Place an order' }).click()
    await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('012-345 6789')
    expect(desk.complaints).toEqual([])
  })

  it('get everything that is kept about them as a file', async () => {
    await desk.go(SITIS, 'Siti Aminah')
    const [download] = await Promise.all([desk.page.waitForEvent('download'), press('Export as a file')])
    expect(download.suggestedFilename()).toBe('customer-siti-aminah.json')
    const kept = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(kept).toMatchObject({ customer: SITI, orders: [{ id: order.id }] })
    expect(JSON.stringify(kept)).toContain('my secret wish')
    expect(desk.complaints).toEqual([])
  })

  it('are erased by an owner who means it, once nothing of theirs is open', async () => {
    const { page } = desk
    await desk.go(SITIS, 'Siti Aminah')
    await press('Erase…')
    const erase = page.getByRole('button', { name: 'Erase for good' })
    const field = page.getByLabel(/^Type/)
    await field.fill('Ravi')
    expect(await erase.isDisabled()).toBe(true)
    await field.fill('0123456789')
    await erase.click()
    await sees('They have orders that are not paid or not handled yet.')
    expect(await status()).toBe(200)
    await store.manage(`/orders/${order.id}/handled`, {})
    await field.fill('siti aminah')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await sees(/^Erased: 1 conversations/)
    expect(await status()).toBe(404)
    await expect.poll(() => page.getByRole('link', { name: 'Siti Aminah' }).count()).toBe(0)
    await desk.go(SITIS, 'Customer')
    await sees('There is no such customer')
  })

  it('are not erased by a member, who may export', async () => {
    const member = await createUser(service.db, system, store.workspace.id, { email: `m${chat}@example.com` })
    await desk.close()
    desk = await openDesk(browser as Browser, service, member)
    await desk.go(SITIS, 'Siti Aminah')
    await sees('Only owners can erase a customer.')
    expect(await desk.page.getByRole('button', { name: /Erase/ }).count()).toBe(0)
    await Promise.all([desk.page.waitForEvent('download'), press('Export as a file')])
  })

  it('of another workspace are as good as missing', async () => {
    const other = await openStore(service.db, service.url)
    await desk.close()
    desk = await openDesk(browser as Browser, service, other.owner)
    for (const path of [SITIS, `/customers/${chat}`]) {
      await desk.go(path, 'Customer')
      await sees('There is no such customer')
    }
  })
})

describe.each(Object.keys(LOOKS) as (keyof typeof LOOKS)[])('with %s looks', (look) => {
  it('nothing is wrong with any page, for anybody', async () => {
    await desk.close()
    desk = await openDesk(browser as Browser, service, store.owner, LOOKS[look])
    const { page } = desk
    await desk.go('/customers', 'Customers')
    await page.getByRole('link', { name: 'Siti Aminah' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await desk.go(SITIS, 'Siti Aminah')
    await page.getByRole('link', { name: order.order_number }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await press('Erase…')
    await page.getByLabel(/^Type/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(desk.complaints).toEqual([])
  })
})
