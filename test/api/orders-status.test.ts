import { describe, expect, it } from 'vitest'
import { createAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { MISSING, service, setUpStore, store } from '../harness/orders.ts'
import { newKey } from '../harness/service.ts'
import { openStore } from '../harness/store.ts'

setUpStore()

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
