import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expiryWork } from '../../src/modules/orders/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { runOnce } from '../harness/due.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

/** A small pure model of the shop: what the decisions say about stock, written as plainly as possible. */
interface Model {
  skus: Record<string, { onHand: number | null; held: number }>
  orders: { status: string; acknowledged: boolean; quantities: Record<string, number> }[]
}

const PRODUCTS = ['p', 'q']
const VARIANTS = ['v', 'w']
const SKUS = [...PRODUCTS, ...VARIANTS]
const STATUSES = ['pending_payment', 'paid', 'cancelled', 'refunded']

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const sku = fc.constantFrom(...SKUS)
const pick = fc.nat()
const step = fc.oneof(
  fc.record({ kind: fc.constant('level' as const), sku, count: fc.option(fc.integer({ min: -2, max: 12 })) }),
  fc.record({
    kind: fc.constant('place' as const),
    lines: fc.array(fc.record({ sku, quantity: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({ kind: fc.constant('report' as const), pick, status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('ack' as const), pick, status: fc.option(fc.constantFrom(...STATUSES)) }),
  fc.record({ kind: fc.constantFrom('handled' as const, 'cancel' as const, 'expire' as const), pick }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

it('whatever is synced, placed, paid, acknowledged, cancelled, refunded or expires, stock is what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const store = await openStore(service.db, service.url, [
        { external_id: 'p', name: 'P', price: 1, stock: 5 },
        { external_id: 'q', name: 'Q', price: 1 },
        {
          external_id: 'r',
          name: 'R',
          price: 1,
          variants: [
            { external_id: 'v', name: 'V', stock: 3 },
            { external_id: 'w', name: 'W', stock: 0 },
          ],
        },
      ])
      const model: Model = {
        skus: {
          p: { onHand: 5, held: 0 },
          q: { onHand: null, held: 0 },
          v: { onHand: 3, held: 0 },
          w: { onHand: 0, held: 0 },
        },
        orders: [],
      }
      const ids: string[] = []
      for (const one of steps) {
        const expected = predict(model, one)
        expect(await perform(store, ids, one), JSON.stringify(one)).toBe(expected)
        expect(await shelves(store), JSON.stringify(one)).toEqual(model.skus)
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 120_000)

/** Changes the model as the step should change the shop; the status the step should be answered with. */
function predict(model: Model, one: Step): number {
  const { skus, orders } = model
  switch (one.kind) {
    case 'level':
      shelf(model, one.sku).onHand = one.count === null ? null : Math.max(0, one.count)
      return 200
    case 'place': {
      const quantities: Record<string, number> = {}
      for (const { sku, quantity } of one.lines) quantities[sku] = (quantities[sku] ?? 0) + quantity
      const fits = Object.entries(quantities).every(([id, quantity]) => {
        const { onHand, held } = shelf(model, id)
        return onHand === null || Math.max(0, onHand - held) >= quantity
      })
      if (!fits) return 409
      orders.push({ status: 'pending_payment', acknowledged: false, quantities })
      for (const [id, quantity] of Object.entries(quantities)) shelf(model, id).held += quantity
      return 201
    }
  }
  const order = orders[one.pick % Math.max(1, orders.length)]
  if (!order) return one.kind === 'expire' ? 200 : 404
  const before = where(order)
  if (one.kind === 'report' || one.kind === 'ack') {
    const status = one.status ?? order.status
    if (status !== order.status && !allowed(order.status, status)) return 409
    order.status = status
    if (one.kind === 'ack') order.acknowledged = true
  }
  if (one.kind === 'handled') order.acknowledged = true
  if (one.kind === 'cancel') order.status = 'cancelled'
  if (one.kind === 'expire' && order.status === 'pending_payment') order.status = 'cancelled'
  const after = where(order)
  for (const [id, quantity] of Object.entries(order.quantities)) {
    const place = skus[id] as { onHand: number | null; held: number }
    if (before === 'held' && after !== 'held') place.held -= quantity
    if (before !== 'held' && after === 'held') place.held += quantity
    if (place.onHand !== null && before !== 'taken' && after === 'taken')
      place.onHand = Math.max(0, place.onHand - quantity)
    if (place.onHand !== null && before === 'taken' && after !== 'taken') place.onHand += quantity
  }
  return 200
}

function shelf(model: Model, id: string) {
  return model.skus[id] as { onHand: number | null; held: number }
}

function where({ status, acknowledged }: Model['orders'][number]): 'held' | 'taken' | 'free' {
  if (status === 'cancelled' || status === 'refunded') return 'free'
  return acknowledged ? 'taken' : 'held'
}

function allowed(from: string, to: string): boolean {
  if (to === 'cancelled' || to === 'refunded') return true
  return to === 'paid' && (from === 'pending_payment' || from === 'cancelled')
}

/** Does the step at the real service. */
async function perform(store: Store, ids: string[], one: Step): Promise<number> {
  if (one.kind === 'level') {
    const variant = VARIANTS.includes(one.sku)
    const level = variant
      ? { product_external_id: 'r', variant_external_id: one.sku }
      : { product_external_id: one.sku }
    return (await store.levels([{ ...level, quantity: one.count }])).status
  }
  if (one.kind === 'place') {
    const reply = await store.place(
      one.lines.map(({ sku, quantity }) =>
        VARIANTS.includes(sku)
          ? { product_external_id: 'r', variant_external_id: sku, quantity }
          : { product_external_id: sku, quantity },
      ),
    )
    if (reply.status === 201) ids.push(reply.json.data.id)
    return reply.status
  }
  const id = ids[one.pick % Math.max(1, ids.length)] ?? '01900000-0000-7000-8000-000000000000'
  if (one.kind === 'expire') {
    await service.db.run(sql`update orders set payment_expires_at = clock_timestamp() where id = ${id}`)
    await runOnce(
      expiryWork(
        service.db,
        createLog('silent', () => {}),
      ),
    )
    return 200
  }
  if (one.kind === 'handled' || one.kind === 'cancel')
    return (await store.manage(`/orders/${id}/${one.kind}`, {})).status
  if (one.kind === 'ack') {
    return (await store.report(id, { external_id: `ext-${id}`, status: one.status ?? undefined })).status
  }
  return one.kind === 'report' ? (await store.report(id, { status: one.status })).status : -1
}

async function shelves(store: Store): Promise<Model['skus']> {
  const entries = await Promise.all(
    SKUS.map(async (id) => {
      const { on_hand, held } = await (VARIANTS.includes(id) ? store.stock('r', id) : store.stock(id))
      return [id, { onHand: on_hand, held }] as const
    }),
  )
  return Object.fromEntries(entries)
}
