import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { openShop, startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'
import { visit } from '../harness/visitor.ts'

let service: TestService
let shop: Store
let other: Store
beforeAll(async () => {
  service = await startService()
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.5 }]
  shop = await openStore(service.db, service.url, products)
  other = await openStore(service.db, service.url, products)
  for (const to of [shop, other]) {
    // 23:30 and 00:30 in Kuala Lumpur, which is eight hours ahead: the days part at 16:00 UTC.
    await said(to, 'late', 'whatsapp', '2026-03-01T15:30:00Z')
    await said(to, 'early', 'website', '2026-03-01T16:30:00Z')
    await said(to, 'both', 'whatsapp', '2026-03-01T02:00:00Z', '2026-03-02T02:00:00Z')
    const paid = await to.placed([{ product_external_id: 'kopi', quantity: 2 }])
    const unpaid = await to.placed([{ product_external_id: 'kopi', quantity: 1 }])
    await at('orders', paid.id, '2026-03-01T15:59:59.999Z')
    await at('orders', unpaid.id, '2026-03-01T16:00:00Z')
    await service.db.run(sql`update orders set status = 'paid' where id = ${paid.id}`)
  }
  await service.db.run(sql`
    update conversations set outcome = 'answered' where agent_id = ${shop.agent.id} and external_user_id = 'late'`)
})
afterAll(() => service.close())

async function said(to: Store, who: string, channel: string, ...moments: string[]): Promise<void> {
  for (const moment of moments) {
    const body = { channel, external_user_id: who, text: 'hello' }
    const { json } = await to.manage(`/agents/${to.agent.id}/inbound`, body)
    await service.db.run(sql`update messages set created_at = ${moment} where id = ${json.message.id}`)
    await service.db.run(sql`
      update conversations set created_at = least(created_at, ${moment}::timestamptz), last_message_at = ${moment}
       where id = ${json.conversation_id}`)
  }
}
async function at(_table: 'orders', id: string, moment: string): Promise<void> {
  await service.db.run(sql`update orders set created_at = ${moment} where id = ${id}`)
}
const overview = (query: string, of = shop) => of.manage(`/overview?${query}`)

describe('the overview', () => {
  it('counts by the days of the agent’s own clock', async () => {
    const { data } = (await overview('from=2026-03-01&to=2026-03-02')).json
    expect(data).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-02',
      conversations: 3,
      new_conversations: 3,
      by_outcome: { order_placed: 0, answered: 1, handed_over: 0, no_reply: 0, ongoing: 2 },
      by_channel: { website: 1, whatsapp: 2 },
      orders: 2,
      paid_orders: 1,
      revenue: 5,
      calls: { placed: 0, received: 0, answered: 0, seconds: 0 },
      by_day: [
        { date: '2026-03-01', conversations: 2, orders: 1, revenue: 5 },
        { date: '2026-03-02', conversations: 2, orders: 1, revenue: 0 },
      ],
    })
    const second = (await overview('from=2026-03-02')).json.data
    expect(second).toMatchObject({ conversations: 2, new_conversations: 1, orders: 1, revenue: 0 })
    await updateAgent(service.db, system, other.agent.id, { timeZone: 'UTC' })
    const elsewhere = (await overview('from=2026-03-02', other)).json.data
    expect(elsewhere).toMatchObject({ conversations: 1, orders: 0 })
  })

  it('is of today when no day is named, and of one agent when asked', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())
    expect((await overview('')).json.data).toMatchObject({ from: today, to: today, conversations: 0 })
    const own = await overview(`from=2026-03-01&agent_id=${shop.agent.id}`)
    expect(own.json.data.conversations).toBe(2)
    expect((await overview(`agent_id=${other.agent.id}`)).status).toBe(404)
  })

  it.each([
    'from=yesterday',
    'to=2026-03-01',
    'from=2026-03-02&to=2026-03-01',
    'from=2026-01-01&to=2026-12-31',
  ])('refuses %s', async (query) => {
    expect((await overview(query)).status).toBe(400)
  })

  it('says what is still to be set up', async () => {
    const fresh = await openShop(service.db)
    const setup = async () =>
      (await service.call('/api/manage/overview', { key: fresh.token })).json.data.setup
    const nothing = { products: false, allowed_domain: false, snippet_seen: false, webhook: false }
    expect(await setup()).toEqual(nothing)
    await updateAgent(service.db, system, fresh.agent.id, { allowedDomains: ['shop.example'] })
    expect(await setup()).toEqual({ ...nothing, allowed_domain: true })
    await visit(service, fresh)
    expect(await setup()).toEqual({ ...nothing, allowed_domain: true, snippet_seen: true })
    expect((await overview('')).json.data.setup).toMatchObject({ products: true, webhook: true })
  })
})
