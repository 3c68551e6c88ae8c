import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { type Desk, faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { startService, type TestService } from '../harness/service.ts'
import { CUSTOMER, openStore, type Store } from '../harness/store.ts'

vi.setConfig({ testTimeout: 90_000 })

let browser: Browser | undefined
let service: TestService
let store: Store
let desk: Desk

const kopi = [{ product_external_id: 'kopi', quantity: 2, special_instructions: 'less sugar' }]

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
  store = await openStore(service.db, service.url, [
    { external_id: 'kopi', name: 'Kopi O', price: 2.3, stock: 10 },
    { external_id: 'cake', name: 'Wedding cake' },
    {
      external_id: 'teh',
      name: 'Teh Tarik',
      price: 2.5,
      variants: [
        { external_id: 'teh-hot', name: 'Hot', stock: 3 },
        { external_id: 'teh-ice', name: 'Iced', price: 3.2 },
      ],
    },
  ])
  desk = await openDesk(browser, service, store.owner)
  return () => desk.close()
})

const order = async (status?: string) => {
  const { id, order_number } = await store.placed(kopi)
  if (status) await store.report(id, { status })
  return { id: id as string, number: order_number as string }
}
const open = ({ id, number }: { id: string; number: string }) => desk.go(`/orders/${id}`, `Order ${number}`)
const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click()
/** The last of the name: the one in the question, not the one that asks. */
const confirm = (name: string) =>
  desk.page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
const sees = (text: string | RegExp) => desk.page.getByText(text).first().waitFor()
const read = async (id: string) => (await store.manage(`/orders/${id}`)).json.data

describe('an order that is being written', () => {
  it('stays when its conversation cannot be asked for again', async () => {
    const { page } = desk
    const said = (text: string) =>
      store.manage(`/agents/${store.agent.id}/inbound`, {
        ...{ channel: 'whatsapp', external_user_id: 'mei', name: 'Mei', text },
      })
    const { json } = await said('hello')
    await desk.go(`/orders/new?conversation_id=${json.conversation_id}`, 'Place an order')
    await page.getByRole('option', { name: /Kopi O/ }).click()
    await page.getByLabel('Name').fill('Mei Ling')
    let refused = 0
    await page.route(`**/api/manage/conversations/${json.conversation_id}`, (route) => {
      refused++
      return route.fulfill({ status: 404, json: { error: 'conversation not found' } })
    })
    await said('and a cake')
    await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(0)
    await page.waitForTimeout(300)
    expect(await page.getByLabel('Name').inputValue()).toBe('Mei Ling')
    await page.getByLabel('Quantity of Kopi O').waitFor()
  })
})

describe('the list of orders', () => {
  it('narrows by what they wait for, in the address, and opens one', async () => {
    const waiting = await order()
    const paid = await order('paid')
    const handled = await order('paid')
    await store.manage(`/orders/${handled.id}/handled`, {})
    const cancelled = await order('cancelled')
    const refunded = await order('paid')
    await store.manage(`/orders/${refunded.id}/refund`, {})
    const alarming = await order('paid')
    await service.db.run(sql`update orders set attention = 'paid_twice' where id = ${alarming.id}`)
    await desk.go('/orders', 'Orders')
    const table = desk.page.getByRole('table')
    const numbers = () => table.getByRole('link').allTextContents()
    const of = (...list: { number: string }[]) => list.map(({ number }) => number)
    await expect.poll(numbers).toEqual(of(alarming, refunded, cancelled, handled, paid, waiting))
    const shown = {
      'To handle': of(alarming, paid),
      'Needs attention': of(alarming),
      'Waiting for payment': of(waiting),
      Paid: of(alarming, handled, paid),
      Cancelled: of(cancelled),
      Refunded: of(refunded),
    }
    const filters = desk.page.getByRole('navigation', { name: 'Show' })
    for (const [name, expected] of Object.entries(shown)) {
      await filters.getByRole('link', { name }).click()
      await expect.poll(numbers).toEqual(expected)
    }
    expect(desk.page.url()).toContain('status=refunded')
    await desk.page.goBack()
    await expect.poll(numbers).toEqual(of(cancelled))
    await desk.go('/orders?status=to_handle', 'Orders')
    await expect.poll(numbers).toEqual(of(alarming, paid))
    await desk.page.keyboard.press('j')
    await desk.page.keyboard.press('j')
    await desk.page.keyboard.press('Enter')
    await desk.page.getByRole('heading', { level: 1, name: `Order ${paid.number}` }).waitFor()
    expect(desk.complaints).toEqual([])
  })

  it('does not jump: what comes in waits until somebody asks for it', async () => {
    const first = await order()
    await desk.go('/orders', 'Orders')
    await desk.page.getByRole('link', { name: first.number }).waitFor()
    const second = await order()
    await desk.page.getByRole('button', { name: 'Show 1 new order' }).waitFor()
    expect(await desk.page.getByRole('link', { name: second.number }).count()).toBe(0)
    await press('Show 1 new order')
    await desk.page.getByRole('link', { name: second.number }).waitFor()
  })
})

describe('an order', () => {
  it('is taken over by the team: its stock leaves the shelf, and it cannot be handled twice', async () => {
    const one = await order('paid')
    await open(one)
    await sees('less sugar')
    await sees('Held: set aside for this order')
    await press('Mark as handled')
    await sees('Taken: off the shelf.')
    await sees('Paid, handled')
    await sees('Stock taken off the shelf')
    await sees(`by ${store.owner.email}`)
    expect(await desk.page.getByRole('button', { name: 'Mark as handled' }).count()).toBe(0)
    expect(await store.stock('kopi')).toEqual({ on_hand: 8, held: 0 })
    expect(desk.complaints).toEqual([])
  })

  it('is cancelled after a question, which frees its stock and takes its payment link away', async () => {
    const one = await order()
    await open(one)
    await desk.page.getByRole('button', { name: 'Copy payment link' }).waitFor()
    await press('Cancel order')
    await confirm('Keep order')
    expect((await read(one.id)).status).toBe('pending_payment')
    await press('Cancel order')
    await sees('The payment link stops working.')
    await confirm('Cancel order')
    await sees('Free: back on sale.')
    expect((await read(one.id)).status).toBe('cancelled')
    expect(await store.stock('kopi')).toEqual({ on_hand: 10, held: 0 })
    for (const gone of ['Copy payment link', 'Cancel order', 'Mark as handled', 'Refund'])
      expect(await desk.page.getByRole('button', { name: gone }).count()).toBe(0)
  })

  it('is refunded after a question; what is declined changes nothing and says why', async () => {
    const one = await order('paid')
    const payment = newId()
    await service.db.run(sql`
      insert into payments (agent_id, id, order_id, provider, charge, amount_sen, status, paid_at)
      values (${store.agent.id}, ${payment}, ${one.id}, 'stripe', 'ch_1', 460, 'paid', clock_timestamp())`)
    await open(one)
    await press('Refund')
    await sees('Refund RM 4.60?')
    await confirm('Refund')
    await sees('The refund was declined.')
    await sees('stripe is not set up at present')
    expect((await read(one.id)).status).toBe('paid')
    await service.db.run(sql`update payments set provider = 'sandbox' where id = ${payment}`)
    await press('Refund')
    await confirm('Refund')
    await sees('Free: back on sale.')
    expect((await read(one.id)).status).toBe('refunded')
    expect(await desk.page.getByText('The refund was declined.').count()).toBe(0)
  })

  it('that needs attention says why and what to do, until somebody has dealt with it', async () => {
    const one = await order('paid')
    await store.manage(`/orders/${one.id}/handled`, {})
    await service.db.run(sql`update orders set attention = 'paid_twice' where id = ${one.id}`)
    await open(one)
    await desk.page.getByRole('heading', { name: 'Paid twice' }).waitFor()
    await sees('A refund returns both payments.')
    await press('Mark as dealt with')
    await expect.poll(() => desk.page.getByRole('heading', { name: 'Paid twice' }).count()).toBe(0)
    expect((await read(one.id)).attention).toBeNull()
  })

  it('follows what happens to it elsewhere', async () => {
    const one = await order()
    await open(one)
    await sees('Waiting for payment')
    await store.report(one.id, { status: 'paid', external_id: 'S-1' })
    await sees('Paid, handled')
    await sees('Store order S-1')
  })

  it('of another workspace is as good as missing', async () => {
    const other = await openStore(service.db, service.url, [{ external_id: 'kopi', name: 'Kopi', price: 1 }])
    const { id } = await other.placed([{ product_external_id: 'kopi', quantity: 1 }])
    await desk.go(`/orders/${id}`, 'Order')
    await sees('There is no such order')
    await desk.page.getByRole('link', { name: 'All orders' }).click()
    await desk.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  })
})

describe('placing an order by hand', () => {
  it('needs no mouse, takes what is left when stock is short, and ends at the payment link', async () => {
    const { page } = desk
    await desk.go('/orders/new', 'Place an order')
    const find = page.getByRole('combobox', { name: 'Find a product' })
    const add = async (words: string, option: string) => {
      await find.fill(words)
      await page.keyboard.press('Enter')
      await page.getByRole('spinbutton', { name: `Quantity of ${option}` }).waitFor()
    }
    await add('teh iced', 'Teh Tarik (Iced)')
    await add('teh hot', 'Teh Tarik (Hot)')
    await page.getByLabel('Special instructions for Teh Tarik (Hot)').fill('kurang manis')
    await page.getByRole('spinbutton', { name: 'Quantity of Teh Tarik (Hot)' }).fill('5')
    await sees('RM 15.70')
    await page.getByLabel('Name').fill('Alia')
    await page.getByLabel('Phone number').fill('12')
    await page.keyboard.press('Enter')
    await sees('This is no phone number.')
    await page.getByLabel('Phone number').fill('012-345 6789')
    await page.keyboard.press('Enter')
    await sees('Only 3 left.')
    expect((await store.manage('/orders')).json.data).toEqual([])
    await press('Take 3')
    await page.getByLabel('Phone number').press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor()
    await page.getByRole('button', { name: 'Copy payment link' }).waitFor()
    const [placed] = (await store.manage('/orders')).json.data
    expect(placed).toMatchObject({
      total: 10.7,
      channel: 'dashboard',
      customer: { name: 'Alia', phone: '+60123456789' },
      lines: [
        { name: 'Teh Tarik (Iced)', quantity: 1, special_instructions: null },
        { name: 'Teh Tarik (Hot)', quantity: 3, special_instructions: 'kurang manis' },
      ],
    })
    expect(await store.stock('teh', 'teh-hot')).toEqual({ on_hand: 3, held: 3 })
  })

  it('offers nothing that cannot be bought, and says what went off sale meanwhile', async () => {
    const { page } = desk
    await desk.go('/orders/new?name=Alia&phone=60123456789', 'Place an order')
    await expect(page.getByLabel('Name').inputValue()).resolves.toBe('Alia')
    const cake = page.getByRole('option', { name: /Wedding cake/ })
    await cake.click({ force: true })
    await sees('Nothing in it yet.')
    await page.getByRole('option', { name: /Kopi O/ }).click()
    await page.getByRole('option', { name: /Kopi O/ }).click()
    await expect.poll(() => page.getByRole('spinbutton').inputValue()).toBe('2')
    await store.sync([{ external_id: 'kopi', name: 'Kopi O', is_active: false }])
    await press('Place order')
    await sees('Not for sale at present.')
    await press('Remove it')
    await sees('Nothing in it yet.')
  })

  it('belongs to the conversation it is placed from, with what is known about the customer', async () => {
    const body = { channel: 'whatsapp', external_user_id: 'siti', text: 'hello', ...CUSTOMER }
    const { conversation_id } = (await store.manage(`/agents/${store.agent.id}/inbound`, body)).json
    await desk.go(`/orders/new?conversation_id=${conversation_id}`, 'Place an order')
    await desk.page.getByRole('option', { name: /Kopi O/ }).click()
    await press('Place order')
    await desk.page.getByRole('link', { name: 'Open the conversation' }).waitFor()
    const [placed] = (await store.manage('/orders')).json.data
    expect(placed).toMatchObject({ conversation_id, channel: 'whatsapp', customer: CUSTOMER })
  })
})

describe.each(Object.keys(LOOKS) as (keyof typeof LOOKS)[])('with %s looks', (look) => {
  it('nothing is wrong with any page, for anybody', async () => {
    const one = await order('paid')
    await service.db.run(sql`update orders set attention = 'stock_short' where id = ${one.id}`)
    const waiting = await order()
    await desk.close()
    desk = await openDesk(browser as Browser, service, store.owner, LOOKS[look])
    const { page } = desk
    await desk.go('/orders', 'Orders')
    await page.getByRole('link', { name: one.number }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await open(one)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await press('Refund')
    await page.getByRole('alertdialog').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await open(waiting)
    await page.getByRole('button', { name: 'Copy payment link' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await desk.go('/orders/new', 'Place an order')
    await page.getByRole('option', { name: /Kopi O/ }).click()
    await page.getByRole('spinbutton').waitFor()
    await press('Place order')
    await sees('Write the customer’s name.')
    expect(await faultsOf(page)).toEqual([])
    expect(desk.complaints).toEqual([])
  })
})
