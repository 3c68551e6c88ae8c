import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { hearEverything, openShop } from '../../../test/harness/service.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import { system } from '../audit/index.ts'
import { catalogueSchema, syncProducts } from '../catalogue/index.ts'
import type { OrderContext } from './context.ts'
import { importOrders, type PastOrder, type PastStep } from './import.ts'
import { orderNumber } from './number.ts'
import { cancelOrder, listOrders, markHandled, payOrder, refundOrder } from './orders.ts'
import { placeOrder } from './place.ts'
import { history, type Order } from './store.ts'

const CUSTOMER = { name: 'Siti', phone: '+60125550101' }
const HOUR_MS = 3_600_000
const PRODUCTS = [
  { external_id: 'toast', name: 'Toast', sku: 'T', price: 3.8, stock: 10 },
  {
    external_id: 'kopi',
    name: 'Kopi',
    price: 2.6,
    variants: [{ external_id: 'kopi-ais', name: 'Ais', price: 3.6, stock: 10 }],
  },
]

let database: TestDatabase
let db: Db
let context: OrderContext

beforeAll(async () => {
  database = await createDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  context = await shop()
})

async function shop(): Promise<OrderContext> {
  const { workspace, agent } = await openShop(db)
  const own = { db, workspaceId: workspace.id, agentId: agent.id, actor: system }
  await syncProducts(own, catalogueSchema.productsBody.parse({ products: PRODUCTS }))
  return own
}

function past(
  hoursAgo: number,
  actions: PastStep['action'][] = [],
  lines: PastOrder['lines'] = LINES,
): PastOrder {
  const start = Date.now() - hoursAgo * HOUR_MS
  const step = (action: PastStep['action'], i: number) => ({
    action,
    at: new Date(start + i * 60_000),
    by: system,
  })
  return {
    channel: 'dashboard',
    conversationId: null,
    customerName: CUSTOMER.name,
    customerPhone: CUSTOMER.phone,
    payBy: new Date(start + HOUR_MS),
    lines,
    steps: ['placed' as const, ...actions].map(step) as PastOrder['steps'],
  }
}

const LINES: PastOrder['lines'] = [
  line('toast', null, 2),
  line('kopi', 'kopi-ais', 1),
  // The same SKU twice: it is held as one.
  line('toast', null, 1, { special_instructions: 'Thin' }),
]

function line(
  product_external_id: string,
  variant_external_id: string | null,
  quantity: number,
  more: Partial<PastOrder['lines'][number]> = {},
): PastOrder['lines'][number] {
  return {
    source: 'api',
    product_external_id,
    variant_external_id,
    quantity,
    special_instructions: null,
    ...more,
  }
}

function orders(of = context): Promise<Order[]> {
  return listOrders(of, { limit: 100 })
}

function stock(of = context): Promise<unknown[]> {
  return db.rows(sql`
    select external_id, on_hand, held::int from products where agent_id = ${of.agentId} and external_id = 'toast'
    union all
    select external_id, on_hand, held::int from variants where agent_id = ${of.agentId}`)
}

const shelf = (heldToast: number, heldKopi: number) => [
  { external_id: 'toast', on_hand: 10, held: heldToast },
  { external_id: 'kopi-ais', on_hand: 10, held: heldKopi },
]

describe('a past order', () => {
  const ways: PastStep['action'][][] = [
    [],
    ['paid'],
    ['paid', 'handled'],
    ['handled', 'paid'],
    ['cancelled'],
    ['paid', 'refunded'],
    ['paid', 'handled', 'refunded'],
    ['paid', 'handled', 'cancelled'],
    ['cancelled', 'paid'],
  ]
  const live: Partial<Record<PastStep['action'], (of: OrderContext, id: string) => Promise<unknown>>> = {
    paid: (of, id) => payOrder(of, id, {}),
    handled: markHandled,
    cancelled: cancelOrder,
    refunded: refundOrder,
  }

  it.each(ways.map((way) => ({ way, name: ['placed', ...way].join(', ') })))(
    '$name: looks as one that went that way today',
    async ({ way }) => {
      await importOrders(db, context.agentId, [past(3, way)])
      const other = await shop()
      const { id } = await placeOrder(
        other,
        { payUrl: null, windowSeconds: 3_600 },
        { customer: CUSTOMER, lines: LINES },
      )
      for (const action of way) await live[action]?.(other, id)

      expect(await timeless(context)).toEqual(await timeless(other))
    },
  )

  async function timeless(of: OrderContext) {
    const [order] = (await orders(of)) as [Order]
    const { id, agent_id, pay_token, payment_expires_at, created_at, paid_at, acknowledged_at, ...rest } =
      order
    const steps = await history(db, agent_id, id)
    return {
      ...rest,
      lines: order.lines.map(({ product_id, variant_id, ...line }) => line),
      windowMs: Date.parse(payment_expires_at) - Date.parse(created_at),
      paid: paid_at !== null,
      acknowledged: acknowledged_at !== null,
      history: steps.map(({ created_at, ...step }) => step),
    }
  }

  it('that expired says so', async () => {
    await importOrders(db, context.agentId, [past(3, ['expired'])])
    const [order] = (await orders()) as [Order]
    expect(order).toMatchObject({ status: 'cancelled', expired: true, paid_at: null })
    expect((await history(db, context.agentId, order.id)).at(-1)).toMatchObject({
      action: 'expired',
      status: 'cancelled',
      detail: { stock: 'released' },
    })
  })

  it.each([
    [[], shelf(3, 1)],
    [['paid'], shelf(3, 1)],
    // What the shop counts today no longer has it.
    [['paid', 'handled'], shelf(0, 0)],
    [['cancelled'], shelf(0, 0)],
    [['paid', 'handled', 'refunded'], shelf(0, 0)],
  ] as [PastStep['action'][], unknown][])(
    '%j: holds what is still owed and changes no count',
    async (way, expected) => {
      await importOrders(db, context.agentId, [past(3, way)])
      expect(await stock()).toEqual(expected)
    },
  )

  it('keeps the name and the price it was sold at', async () => {
    const lines = [
      line('toast', null, 2, { name: 'Old Toast', unit_price_sen: 350 }),
      line('kopi', 'kopi-ais', 1),
    ]
    await importOrders(db, context.agentId, [past(3, [], lines)])
    const [order] = (await orders()) as [Order]
    expect(order).toMatchObject({ subtotal_sen: 1_060, total_sen: 1_060, payment_url: null })
    expect(order.lines).toMatchObject([
      { name: 'Old Toast', unit_price_sen: 350, sku: 'T' },
      { name: 'Kopi (Ais)', unit_price_sen: 360 },
    ])
  })
})

describe('a past', () => {
  it('is numbered in the order it happened, and the book goes on from there', async () => {
    await importOrders(db, context.agentId, [past(1), past(5, ['cancelled']), past(3)])
    await importOrders(db, context.agentId, [past(0.5, ['cancelled'])])
    const next = await placeOrder(
      context,
      { payUrl: null, windowSeconds: 60 },
      { customer: CUSTOMER, lines: [line('toast', null, 1)] },
    )
    const all = await orders()
    expect(all.map(({ order_number }) => order_number)).toEqual([1, 2, 3, 4, 5].map(orderNumber))
    expect(all.at(-1)?.id).toBe(next.id)
    const stamps = all.map(({ created_at }) => created_at)
    expect(new Set(stamps).size).toBe(5)
    expect(stamps).toEqual(stamps.toSorted())
  })

  it('does not come in behind those who follow the book', async () => {
    await importOrders(db, context.agentId, [past(2)])
    await expect(importOrders(db, context.agentId, [past(3)])).rejects.toThrow(/newer/)
    await importOrders(db, context.agentId, [past(1)])
    expect(await orders()).toHaveLength(2)
    expect(await stock()).toEqual(shelf(6, 2))
  })

  it('with something the catalogue does not have is refused as a whole', async () => {
    const unknown = past(1, [], [line('tea', null, 1)])
    await expect(importOrders(db, context.agentId, [past(2), unknown])).rejects.toThrow(
      'tea: product_not_found',
    )
    expect(await orders()).toEqual([])
    expect(await stock()).toEqual(shelf(0, 0))
  })

  it('is told to nobody', async () => {
    await hearEverything(db, context.workspaceId)
    await importOrders(db, context.agentId, [past(2, ['paid']), past(1, ['cancelled'])])
    expect(await db.rows(sql`select from deliveries where workspace_id = ${context.workspaceId}`)).toEqual([])
  })

  it('of nothing leaves no book', async () => {
    await importOrders(db, context.agentId, [])
    expect(await db.rows(sql`select from order_books where agent_id = ${context.agentId}`)).toEqual([])
  })
})
