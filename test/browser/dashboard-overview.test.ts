import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { raiseAlert } from '../../src/modules/alerts/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { faultsOf, LOOKS, openDesk } from '../harness/dashboard.ts'
import { openShop, startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

let browser: Browser | undefined
let service: TestService
let shop: Store
let asking = ''
const DAY_MS = 86_400_000

beforeAll(async () => {
  browser = await openBrowser()
  service = await startService()
  shop = await openStore(service.db, service.url, [{ external_id: 'kopi', name: 'Kopi', price: 2.5 }])
  await said('a', 'whatsapp', 0)
  asking = await said('b', 'whatsapp', 0)
  await said('c', 'website', 0)
  await said('d', 'telegram', 1)
  await said('e', 'whatsapp', 8)
  await service.db.run(sql`
    update conversations set outcome = 'answered' where agent_id = ${shop.agent.id} and external_user_id <> 'c'`)
  await ordered(2, 'paid', 0)
  await ordered(1, 'pending_payment', 0)
  await ordered(400_000, 'paid', 1)
})
afterAll(async () => {
  await browser?.close()
  await service.close()
})

/** The same time of the day, so many days ago. */
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

async function said(who: string, channel: string, days: number): Promise<string> {
  const body = { channel, external_user_id: who, text: 'hello', name: `Customer ${who}` }
  const { json } = await shop.manage(`/agents/${shop.agent.id}/inbound`, body)
  await service.db.run(sql`update messages set created_at = ${ago(days)} where id = ${json.message.id}`)
  await service.db.run(sql`
    update conversations set created_at = ${ago(days)}, last_message_at = ${ago(days)}
     where id = ${json.conversation_id}`)
  return json.conversation_id
}

async function ordered(quantity: number, status: string, days: number): Promise<string> {
  const { id } = await shop.placed([{ product_external_id: 'kopi', quantity: Math.min(quantity, 100) }])
  await service.db.run(sql`
    update orders set status = ${status}, total_sen = ${quantity * 250}, created_at = ${ago(days)} where id = ${id}`)
  return id
}

describe('the overview', () => {
  it('counts what happened today, and says what it was before, in words', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, complaints, close } = await openDesk(browser, service, shop.owner)
    await go('/', 'Overview')
    const numbers = page.getByRole('region', { name: 'In numbers' })
    await expect
      .poll(() => numbers.getByRole('link', { name: /^Conversations/ }).innerText())
      .toContain('2 more than')
    expect(await numbers.getByRole('link').allInnerTexts()).toEqual([
      expect.stringMatching(/^Conversations\s+3\s+3 new\s+↑ 2 more than all of yesterday$/),
      expect.stringMatching(/^Orders\s+2\s+1 paid\s+↑ 1 more than all of yesterday$/),
      expect.stringMatching(/^Revenue\s+RM 5\.00\s+RM 5\.00 an order\s+Yesterday RM 1,000,000\.00 in all$/),
      expect.stringMatching(/^Calls\s+0\s+0 answered · 0 min\s+None yesterday either$/),
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it('shows another time by its address, against as many days before', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/', 'Overview')
    await page.getByRole('radio', { name: '7 days' }).click()
    await expect.poll(() => page.url()).toContain('period=week')
    const conversations = page
      .getByRole('region', { name: 'In numbers' })
      .getByRole('link', { name: /^Conversations/ })
    await expect.poll(() => conversations.innerText()).toMatch(/4\s+4 new\s+↑ 3 more than the 7 days before/)
    await go('/?period=month', 'Overview')
    await expect.poll(() => conversations.innerText()).toMatch(/5\s+5 new\s+↑ 5 more than the 30 days before/)
    await go('/?period=nonsense', 'Overview')
    await expect.poll(() => conversations.innerText()).toContain('yesterday')
    await close()
  })

  it('answers three questions in a sentence, a picture and a table each', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/?period=week', 'Overview')
    await page.getByRole('img', { name: '4 conversations in 7 days; most on Today: 3.' }).waitFor()
    await page.getByRole('img', { name: 'Most often: Answered: 3 of 4 conversations.' }).waitFor()
    await page.getByRole('img', { name: 'Most often: WhatsApp: 2 of 4 conversations.' }).waitFor()
    const rows = page.getByRole('table', { name: 'Where from?' }).getByRole('row')
    expect(await rows.allTextContents()).toEqual([
      'ChannelConversationsShare',
      'WhatsApp250%',
      'Telegram125%',
      'Website125%',
    ])
    await page.getByRole('radio', { name: 'Revenue' }).click()
    await page.getByRole('img', { name: /^RM 1,000,005\.00 in 7 days; most on \w+, / }).waitFor()
    const days = page.getByRole('slider', { name: 'Day' })
    await days.focus()
    expect(await days.getAttribute('aria-valuetext')).toBe('Today: RM 5.00')
    await page.keyboard.press('ArrowLeft')
    expect(await days.getAttribute('aria-valuetext')).toMatch(/^\w+, \d+ \w+: RM 1,000,000\.00$/)
    await page.getByRole('button', { name: 'Show as a table: How much came in?' }).click()
    const table = page.getByRole('table', { name: 'How much came in?' })
    expect(await table.getByRole('row').last().textContent()).toBe('Today32RM 5.00')
    expect(await faultsOf(page)).toEqual([])
    await close()
  })

  it('puts first what needs a person, with the way there', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const { page, go, close } = await openDesk(browser, service, shop.owner)
    await go('/', 'Overview')
    const needs = page.getByRole('heading', { name: 'Needs a person now' })
    expect(await needs.count()).toBe(0)
    const late = await ordered(3, 'paid', 0.01)
    await service.db.run(sql`update orders set attention = 'stock_short' where id = ${late}`)
    await service.db.transaction((tx) =>
      raiseAlert(tx, {
        workspaceId: shop.workspace.id,
        agentId: shop.agent.id,
        conversationId: asking,
        kind: 'handover',
        reason: 'Asks for a cake for forty.',
      }),
    )
    await go('/', 'Overview')
    const person = page.getByRole('link', { name: /Customer b needs a person.*Asks for a cake for forty/ })
    expect(await person.getAttribute('href')).toBe(`/conversations/${asking}`)
    const order = page.getByRole('link', { name: /^Order .* Siti.*paid late, the stock was gone/ })
    expect(await order.getAttribute('href')).toBe(`/orders/${late}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Mark as seen: Customer b needs a person' })
      .click()
    await person.waitFor({ state: 'detached' })
    await close()
  })

  it('teaches the next step until all is set up, and ticks what is done', async ({ skip }) => {
    if (!browser) return skip('no Chromium on this machine')
    const fresh = await openShop(service.db)
    const { page, go, close } = await openDesk(browser, service, fresh.owner)
    await go('/', 'Overview')
    await page.getByText('0 of 4 done').waitFor()
    await page.getByRole('heading', { name: 'Nobody has written today yet' }).waitFor()
    const steps = {
      'Add a product': '/catalogue/new',
      'Allow a domain': '/website',
      'Get the snippet': '/website',
    }
    for (const [name, path] of Object.entries(steps)) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(path)
    }
    expect(await page.getByRole('button', { name: 'Hide this list' }).count()).toBe(0)
    await service.call(`/api/manage/agents/${fresh.agent.id}/products`, {
      key: fresh.token,
      body: { products: [{ external_id: 'a', name: 'A', price: 1 }] },
    })
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
    await bar.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('1 of 4 done').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Add products: Done' }).waitFor()
    await updateAgent(service.db, system, fresh.agent.id, { allowedDomains: ['shop.example'] })
    await page.reload()
    await page.getByText('2 of 4 done').waitFor()
    await page.getByRole('button', { name: 'Hide this list' }).click()
    await page.getByText('2 of 4 done').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('region', { name: 'In numbers' }).waitFor()
    expect(await page.getByText('2 of 4 done').count()).toBe(0)
    await close()
  })

  it.each(Object.entries(LOOKS))('is readable by everybody: %s', { timeout: 60_000 }, async (_, look) => {
    if (!browser) return
    const fresh = await openShop(service.db)
    for (const owner of [shop.owner, fresh.owner]) {
      const { page, go, complaints, close } = await openDesk(browser, service, owner, look)
      for (const path of ['/', '/?period=month']) {
        await go(path, 'Overview')
        await page.getByRole('region', { name: 'In numbers' }).waitFor()
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        expect(await faultsOf(page)).toEqual([])
      }
      expect(complaints).toEqual([])
      await close()
    }
  })
})
