import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { cancelOrder, expiryWork, markHandled, payOrder } from '../../src/modules/orders/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { runOnce } from '../harness/due.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

let service: TestService
let store: Store

beforeAll(async () => {
  service = await startService()
  store = await openStore(service.db, service.url, [
    { external_id: 'a', name: 'A', price: 1, stock: 1_000 },
    { external_id: 'b', name: 'B', price: 1, variants: [{ external_id: 'b1', name: 'One', stock: 1_000 }] },
  ])
})
afterAll(() => service.close())

const context = (of: Store = store) => ({
  db: service.db,
  workspaceId: of.workspace.id,
  agentId: of.agent.id,
  actor: system,
})
const logs: string[] = []
const log = createLog('error', (text) => void logs.push(text))
const expire = () => runOnce(expiryWork(service.db, log))
const names = async (id: string) => (await store.events(id)).map(({ event }) => event)

describe('at the same time', () => {
  it('50 buyers of 10 units: 10 orders, 40 refusals, by product and by variant', async () => {
    await store.sync([
      { external_id: 'ten', name: 'Ten', price: 1, stock: 10 },
      {
        external_id: 'tens',
        name: 'Tens',
        price: 1,
        variants: [{ external_id: 'ten-v', name: 'V', stock: 10 }],
      },
    ])
    for (const line of [
      { product_external_id: 'ten' },
      { product_external_id: 'tens', variant_external_id: 'ten-v' },
    ]) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => store.place([{ ...line, quantity: 1 }])),
      )
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(40)
      const numbers = replies.flatMap(({ json }) => json.data?.order_number ?? [])
      expect(new Set(numbers).size).toBe(10)
    }
    expect(await store.stock('ten')).toEqual({ on_hand: 10, held: 10 })
    expect(await store.stock('tens', 'ten-v')).toEqual({ on_hand: 10, held: 10 })
  })

  it('50 identical reports are one event and one stock move', async () => {
    const { id } = await store.placed([{ product_external_id: 'a', quantity: 2 }])
    const before = await store.stock('a')
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => store.report(id, { external_id: 'R-1', status: 'paid' })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const moved = replies.filter(({ json }) => json.data.stock_events.length > 0)
    expect(moved.map(({ json }) => json.data.stock_events)).toEqual([['store_ack']])
    expect(await names(id)).toEqual(['order.placed', 'order.paid'])
    expect(await store.stock('a')).toEqual({ on_hand: (before.on_hand as number) - 2, held: before.held - 2 })
  })

  it('20 orders for one store id have one winner and 19 conflicts', async () => {
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => store.placed([{ product_external_id: 'a', quantity: 1 }])),
    )
    const before = await store.stock('a')
    const replies = await Promise.all(
      orders.map(({ id }) => store.report(id, { external_id: 'S-1', status: 'paid' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    for (const { status, json } of replies) {
      if (status === 409) expect(json.error).toMatch(/^this order is already linked to store order S-1/)
    }
    const paid = await service.db.rows(sql`
      select id from orders where agent_id = ${store.agent.id} and external_id = 'S-1'`)
    expect(paid).toHaveLength(1)
    const events = (await Promise.all(orders.map(({ id }) => names(id)))).flat()
    expect(events.filter((event) => event === 'order.paid')).toHaveLength(1)
    expect(await store.stock('a')).toEqual({ on_hand: (before.on_hand as number) - 1, held: before.held - 1 })
  })

  it('an order waits for a sync, and is then sold at the new price or not at all', async () => {
    await store.sync([
      { external_id: 'x', name: 'X', price: 1, variants: [{ external_id: 'x1', name: 'One' }] },
      { external_id: 'y', name: 'Y', price: 1 },
    ])
    let end = () => {}
    const syncing = service.db.transaction(async (tx) => {
      await tx.rows(
        sql`select pg_advisory_xact_lock(hashtextextended('catalogue ' || ${store.agent.id}::text, 0))`,
      )
      await tx.run(
        sql`update products set price_sen = 900 where agent_id = ${store.agent.id} and external_id = 'y'`,
      )
      await tx.run(
        sql`update variants set removed_at = clock_timestamp() where agent_id = ${store.agent.id} and external_id = 'x1'`,
      )
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    const orders = [
      store.place([{ product_external_id: 'y', quantity: 1 }]),
      store.place([{ product_external_id: 'x', variant_external_id: 'x1', quantity: 1 }]),
    ]
    await new Promise((resolve) => setTimeout(resolve, 300))
    end()
    await syncing
    const [y, x] = await Promise.all(orders)
    expect([y?.status, y?.json.data.total]).toEqual([201, 9])
    expect([x?.status, x?.json.details[0].code]).toEqual([422, 'variant_not_found'])
  })

  it('one order that cannot be settled holds up no other’s expiry', async () => {
    await store.sync([{ external_id: 'bad', name: 'Bad', price: 1 }])
    const orders = [
      await store.placed([{ product_external_id: 'bad', quantity: 1 }]),
      await store.placed([{ product_external_id: 'a', quantity: 1 }]),
    ]
    await service.db.run(
      sql`update products set held = 0 where agent_id = ${store.agent.id} and external_id = 'bad'`,
    )
    for (const { id } of orders)
      await service.db.run(sql`update orders set payment_expires_at = clock_timestamp() where id = ${id}`)
    await expire()
    expect(logs.join('')).toContain(orders[0].id)
    expect(await names(orders[1].id)).toEqual(['order.placed', 'order.cancelled'])
    await service.db.run(
      sql`update products set held = 1 where agent_id = ${store.agent.id} and external_id = 'bad'`,
    )
    await expire()
    expect(await names(orders[0].id)).toEqual(['order.placed', 'order.cancelled'])
  })

  it('paying and expiring have exactly one outcome each, 100 times', async () => {
    const before = await store.stock('a')
    const outcomes = { paid: 0, expired: 0 }
    for (let round = 0; round < 100; round++) {
      const { id } = await store.placed([{ product_external_id: 'a', quantity: 1 }])
      await service.db.run(sql`
        update orders set payment_expires_at = clock_timestamp() where agent_id = ${store.agent.id} and id = ${id}`)
      const late = new Date(Date.now() + 60_000).toISOString()
      const pay = () => payOrder(context(), id, { onlyBefore: late })
      // Who starts first is drawn, so that both win some of the rounds.
      await Promise.all(round % 2 === 0 ? [pay(), expire(), expire()] : [expire(), expire(), pay()])
      const told = await names(id)
      expect(told).toHaveLength(2)
      outcomes[told[1] === 'order.paid' ? 'paid' : 'expired']++
      if (told[1] === 'order.paid') await cancelOrder(context(), id)
    }
    expect(outcomes.paid).toBeGreaterThan(0)
    expect(outcomes.expired).toBeGreaterThan(0)
    expect(await store.stock('a')).toEqual(before)
  }, 60_000)

  it('orders in opposite sequence, acknowledgements and syncs of the same products add up', async () => {
    const lines = [
      { product_external_id: 'a', quantity: 1 },
      { product_external_id: 'b', variant_external_id: 'b1', quantity: 1 },
    ]
    const before = [await store.stock('a'), await store.stock('b', 'b1')]
    const buy = async (i: number) => {
      const { id } = await store.placed(i % 2 === 0 ? lines : lines.toReversed())
      await (i % 3 === 0 ? markHandled(context(), id) : cancelOrder(context(), id))
    }
    const sync = () =>
      store.sync([
        { external_id: 'b', name: 'B', price: 1, variants: [{ external_id: 'b1', name: 'One' }] },
        { external_id: 'a', name: 'A', price: 1 },
      ])
    const all = await Promise.all([
      ...Array.from({ length: 30 }, (_, i) => buy(i)),
      ...Array.from({ length: 10 }, () => sync().then(({ status }) => expect(status).toBe(200))),
    ])
    expect(all).toHaveLength(40)
    const after = [await store.stock('a'), await store.stock('b', 'b1')]
    for (const [i, { on_hand, held }] of after.entries()) {
      expect(held).toBe(before[i]?.held)
      expect(on_hand).toBe((before[i]?.on_hand as number) - 10)
    }
  }, 60_000)
})

describe('money that comes late', () => {
  const provider = () => ({ ...context(), actor: { kind: 'payments', id: null } as const })

  it('is never lost: the order is paid and its stock held again', async () => {
    const { id } = await store.placed([{ product_external_id: 'a', quantity: 1 }])
    const held = await store.stock('a')
    await cancelOrder(context(), id)
    const { outcome, order } = await payOrder(provider(), id, {})
    expect([outcome, order.status, order.attention, order.expired]).toEqual(['paid', 'paid', null, false])
    expect(await store.stock('a')).toEqual(held)
    expect(await names(id)).toEqual(['order.placed', 'order.cancelled', 'order.paid'])
  })

  it('alerts the team when the stock is gone, until somebody has dealt with it', async () => {
    await store.sync([{ external_id: 'rare', name: 'Rare', price: 1, stock: 1 }])
    const { id } = await store.placed([{ product_external_id: 'rare', quantity: 1 }])
    await cancelOrder(context(), id)
    await store.placed([{ product_external_id: 'rare', quantity: 1 }])
    const { order } = await payOrder(provider(), id, {})
    expect([order.status, order.attention]).toEqual(['paid', 'stock_short'])
    expect(await store.stock('rare')).toEqual({ on_hand: 1, held: 2 })
    const alerts = await store.manage('/orders?attention=1')
    expect(alerts.json.data.map((one: { id: string }) => one.id)).toEqual([id])
    await store.manage(`/orders/${id}/refund`, {})
    expect((await store.manage('/orders?attention=1')).json.data).toEqual([])
  })

  it('raises no alarm over stock that was the order’s own', async () => {
    await store.sync([{ external_id: 'one', name: 'One', price: 1, stock: 1 }])
    const { id } = await store.placed([{ product_external_id: 'one', quantity: 1 }])
    await store.report(id, { external_id: 'own', status: 'paid' })
    expect((await store.manage(`/orders/${id}`)).json.data).toMatchObject({ status: 'paid', attention: null })
    expect(await store.stock('one')).toEqual({ on_hand: 0, held: 0 })
  })

  it('alerts also when the variant has moved to another product meanwhile', async () => {
    const variants = (stock: number) => [{ external_id: 'mover', name: 'V', stock }]
    await store.sync([{ external_id: 'from', name: 'From', price: 1, variants: variants(1) }])
    const { id } = await store.placed([
      { product_external_id: 'from', variant_external_id: 'mover', quantity: 1 },
    ])
    await cancelOrder(context(), id)
    await store.sync([
      { external_id: 'from', name: 'From', price: 1, variants: [] },
      { external_id: 'to', name: 'To', price: 1, variants: variants(0) },
    ])
    expect((await payOrder(provider(), id, {})).order.attention).toBe('stock_short')
  })

  it('is noticed when it comes twice, and when it comes after a refund', async () => {
    const { id } = await store.placed([{ product_external_id: 'a', quantity: 1 }])
    expect((await payOrder(provider(), id, {})).outcome).toBe('paid')
    const again = await payOrder(context(), id, { onlyBefore: '9999-12-31T00:00:00.000Z' })
    expect([again.outcome, again.order.attention]).toEqual(['already', null])
    const twice = await payOrder(provider(), id, {})
    expect([twice.outcome, twice.order.attention]).toEqual(['already', 'paid_twice'])
    await store.report(id, { status: 'refunded' })
    const after = await payOrder(provider(), id, {})
    expect([after.outcome, after.order.status, after.order.attention]).toEqual([
      ...['refunded', 'refunded', 'paid_after_refund'],
    ])
    expect(await names(id)).toEqual(['order.placed', 'order.paid', 'order.refunded'])
  })

  it('is refused by the payment page itself when the window is over', async () => {
    const { id } = await store.placed([{ product_external_id: 'a', quantity: 1 }])
    const past = new Date(Date.now() - 1_000).toISOString()
    expect((await payOrder(context(), id, { onlyBefore: past })).outcome).toBe('too_late')
    expect(await names(id)).toEqual(['order.placed'])
  })
})
