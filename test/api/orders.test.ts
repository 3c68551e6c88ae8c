import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { newKey, startService, type TestService } from '../harness/service.ts'
import { CUSTOMER, openStore, type Store } from '../harness/store.ts'

let service: TestService
let store: Store
const MISSING = '01900000-0000-7000-8000-000000000000'

beforeAll(async () => {
  service = await startService()
  store = await openStore(service.db, service.url, [
    { external_id: 'kopi', name: 'Kopi O', price: 2.3, stock: 1000, sku: 'KO-1' },
    { external_id: 'roti', name: 'Roti Bakar', price: 3.8 },
    {
      external_id: 'teh',
      name: 'Teh Tarik',
      price: 2.5,
      sku: 'TT',
      variants: [
        { external_id: 'teh-hot', name: 'Hot', stock: 50 },
        { external_id: 'teh-ice', name: 'Iced', price: 3.2, sku: 'TT-I', stock: 5 },
        { external_id: 'teh-off', name: 'Large', is_active: false },
      ],
    },
    { external_id: 'cake', name: 'Wedding cake' },
    { external_id: 'old', name: 'Old menu', price: 1, is_active: false },
    { external_id: 'gone', name: 'Gone', price: 1 },
  ])
  await service.call('/api/v1/catalogue/products/archive', {
    key: store.key,
    body: { external_ids: ['gone'] },
  })
})
afterAll(() => service.close())

describe('placing an order', () => {
  it('freezes names and prices, holds stock and tells about it, in the form of webhooks', async () => {
    const before = await store.stock('kopi')
    const order = await store.placed([
      { product_external_id: 'kopi', quantity: 2, special_instructions: 'kurang manis' },
      { product_external_id: 'teh', variant_external_id: 'teh-ice', quantity: 1 },
    ])
    expect(Object.keys(order)).toEqual([
      ...['id', 'bot_id', 'order_number', 'status', 'channel', 'items', 'subtotal', 'total', 'currency'],
      ...[
        'conversation_id',
        'customer',
        'payment_url',
        'payment_expires_at',
        'expired',
        'paid_at',
        'external_id',
      ],
      'created_at',
    ])
    expect(order).toMatchObject({
      bot_id: store.agent.id,
      status: 'pending_payment',
      channel: 'dashboard',
      subtotal: 7.8,
      total: 7.8,
      currency: 'MYR',
      conversation_id: null,
      customer: CUSTOMER,
      expired: false,
      paid_at: null,
      external_id: null,
    })
    expect(order.order_number).toMatch(/^[CDFHJKMNPRTWXY3479]{4}$/)
    expect(order.payment_url).toMatch(new RegExp(`^${service.url}/pay/[0-9A-Za-z]{22}$`))
    expect(Date.parse(order.payment_expires_at) - Date.parse(order.created_at)).toBe(1_800_000)
    expect(Object.keys(order.items[0])).toEqual([
      ...['name', 'quantity', 'unitPriceSen', 'specialInstructions', 'productId', 'variantId'],
    ])
    expect(order.items).toMatchObject([
      {
        name: 'Kopi O',
        quantity: 2,
        unitPriceSen: 230,
        specialInstructions: 'kurang manis',
        variantId: null,
      },
      { name: 'Teh Tarik (Iced)', quantity: 1, unitPriceSen: 320, specialInstructions: null },
    ])
    expect(await store.stock('kopi')).toEqual({ on_hand: before.on_hand, held: before.held + 2 })
    const [placed, ...more] = await store.events(order.id)
    expect(more).toEqual([])
    expect(placed).toEqual({ event: 'order.placed', body: JSON.stringify({ event: 'order.placed', order }) })

    await store.sync([{ external_id: 'kopi', name: 'Kopi O Kaw', price: 9 }])
    const listed = await service.call('/api/v1/orders?limit=100', { key: store.key })
    const found = listed.json.data.find(({ id }: { id: string }) => id === order.id)
    expect(found.lines[0]).toMatchObject({ name: 'Kopi O', unit_price: 2.3 })
    await store.sync([{ external_id: 'kopi', name: 'Kopi O', price: 2.3 }])
  })

  it('takes the channel of its conversation, or the one given', async () => {
    const inbound = await store.manage(`/agents/${store.agent.id}/inbound`, {
      channel: 'whatsapp',
      external_user_id: 'siti',
      text: 'hai',
    })
    const conversation_id = inbound.json.conversation_id
    const lines = [{ product_external_id: 'roti', quantity: 1 }]
    expect(await store.placed(lines, { conversation_id })).toMatchObject({
      channel: 'whatsapp',
      conversation_id,
    })
    expect(await store.placed(lines, { conversation_id, channel: 'voice' })).toMatchObject({
      channel: 'voice',
    })
    const missing = await store.place(lines, { conversation_id: MISSING })
    expect([missing.status, missing.json]).toEqual([404, { error: 'conversation not found' }])
  })

  it('takes ids as numbers or text, and phones as people write them', async () => {
    await store.sync([{ external_id: 77, name: 'Numbered', price: 1, stock: 5 }])
    const order = await store.placed([{ product_external_id: '77', quantity: 1 }], {
      customer: { name: ' Ah Meng ', phone: '012-345 6780' },
    })
    expect(order.customer).toEqual({ name: 'Ah Meng', phone: '+60123456780' })
    await store.placed([{ product_external_id: 77, quantity: 1 }])
    expect((await store.stock('77')).held).toBe(2)
  })

  it('sells what is not tracked without limit, and counts it all the same', async () => {
    await store.placed([{ product_external_id: 'roti', quantity: 100_000 }])
    expect((await store.stock('roti')).on_hand).toBeNull()
    expect((await store.stock('roti')).held).toBeGreaterThanOrEqual(100_000)
  })

  it('refuses together what the lines of one SKU ask for too much of, and holds nothing', async () => {
    await store.sync([{ external_id: 'ten', name: 'Ten', price: 1, stock: 10 }])
    const kopi = await store.stock('kopi')
    const reply = await store.place([
      { product_external_id: 'kopi', quantity: 1 },
      { product_external_id: 'ten', quantity: 6 },
      { product_external_id: 'ten', quantity: 6 },
    ])
    expect(reply.status).toBe(409)
    expect(reply.json).toEqual({
      error: 'out_of_stock',
      message: expect.any(String),
      details: [
        { path: 'lines[1].quantity', message: 'Ten: only 10 left', available: 10 },
        { path: 'lines[2].quantity', message: 'Ten: only 10 left', available: 10 },
      ],
    })
    expect(await store.stock('kopi')).toEqual(kopi)
    expect(await store.stock('ten')).toEqual({ on_hand: 10, held: 0 })
    await store.placed([
      { product_external_id: 'ten', quantity: 4 },
      { product_external_id: 'ten', quantity: 6 },
    ])
    const sold = await store.place([{ product_external_id: 'ten', quantity: 1 }])
    expect(sold.json.details).toEqual([
      { path: 'lines[0].quantity', message: 'Ten: is sold out', available: 0 },
    ])
  })

  it.each([
    [
      'a product sold by variant',
      { product_external_id: 'teh', quantity: 1 },
      400,
      'lines[0].variant_external_id',
      'variant_required',
    ],
    [
      'an unknown product',
      { product_external_id: 'nope', quantity: 1 },
      422,
      'lines[0].product_external_id',
      'product_not_found',
    ],
    [
      'another source',
      { product_external_id: 'kopi', source: 'store_type_a', quantity: 1 },
      422,
      'lines[0].product_external_id',
      'product_not_found',
    ],
    [
      'an archived product',
      { product_external_id: 'gone', quantity: 1 },
      422,
      'lines[0].product_external_id',
      'product_not_found',
    ],
    ['an inactive product', { product_external_id: 'old', quantity: 1 }, 422, 'lines[0]', 'not_for_sale'],
    [
      'an unknown variant',
      { product_external_id: 'teh', variant_external_id: 'x', quantity: 1 },
      422,
      'lines[0].variant_external_id',
      'variant_not_found',
    ],
    [
      'a variant of another product',
      { product_external_id: 'kopi', variant_external_id: 'teh-ice', quantity: 1 },
      422,
      'lines[0].variant_external_id',
      'variant_not_found',
    ],
    [
      'an inactive variant',
      { product_external_id: 'teh', variant_external_id: 'teh-off', quantity: 1 },
      422,
      'lines[0]',
      'not_for_sale',
    ],
    ['a price on request', { product_external_id: 'cake', quantity: 1 }, 422, 'lines[0]', 'price_on_request'],
  ])('refuses %s', async (_, line, status, path, code) => {
    const reply = await store.place([line])
    expect(reply.status).toBe(status)
    expect(reply.json.details).toEqual([{ path, message: expect.any(String), code }])
    if (status === 422) expect(reply.json.message).toEqual(expect.any(String))
  })

  it.each([
    ['quantity 0', { quantity: 0 }, 'lines[0].quantity'],
    ['a negative quantity', { quantity: -1 }, 'lines[0].quantity'],
    ['half a one', { quantity: 1.5 }, 'lines[0].quantity'],
    ['a quantity in words', { quantity: '1' }, 'lines[0].quantity'],
    ['a huge quantity', { quantity: 1e10 }, 'lines[0].quantity'],
    ['no quantity', { quantity: undefined }, 'lines[0].quantity'],
    ['an id beyond 2^53', { product_external_id: 2 ** 53 }, 'lines[0].product_external_id'],
    ['an empty id', { product_external_id: '' }, 'lines[0].product_external_id'],
    ['an unknown source', { source: 'shop' }, 'lines[0].source'],
    ['long instructions', { special_instructions: 'x'.repeat(1_001) }, 'lines[0].special_instructions'],
  ])('refuses %s with its place', async (_, fields, path) => {
    const reply = await store.place([{ product_external_id: 'kopi', quantity: 1, ...fields } as never])
    expect([reply.status, reply.json.error]).toEqual([400, 'invalid body'])
    expect(reply.json.details.map((one: { path: string }) => one.path)).toContain(path)
  })

  it('lists every problem of the whole order', async () => {
    const reply = await store.manage(`/agents/${store.agent.id}/orders`, {
      channel: 'No Such',
      customer: { name: '', phone: 'call me' },
      lines: [{ product_external_id: 'kopi', quantity: 0 }, {}],
    })
    expect(reply.json.details.map((one: { path: string }) => one.path).sort()).toEqual([
      ...['channel', 'customer.name', 'customer.phone', 'lines[0].quantity', 'lines[1].product_external_id'],
      'lines[1].quantity',
    ])
    for (const lines of [[], 'kopi', Array(101).fill({ product_external_id: 'kopi', quantity: 1 })]) {
      expect((await store.place(lines as never)).status).toBe(400)
    }
  })

  it('refuses a total that could not be charged exactly', async () => {
    await store.sync([{ external_id: 'gold', name: 'Gold', price: 1_000_000 }])
    const reply = await store.place([{ product_external_id: 'gold', quantity: 2_147_483_647 }])
    expect([reply.status, reply.json.details[0].path]).toEqual([400, 'lines'])
  })

  it('carries no payment link while payments are off', async () => {
    const off = await startService({ env: { ICEBOT_PAYMENTS: 'none' }, database: service.database })
    const shop = await openStore(off.db, off.url, [{ external_id: 'a', name: 'A', price: 1 }])
    expect((await shop.placed([{ product_external_id: 'a', quantity: 1 }])).payment_url).toBeNull()
    await off.close()
  })

  it('gives the window of the workspace when it has one', async () => {
    const shop = await openStore(service.db, service.url, [{ external_id: 'a', name: 'A', price: 1 }])
    await service.database.db.script(
      `update workspaces set payment_window_seconds = 90 where id = '${shop.workspace.id}'`,
    )
    const order = await shop.placed([{ product_external_id: 'a', quantity: 1 }])
    expect(Date.parse(order.payment_expires_at) - Date.parse(order.created_at)).toBe(90_000)
  })
})

describe('GET /api/v1/orders', () => {
  it('lists oldest first in the specification’s shape, pages by since, and knows what is unacknowledged', async () => {
    const shop = await openStore(service.db, service.url, [
      {
        external_id: 1,
        name: 'One',
        price: 1.15,
        sku: 'S1',
        variants: [{ external_id: 2, name: 'Two', stock: 9 }],
      },
    ])
    const line = { product_external_id: 1, variant_external_id: 2, quantity: 2 }
    const orders = [await shop.placed([line]), await shop.placed([line]), await shop.placed([line])]
    const list = (query: string) => service.call(`/api/v1/orders${query}`, { key: shop.key })

    const first = await list('?limit=2')
    expect(first.json.hasMore).toBe(true)
    expect(first.json.data.map(({ id }: { id: string }) => id)).toEqual([orders[0].id, orders[1].id])
    expect(first.json.data[0]).toEqual({
      id: orders[0].id,
      order_number: orders[0].order_number,
      status: 'pending_payment',
      channel: 'dashboard',
      currency: 'MYR',
      subtotal: 2.3,
      total: 2.3,
      created_at: orders[0].created_at,
      external_id: null,
      external_status: null,
      customer: CUSTOMER,
      lines: [
        {
          name: 'One (Two)',
          quantity: 2,
          unit_price: 1.15,
          special_instructions: null,
          product_id: orders[0].items[0].productId,
          variant_id: orders[0].items[0].variantId,
          product_external_id: '1',
          variant_external_id: '2',
          sku: 'S1',
        },
      ],
    })
    const second = await list(`?limit=2&since=${first.json.data[1].created_at}`)
    expect(second.json).toMatchObject({ hasMore: false, data: [{ id: orders[2].id }] })

    await shop.report(orders[1].id, { external_id: 'S-9' })
    const open = await list('?unacknowledged=1')
    expect(open.json.data.map(({ id }: { id: string }) => id)).toEqual([orders[0].id, orders[2].id])
  })

  it.each([
    ['since=yesterday', { error: 'since must be an ISO timestamp' }],
    ['since=2026-02-30T00:00:00Z', { error: 'since must be an ISO timestamp' }],
    ['since=', { error: 'since must be an ISO timestamp' }],
    ['since=2026-01-01T00:00:00Z&since=2026-01-01T00:00:00Z', { error: 'since must be an ISO timestamp' }],
    ['unacknowledged=0', { error: 'invalid query' }],
    ['unacknowledged=true', { error: 'invalid query' }],
    ['limit=0', { error: 'invalid query' }],
    ['limit=101', { error: 'invalid query' }],
    ['limit=x', { error: 'invalid query' }],
  ])('refuses ?%s', async (query, body) => {
    const reply = await service.call(`/api/v1/orders?${query}`, { key: store.key })
    expect([reply.status, reply.json]).toEqual([400, { ...body, details: expect.any(Array) }])
  })

  it('stamps strictly in the order of commits: a follower misses none of eight buyers’ orders', async () => {
    const shop = await openStore(service.db, service.url, [{ external_id: 'a', name: 'A', price: 1 }])
    let done = false
    const seen: string[] = []
    const follow = async () => {
      let since = '2000-01-01T00:00:00.000Z'
      for (let last = false; ; ) {
        const { json } = await service.call(`/api/v1/orders?limit=3&since=${since}`, { key: shop.key })
        for (const { id, created_at } of json.data) {
          seen.push(id)
          since = created_at
        }
        if (json.data.length === 0 && last) return
        last = done
      }
    }
    const following = follow()
    const buyers = Array.from({ length: 8 }, async () => {
      const ids: string[] = []
      for (let i = 0; i < 10; i++)
        ids.push((await shop.placed([{ product_external_id: 'a', quantity: 1 }])).id)
      return ids
    })
    const placed = (await Promise.all(buyers)).flat()
    done = true
    await following
    expect(seen).toHaveLength(80)
    expect(new Set(seen)).toEqual(new Set(placed))
  })
})

describe('POST /api/v1/orders/{id}/status', () => {
  const order = () => store.placed([{ product_external_id: 'kopi', quantity: 3 }])

  it('acknowledges once: the hold ends, our copy of stock drops, and a replay does nothing', async () => {
    const { id } = await order()
    const before = await store.stock('kopi')
    const reply = await store.report(id, { external_id: 1001, source: 'store_type_a' })
    expect([reply.status, reply.json]).toEqual([
      200,
      { data: { id, status: 'pending_payment', external_id: '1001', stock_events: ['store_ack'] } },
    ])
    const after = { on_hand: (before.on_hand as number) - 3, held: before.held - 3 }
    expect(await store.stock('kopi')).toEqual(after)
    const replay = await store.report(id, { external_id: '1001' })
    expect(replay.json.data).toEqual({ id, status: 'pending_payment', external_id: '1001', stock_events: [] })
    expect(await store.stock('kopi')).toEqual(after)
  })

  it('moves status, stock and event together, there and back', async () => {
    const { id } = await order()
    const start = await store.stock('kopi')
    const report = async (body: Record<string, unknown>) => (await store.report(id, body)).json.data
    const onHand = start.on_hand as number
    const steps: [Record<string, unknown>, string, string[], number, number][] = [
      [{ status: 'paid' }, 'paid', [], 0, 0],
      [{ status: 'paid' }, 'paid', [], 0, 0],
      [{ status: 'cancelled' }, 'cancelled', ['released'], 0, -3],
      [{ status: 'paid' }, 'paid', ['reserved'], 0, 0],
      [{ external_id: `X-${id}` }, 'paid', ['store_ack'], -3, -3],
      [{ status: 'refunded' }, 'refunded', ['returned'], 0, -3],
      [{ status: 'cancelled' }, 'cancelled', [], 0, -3],
      [{ status: 'paid' }, 'paid', ['reserved'], -3, -3],
      [{ status: 'cancelled' }, 'cancelled', ['returned'], 0, -3],
    ]
    for (const [body, status, stock_events, stockChange, heldChange] of steps) {
      const step = JSON.stringify(body)
      expect(await report(body), step).toMatchObject({ status, stock_events })
      expect(await store.stock('kopi'), step).toEqual({
        on_hand: onHand + stockChange,
        held: start.held + heldChange,
      })
    }
    const told = (await store.events(id)).map(({ event, body }) => [event, JSON.parse(body).order.status])
    expect(told).toEqual([
      ['order.placed', 'pending_payment'],
      ['order.paid', 'paid'],
      ['order.cancelled', 'cancelled'],
      ['order.paid', 'paid'],
      ['order.refunded', 'refunded'],
      ['order.cancelled', 'cancelled'],
      ['order.paid', 'paid'],
      ['order.cancelled', 'cancelled'],
    ])
  })

  it('acknowledges and cancels in one report without touching our copy of stock', async () => {
    const { id } = await order()
    const before = await store.stock('kopi')
    const reply = await store.report(id, { external_id: 'both', status: 'cancelled' })
    expect(reply.json.data).toMatchObject({ status: 'cancelled', stock_events: ['store_ack', 'released'] })
    expect(await store.stock('kopi')).toEqual({ ...before, held: before.held - 3 })
  })

  it('keeps the store’s word, reads it by its vocabulary, and lets no unknown or impossible word move anything', async () => {
    const { id } = await order()
    const word = async (external_status: string, source?: string) => {
      const { json } = await store.report(id, { external_status, source })
      const listed = await store.manage(`/orders/${id}`)
      return [json.data.status, listed.json.data.external_status]
    }
    expect(await word('Shipped?')).toEqual(['pending_payment', 'Shipped?'])
    expect(await word('wc-Processing', 'store_type_b')).toEqual(['paid', 'wc-Processing'])
    expect(await word('on-hold', 'store_type_b')).toEqual(['paid', 'on-hold'])
    expect(await word('voided', 'store_type_a')).toEqual(['cancelled', 'voided'])
    expect(await word('refunded')).toEqual(['refunded', 'refunded'])
    expect(await word('paid')).toEqual(['refunded', 'paid'])
    const events = await store.events(id)
    expect(events.map(({ event }) => event)).toEqual([
      ...['order.placed', 'order.paid', 'order.cancelled', 'order.refunded'],
    ])
  })

  it('a word told again brings nothing back that was cancelled since', async () => {
    const { id } = await order()
    const word = { external_status: 'processing', source: 'store_type_b' }
    expect((await store.report(id, word)).json.data.status).toBe('paid')
    await store.report(id, { status: 'cancelled' })
    expect((await store.report(id, word)).json.data).toMatchObject({ status: 'cancelled', stock_events: [] })
  })

  it('lets an explicit status win over the word', async () => {
    const { id } = await order()
    const reply = await store.report(id, { status: 'paid', external_status: 'cancelled' })
    expect(reply.json.data.status).toBe('paid')
  })

  it.each([
    ['paid', 'pending_payment'],
    ['cancelled', 'pending_payment'],
    ['refunded', 'pending_payment'],
    ['refunded', 'paid'],
  ])('refuses to go from %s to %s and writes nothing', async (from, to) => {
    const { id } = await order()
    await store.report(id, { status: from })
    const reply = await store.report(id, {
      status: to,
      external_id: `no-${from}-${to}`,
      external_status: 'x',
    })
    expect([reply.status, reply.json]).toEqual([409, { error: `order cannot move from ${from} to ${to}` }])
    const read = (await store.manage(`/orders/${id}`)).json.data
    expect(read).toMatchObject({ status: from, external_id: null, external_status: null })
  })

  it('links an order to one store order for good', async () => {
    const [one, two] = [await order(), await order()]
    await store.report(one.id, { external_id: 'L-1' })
    const other = await store.report(one.id, { external_id: 'L-2', status: 'paid' })
    expect([other.status, other.json]).toEqual([
      409,
      { error: 'this order is already linked to store order L-1' },
    ])
    const taken = await store.report(two.id, { external_id: 'L-1', status: 'paid' })
    expect(taken.status).toBe(409)
    expect(taken.json.error).toBe(
      `this order is already linked to store order L-1: that id belongs to order ${one.order_number}`,
    )
    expect((await store.manage(`/orders/${two.id}`)).json.data.status).toBe('pending_payment')
    const elsewhere = await openStore(service.db, service.url, [{ external_id: 'a', name: 'A', price: 1 }])
    const theirs = await elsewhere.placed([{ product_external_id: 'a', quantity: 1 }])
    expect((await elsewhere.report(theirs.id, { external_id: 'L-1' })).status).toBe(200)
  })

  it.each([
    ['nothing', {}],
    ['only a source', { source: 'api' }],
    ['an unknown status', { status: 'shipped' }],
    ['a status that is no text', { status: 1 }],
    ['an unknown source', { status: 'paid', source: 'shop' }],
    ['an empty external_id', { external_id: '' }],
    ['an id beyond 2^53', { external_id: 2 ** 53 }],
    ['an id that is a list', { external_id: ['1'] }],
    ['a null id', { external_id: null }],
    ['a long id', { external_id: 'x'.repeat(256) }],
    ['an empty word', { external_status: '' }],
    ['a word that is no text', { external_status: 5 }],
  ])('refuses %s as invalid body', async (_, body) => {
    const { id } = await order()
    const reply = await store.report(id, body)
    expect([reply.status, reply.json.error]).toEqual([400, 'invalid body'])
    expect(reply.json.details.length).toBeGreaterThan(0)
  })

  it('knows no difference between a missing order and another agent’s, in any workspace', async () => {
    const { id } = await order()
    const elsewhere = await openStore(service.db, service.url)
    const sibling = await createAgent(service.db, system, store.workspace.id, { name: 'Sibling' })
    const { key: siblingKey } = await newKey(service.db, sibling, { scopes: ['catalogue:sync'] })
    const replies = await Promise.all([
      elsewhere.report(MISSING, { status: 'paid' }),
      elsewhere.report(id, { status: 'paid' }),
      elsewhere.report('no-uuid', { status: 'paid' }),
      service.call(`/api/v1/orders/${id}/status`, { key: siblingKey, body: { status: 'paid' } }),
    ])
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['404 {"error":"not found"}']),
    )
    expect((await service.call('/api/v1/orders', { key: siblingKey })).json.data).toEqual([])
  })

  it('a key that was revoked a moment ago writes nothing', async () => {
    const { id } = await order()
    const { key, id: keyId } = await newKey(service.db, store.agent, { scopes: ['catalogue:sync'] })
    const writes: [string, unknown][] = [
      [`/orders/${id}/status`, { external_status: 'seen' }],
      ['/catalogue/products', { products: [{ external_id: 'new', name: 'New' }] }],
      ['/catalogue/stock', { levels: [{ product_external_id: 'kopi', quantity: 7 }] }],
    ]
    const before = await store.stock('kopi')
    expect((await service.call('/api/v1/orders?limit=1', { key })).status).toBe(200)
    await service.db.run(sql`update api_keys set revoked_at = clock_timestamp() where id = ${keyId}`)
    for (const [path, body] of writes) {
      const reply = await service.call(`/api/v1${path}`, { key, body })
      expect([reply.status, reply.text], path).toEqual([401, '{"error":"unauthorized"}'])
    }
    expect(await store.stock('kopi')).toEqual(before)
    expect(await store.stock('new')).toBeUndefined()
  })

  it('needs its scope', async () => {
    const { id } = await order()
    const { key } = await newKey(service.db, store.agent)
    const reply = await service.call(`/api/v1/orders/${id}/status`, { key, body: { status: 'paid' } })
    expect([reply.status, reply.json.error]).toEqual([403, 'missing scope: catalogue:sync'])
  })
})

describe('the team', () => {
  it('sees what moved an order, and settles it by hand', async () => {
    const { id } = await store.placed([{ product_external_id: 'kopi', quantity: 1 }])
    const before = await store.stock('kopi')
    const handled = await store.manage(`/orders/${id}/handled`, {})
    expect(handled.json.data).toMatchObject({ external_id: null, acknowledged_at: expect.any(String) })
    expect(handled.json.data.lines[0].stock).toBe('taken')
    expect(await store.stock('kopi')).toEqual({
      on_hand: (before.on_hand as number) - 1,
      held: before.held - 1,
    })
    await store.manage(`/orders/${id}/handled`, {})
    const linked = await store.report(id, { external_id: `H-${id}` })
    expect(linked.json.data.stock_events).toEqual(['store_ack'])
    expect(await store.stock('kopi')).toEqual({
      on_hand: (before.on_hand as number) - 1,
      held: before.held - 1,
    })
    await store.report(id, { status: 'paid' })
    expect((await store.manage(`/orders/${id}/refund`, {})).json.data.status).toBe('refunded')
    expect((await store.manage(`/orders/${id}/cancel`, {})).json.data.status).toBe('cancelled')
    expect((await store.manage(`/orders/${id}/cancel`, {})).json.data.status).toBe('cancelled')

    const { history } = (await store.manage(`/orders/${id}`)).json.data
    expect(history.map(({ action, actor }: never) => [action, (actor as { kind: string }).kind])).toEqual([
      ['placed', 'user'],
      ['handled', 'user'],
      ['acknowledged', 'key'],
      ['paid', 'key'],
      ['refunded', 'user'],
      ['cancelled', 'user'],
    ])
    expect(history[1].actor.id).toBe(store.owner.id)
  })

  it('lists newest first, by page, status, agent, conversation and alert', async () => {
    const shop = await openStore(service.db, service.url, [{ external_id: 'a', name: 'A', price: 1 }])
    const orders = []
    for (let i = 0; i < 5; i++) orders.push(await shop.placed([{ product_external_id: 'a', quantity: 1 }]))
    await shop.report(orders[2].id, { status: 'paid' })
    const ids = async (query: string) => {
      const { json } = await shop.manage(`/orders${query}`)
      return json.data.map(({ id }: { id: string }) => id)
    }
    const newest = orders.map(({ id }) => id).reverse()
    expect(await ids('')).toEqual(newest)
    expect(await ids('?status=paid')).toEqual([orders[2].id])
    expect(await ids(`?agent_id=${shop.agent.id}`)).toEqual(newest)
    expect(await ids(`?agent_id=${store.agent.id}`)).toEqual([])
    expect(await ids(`?conversation_id=${MISSING}`)).toEqual([])
    expect(await ids('?attention=1')).toEqual([])
    const page = (await shop.manage('/orders?limit=3')).json
    expect(page.hasMore).toBe(true)
    expect(await ids(`?limit=3&cursor=${page.next_cursor}`)).toEqual(newest.slice(3))
    expect((await shop.manage('/orders?cursor=x')).status).toBe(400)
  })

  it('never sees another workspace’s order', async () => {
    const { id } = await store.placed([{ product_external_id: 'kopi', quantity: 1 }])
    const elsewhere = await openStore(service.db, service.url)
    for (const path of [`/orders/${id}`, `/orders/${MISSING}`, '/orders/x']) {
      const reply = await elsewhere.manage(path)
      expect([reply.status, reply.json]).toEqual([404, { error: 'not found' }])
    }
    for (const move of ['handled', 'cancel', 'refund']) {
      expect((await elsewhere.manage(`/orders/${id}/${move}`, {})).status).toBe(404)
    }
    expect((await elsewhere.place([{ product_external_id: 'kopi', quantity: 1 }])).status).toBe(422)
    const foreign = await elsewhere.manage(`/agents/${store.agent.id}/orders`, {
      customer: CUSTOMER,
      lines: [],
    })
    expect([foreign.status, foreign.json.error]).toEqual([400, 'invalid body'])
  })
})
