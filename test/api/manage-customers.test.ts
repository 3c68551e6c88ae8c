import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { addDoNotCall } from '../../src/modules/contacts/index.ts'
import { createToken, createUser } from '../../src/modules/users/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

let service: TestService
let shop: Store
let other: Store

const SITI = '+60123456789'
const RAVI = '+60198765432'
const of = (phone: string) => `/customers/${encodeURIComponent(phone)}`
const kopi = [{ product_external_id: 'kopi', quantity: 1, special_instructions: 'for Siti, less sugar' }]

async function say(to: Store, who: string, text: string, more: object = {}): Promise<string> {
  const body = { channel: 'whatsapp', external_user_id: who, text, ...more }
  return (await to.manage(`/agents/${to.agent.id}/inbound`, body)).json.conversation_id
}

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.5 }]
  shop = await openStore(service.db, service.url, products)
  other = await openStore(service.db, service.url, products)
})

describe('customers', () => {
  it('are one for each number over channels, conversations and orders, newest activity first', async () => {
    await say(shop, 'siti', 'hello', { name: 'Siti', phone: SITI })
    await say(shop, 'ravi', 'hello', { name: 'Ravi', phone: RAVI })
    const anonymous = await say(shop, 'nobody', 'hello')
    const named = await say(shop, 'mei', 'hello', { name: 'Mei' })
    await say(shop, 'siti2', 'hello again', { phone: SITI, channel: 'telegram' })
    await shop.placed(kopi, { customer: { name: 'Ravi Kumar', phone: RAVI } })
    const { data } = (await shop.manage('/customers')).json
    expect(data.map(({ key }: { key: string }) => key)).toEqual([RAVI, SITI, named])
    expect(data[0]).toMatchObject({ name: 'Ravi Kumar', phone: RAVI, conversations: 1, orders: 1, spent: 0 })
    expect(data[1]).toMatchObject({ name: 'Siti', conversations: 2, channels: ['telegram', 'whatsapp'] })
    expect(data[2]).toMatchObject({ name: 'Mei', phone: null })
    expect((await shop.manage(`/customers/${anonymous}`)).json.data).toMatchObject({
      name: null,
      phone: null,
    })
    expect((await shop.manage(of('012-345 6789'))).json.data.key).toBe(SITI)
  })

  it('come page by page, each once, and are found by a piece of any name or the number', async () => {
    for (let i = 0; i < 7; i++) {
      await say(shop, `u${i}`, 'hi', { name: `Person ${i}`, phone: `+6012000000${i}` })
      if (i % 2) await shop.placed(kopi, { customer: { name: `Buyer ${i}`, phone: `+6012000000${i}` } })
    }
    const keys: string[] = []
    let cursor = ''
    do {
      const { json } = await shop.manage(`/customers?limit=3${cursor}`)
      keys.push(...json.data.map(({ key }: { key: string }) => key))
      cursor = json.next_cursor ? `&cursor=${json.next_cursor}` : ''
    } while (cursor)
    expect(keys).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `+6012000000${i}`))
    const find = async (q: string) =>
      (await shop.manage(`/customers?q=${encodeURIComponent(q)}`)).json.data.map(
        ({ key }: { key: string }) => key,
      )
    expect(await find('person 3')).toEqual(['+60120000003'])
    expect(await find('buyer')).toEqual([5, 3, 1].map((i) => `+6012000000${i}`))
    expect(await find('012-0000004')).toEqual(['+60120000004'])
    expect((await other.manage('/customers')).json.data).toEqual([])
  })

  it('have their own conversations and orders, by page, and say whether they may be called', async () => {
    const chats = [
      await say(shop, 'siti', 'hello', { name: 'Siti', phone: SITI }),
      await say(shop, 'siti2', 'again', { phone: SITI, channel: 'telegram' }),
    ]
    await say(shop, 'ravi', 'hello', { name: 'Ravi', phone: RAVI })
    await say(other, 'siti', 'elsewhere', { name: 'Siti', phone: SITI })
    const orders = []
    for (let i = 0; i < 3; i++) orders.push((await shop.placed(kopi)).id)
    await shop.placed(kopi, { customer: { name: 'Ravi', phone: RAVI } })
    await other.placed(kopi)
    const ids = async (path: string) =>
      (await shop.manage(`${of(SITI)}/${path}`)).json.data.map(({ id }: { id: string }) => id)
    expect(await ids('conversations')).toEqual(chats.reverse())
    expect(await ids('orders')).toEqual(orders.reverse())
    const { next_cursor } = (await shop.manage(`${of(SITI)}/orders?limit=2`)).json
    expect(await ids(`orders?limit=2&cursor=${next_cursor}`)).toEqual(orders.slice(2))
    expect(await ids('conversations?limit=1')).toEqual(chats.slice(0, 1))

    const named = await say(shop, 'mei', 'hello', { name: 'Mei' })
    expect((await shop.manage(`/customers/${named}/orders`)).json.data).toEqual([])
    expect((await shop.manage(`/customers/${named}/conversations`)).json.data).toMatchObject([{ id: named }])

    expect((await shop.manage(of(SITI))).json.data).toMatchObject({ do_not_call: false, opted_out: false })
    await addDoNotCall(service.db, system, shop.workspace.id, SITI)
    expect((await shop.manage(of(SITI))).json.data).toMatchObject({ do_not_call: true, opted_out: false })
    expect((await shop.manage(of(RAVI))).json.data).toMatchObject({ do_not_call: false })
  })

  it('a chat without a number belongs to the number that all its orders name', async () => {
    const chat = await say(shop, 'visitor', 'two kopi please')
    await shop.placed(kopi, { conversation_id: chat })
    expect((await shop.manage(of(SITI))).json.data).toMatchObject({ conversations: 1, orders: 1 })
    expect((await shop.manage(`/customers/${chat}`)).json.data.key).toBe(SITI)
    await shop.placed(kopi, { conversation_id: chat, customer: { name: 'Ravi', phone: RAVI } })
    expect((await shop.manage(of(SITI))).json.data).toMatchObject({ conversations: 0, orders: 1 })
    expect((await shop.manage(`/customers/${chat}`)).json.data.key).toBe(chat)
  })
})

describe('a customer’s data', () => {
  it('is exported whole, without anybody else’s, and the export is on record', async () => {
    const chat = await say(shop, 'siti', 'my secret wish', { name: 'Siti', phone: SITI })
    await shop.manage(`/conversations/${chat}/notes`, { body: 'likes less sugar' })
    await shop.placed(kopi, { conversation_id: chat })
    await say(shop, 'ravi', 'the words of ravi', { name: 'Ravi', phone: RAVI })
    await say(other, 'siti', 'elsewhere', { name: 'Siti', phone: SITI })
    const { text, json } = await shop.manage(`${of(SITI)}/export`)
    for (const words of ['my secret wish', 'likes less sugar', 'for Siti, less sugar'])
      expect(text).toContain(words)
    for (const words of ['the words of ravi', RAVI, 'elsewhere']) expect(text).not.toContain(words)
    expect(json.data).toMatchObject({ do_not_call: false, opted_out: false, texts: [], calls: [] })
    const audit = (await shop.manage('/audit?limit=1')).json.data[0]
    expect([audit.action, JSON.stringify(audit).includes(SITI)]).toEqual(['customer.exported', false])
  })

  it('is erased everywhere, and nobody else’s is touched', async () => {
    const chat = await say(shop, 'siti-wa', 'my secret wish', { name: 'Siti Aminah', phone: SITI })
    await shop.manage(`/conversations/${chat}/notes`, { body: 'a note about her' })
    const order = await shop.placed(kopi, {
      conversation_id: chat,
      customer: { name: 'Siti Aminah', phone: SITI },
    })
    const ravi = await shop.placed(kopi, { conversation_id: chat, customer: { name: 'Ravi', phone: RAVI } })
    await say(shop, 'ravi', 'the words of ravi', { name: 'Ravi', phone: RAVI })
    const theirs = await say(other, 'siti-wa', 'said elsewhere', { name: 'Siti Aminah', phone: SITI })
    await addDoNotCall(service.db, system, shop.workspace.id, SITI)

    const busy = await shop.manage(`${of(SITI)}/erase`, {})
    expect([busy.status, busy.json.error]).toEqual([409, 'open orders'])
    await shop.manage(`/orders/${order.id}/cancel`, {})
    const { status, json } = await shop.manage(`${of(SITI)}/erase`, {})
    expect(status).toBe(200)
    expect(json.data).toMatchObject({ conversations: 1, messages: 1, orders: 1, calls: 0, recordings: 0 })

    expect((await shop.manage(of(SITI))).status).toBe(404)
    expect((await shop.manage(`/conversations/${chat}`)).status).toBe(404)
    const kept = (await shop.manage(`/orders/${order.id}`)).json.data
    expect(kept).toMatchObject({ customer: { name: 'Erased customer', phone: '' }, conversation_id: null })
    expect(kept.lines[0].special_instructions).toBeNull()
    const left = await keptOf(shop)
    for (const words of ['my secret wish', 'a note about her', 'Siti Aminah', 'siti-wa']) {
      expect(left).not.toContain(words)
    }
    expect(left).toContain('the words of ravi')
    expect((await shop.manage(`/orders/${ravi.id}`)).json.data).toMatchObject({
      customer: { name: 'Ravi', phone: RAVI },
      conversation_id: null,
    })
    expect((await other.manage(`/conversations/${theirs}`)).json.data.customer.phone).toBe(SITI)
    // Who asked never to be called must not be called because they were forgotten.
    expect(await doNotCall(shop)).toEqual([SITI])
    const audit = (await shop.manage('/audit?limit=1')).json.data[0]
    expect(audit).toMatchObject({ action: 'customer.erased', detail: { conversations: 1, orders: 1 } })
    expect(JSON.stringify(audit)).not.toContain(SITI)
  })

  it('of somebody without a number is that of the one conversation', async () => {
    const mine = await say(shop, 'mei', 'one', { name: 'Mei' })
    const namesake = await say(shop, 'mei2', 'two', { name: 'Mei' })
    expect((await shop.manage(`/customers/${mine}/erase`, {})).json.data).toMatchObject({ conversations: 1 })
    expect((await shop.manage(`/conversations/${mine}`)).status).toBe(404)
    expect((await shop.manage(`/conversations/${namesake}`)).status).toBe(200)
  })

  it('is erased by owners alone, and never by another workspace', async () => {
    const chat = await say(shop, 'siti', 'hello', { name: 'Siti', phone: SITI })
    const member = await createUser(service.db, system, shop.workspace.id, { email: `m${chat}@example.com` })
    const { token } = await createToken(service.db, system, member, false)
    const path = `/api/manage${of(SITI)}/erase`
    expect((await service.call(path, { key: token, body: {} })).status).toBe(403)
    expect((await service.call(path, { key: other.token, body: {} })).status).toBe(404)
    expect((await other.manage(`/customers/${chat}/export`)).status).toBe(404)
    expect((await shop.manage(of(SITI))).status).toBe(200)
  })
})

const doNotCall = async ({ workspace }: Store) =>
  (
    await service.db.rows<{ phone: string }>(sql`
      select phone from do_not_call where workspace_id = ${workspace.id}`)
  ).map(({ phone }) => phone)

/** Whatever rows of the shop are left in tables that hold people's words. */
async function keptOf({ agent, workspace }: Store): Promise<string> {
  const { id } = agent
  const rows = await Promise.all([
    service.db.rows(sql`select * from conversations where agent_id = ${id}`),
    service.db.rows(sql`select * from messages where agent_id = ${id}`),
    service.db.rows(sql`select * from notes where agent_id = ${id}`),
    service.db.rows(sql`select * from orders where agent_id = ${id}`),
    service.db.rows(sql`select * from order_lines where agent_id = ${id}`),
    service.db.rows(sql`select * from order_history where agent_id = ${id}`),
    service.db.rows(sql`select * from turns where agent_id = ${id}`),
    service.db.rows(sql`select * from deliveries where workspace_id = ${workspace.id}`),
    service.db.rows(sql`select * from texts where workspace_id = ${workspace.id}`),
  ])
  return JSON.stringify(rows)
}
