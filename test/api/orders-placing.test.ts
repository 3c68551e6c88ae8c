import { describe, expect, it } from 'vitest'
import { MISSING, service, setUpStore, store } from '../harness/orders.ts'
import { startService } from '../harness/service.ts'
import { CUSTOMER, openStore } from '../harness/store.ts'

setUpStore()

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
