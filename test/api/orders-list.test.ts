import { describe, expect, it } from 'vitest'
import { service, setUpStore, store } from '../harness/orders.ts'
import { CUSTOMER, openStore } from '../harness/store.ts'

setUpStore()

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
