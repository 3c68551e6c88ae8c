import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type Db, type Queryable, sql } from '../../platform/db/index.ts'
import { auditPage, system } from '../audit/index.ts'
import { listWorkspaceCalls, presentManagedCall, recordingLink } from '../calls/index.ts'
import { listProducts } from '../catalogue/index.ts'
import { messagesOf, read } from '../conversations/index.ts'
import { historyOfOrder, listWorkspaceOrders, type Order, placeOrder } from '../orders/index.ts'
import { ledgerOf, voicePrice } from '../workspaces/index.ts'
import { calls } from './calls.ts'
import { createDemoOnce, type Demo, removeDemo, resetDemo } from './demo.ts'
import { products } from './products.ts'

let database: TestDatabase
let db: Db
let demo: Demo
let orders: Order[]
let statements = 0

beforeAll(async () => {
  database = await createDatabase()
  db = database.db
  const counting: Db = { ...db, transaction: (work) => db.transaction((tx) => work(counted(tx))) }
  demo = (await createDemoOnce(counting, new Date())) as Demo
  orders = await ordersOf(demo)
})
afterAll(() => database.drop())

async function ordersOf({ workspace }: Demo): Promise<Order[]> {
  const newestFirst = await listWorkspaceOrders(db, workspace.id, { attention: false, limit: 100 })
  return newestFirst.reverse()
}

function counted(tx: Queryable): Queryable {
  return new Proxy(tx, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        statements++
        return member.apply(target, given)
      }
    },
  })
}

describe('the demo shop', () => {
  it('has its whole catalogue on the shelf', async () => {
    const rows = await listProducts(db, demo.agent.id, { limit: 100, archived: false })
    expect(rows.map(({ external_id }) => external_id).toSorted()).toEqual(
      products.map(({ external_id }) => external_id).toSorted(),
    )
  })

  it('sets aside exactly what its open orders hold', async () => {
    const shelves = await db.rows<{ id: string; held: number }>(sql`
      select id, held from products where agent_id = ${demo.agent.id} and held > 0
      union all
      select id, held from variants where agent_id = ${demo.agent.id} and held > 0`)
    const held = new Map<string, number>()
    for (const { lines } of orders) {
      for (const { product_id, variant_id, quantity, stock } of lines) {
        const id = (variant_id ?? product_id) as string
        if (stock === 'held') held.set(id, (held.get(id) ?? 0) + quantity)
      }
    }
    expect(held.size).toBeGreaterThan(3)
    expect(new Map(shelves.map(({ id, held }) => [id, Number(held)]))).toEqual(held)
  })

  it('lets two of the rendang be bought and no seri muka', async () => {
    const rows = await db.rows(sql`
      select external_id, on_hand - held as available from products
       where agent_id = ${demo.agent.id} and on_hand - held < 6 order by external_id`)
    expect(rows).toEqual([
      { external_id: 'nasi-lemak-rendang', available: 2 },
      { external_id: 'seri-muka', available: 0 },
    ])
  })

  it('has orders with numbers of their own, one after another, all of the past', () => {
    expect(orders.length).toBeGreaterThanOrEqual(12)
    expect(new Set(orders.map(({ order_number }) => order_number)).size).toBe(orders.length)
    expect(new Set(orders.map(({ pay_token }) => pay_token)).size).toBe(orders.length)
    const stamps = orders.map(({ created_at }) => Date.parse(created_at))
    for (const [i, stamp] of stamps.entries()) {
      expect(stamp).toBeGreaterThan(stamps[i - 1] ?? 0)
      expect(stamp).toBeLessThan(Date.now())
    }
  })

  it('links an order to the conversation it was taken in: the same customer, the same channel', async () => {
    const linked = orders.filter(({ conversation_id }) => conversation_id !== null)
    expect(linked.length).toBeGreaterThanOrEqual(8)
    for (const order of linked) {
      const context = { db, agentId: demo.agent.id }
      const conversation = await read(context, order.conversation_id as string)
      expect(conversation.customer_phone).toBe(order.customer_phone)
      expect(conversation.customer_name).toBe(order.customer_name)
      expect(conversation.channel).toBe(order.channel)
      expect(order.created_at > conversation.created_at).toBe(true)
    }
    for (const order of orders) {
      if (order.conversation_id === null) expect(order.channel).toBe('dashboard')
    }
  })

  it('knows how every order came to where it is', async () => {
    for (const order of orders) {
      const history = await historyOfOrder(db, order.agent_id, order.id)
      expect(history[0]).toMatchObject({ action: 'placed', created_at: order.created_at })
      expect(history.at(-1)?.status).toBe(order.status)
      expect(history.find(({ action }) => action === 'paid')?.created_at ?? null).toBe(order.paid_at)
      expect(history.find(({ action }) => action === 'handled')?.created_at ?? null).toBe(
        order.acknowledged_at,
      )
    }
  })

  it('has rung and been rung: each call with a conversation of its own, closed, and no recording', async () => {
    const rows = await listWorkspaceCalls(db, demo.workspace.id, { limit: 50 })
    expect(rows).toHaveLength(calls.length)
    const context = { db, workspaceId: demo.workspace.id, agentId: demo.agent.id, actor: system }
    for (const row of rows) {
      const call = presentManagedCall(row)
      const other = call.direction === 'inbound' ? call.from : call.to
      const told = calls.find(({ customer }) => customer.phone === other)
      expect(call).toMatchObject({ status: told?.status, runtime: 'sandbox', recording: 'none', live: null })
      expect(call.summary).toMatch(/^[A-Z].*\.$/)
      const conversation = await read(context, call.conversation_id)
      expect(conversation).toMatchObject({
        channel: 'voice',
        customer_phone: other,
        status: 'closed',
        created_at: call.created_at,
      })
      expect(await messagesOf(context, call.conversation_id, { limit: 50 })).toHaveLength(
        told?.messages.length as number,
      )
      await expect(recordingLink({ storage: {} as never }, context, call.id)).rejects.toMatchObject({
        status: 404,
        body: { error: 'no_recording' },
      })
    }
    const named = await db.rows(sql`
      select from calls c join conversations v on v.id = c.conversation_id and v.external_user_id = 'call:' || c.id`)
    expect(named).toHaveLength(calls.length)
  })

  it('took an order on the phone that is paid', async () => {
    const spoken = orders.filter(({ channel }) => channel === 'voice')
    expect(spoken.map(({ status, total_sen }) => [status, total_sen])).toEqual([['paid', 4830]])
    const { outcome } = await read({ db, agentId: demo.agent.id }, spoken[0]?.conversation_id as string)
    expect(outcome).toBe('order_placed')
  })

  it('has paid for what was talked, entry by entry down to its balance', async () => {
    const entries = (await ledgerOf(db, demo.workspace.id, { limit: 50 })).reverse()
    expect(entries[0]).toMatchObject({ amount: 10_000, balance: 10_000, reason: 'starting balance' })
    let balance = 0
    for (const entry of entries) {
      balance += entry.amount
      expect(entry.balance).toBe(balance)
    }
    expect(demo.workspace.credits).toBe(balance)
    const talked = calls.filter(({ talks }) => talks > 0).map(({ talks }) => -voicePrice(talks))
    expect(
      entries
        .slice(1)
        .map(({ amount }) => amount)
        .toSorted(),
    ).toEqual(talked.toSorted())
    const stamps = entries.map(({ created_at }) => created_at)
    expect(stamps).toEqual(stamps.toSorted())
    const uncharged = await db.rows(sql`
      select from calls c left join credit_ledger l on l.charged_for = c.id and l.created_at = c.ended_at
       where c.duration_seconds > 0 and l.id is null`)
    expect(uncharged).toEqual([])
  })

  it('knows who had it ring', async () => {
    const { data } = await auditPage(db, demo.workspace.id, { limit: 100 })
    const placed = data.filter(({ action }) => action === 'api.call_placed')
    expect(placed.map(({ actor, detail }) => [actor, detail.to])).toEqual([
      [{ kind: 'key', id: demo.key.id }, '+60165550119'],
      [{ kind: 'user', id: demo.owner.id }, '+60145550114'],
      [{ kind: 'key', id: demo.key.id }, '+60125550117'],
    ])
  })

  it('is made with the same few statements however much it tells', () => {
    expect(statements).toBeLessThan(64)
  })

  it('takes its next order as the next in the book', async () => {
    const context = { db, workspaceId: demo.workspace.id, agentId: demo.agent.id, actor: system }
    const order = await placeOrder(
      context,
      { payUrl: null, windowSeconds: 60 },
      {
        customer: { name: 'Next', phone: '+60125550199' },
        lines: [{ source: 'api', product_external_id: 'nasi-lemak-rendang', quantity: 2 }],
      },
    )
    expect(orders.map(({ order_number }) => order_number)).not.toContain(order.order_number)
    expect((await ordersOf(demo)).at(-1)?.id).toBe(order.id)
  })

  it('starts over with nothing of what was played, and goes without a trace', async () => {
    const again = await resetDemo(db, new Date())
    expect(await ordersOf(again)).toHaveLength(orders.length)
    expect(await ordersOf(demo)).toEqual([])
    expect(await removeDemo(db)).toBe(true)
    const left = await db.row(sql`
      select (select count(*) from products)::int as products, (select count(*) from variants)::int as variants,
             (select count(*) from orders)::int as orders, (select count(*) from order_lines)::int as lines,
             (select count(*) from order_history)::int as history, (select count(*) from order_books)::int as books,
             (select count(*) from calls)::int as calls, (select count(*) from conversations)::int as conversations,
             (select count(*) from messages)::int as messages, (select count(*) from credit_ledger)::int as ledger,
             (select count(*) from audit_log)::int as audit`)
    expect(new Set(Object.values(left ?? {}))).toEqual(new Set([0]))
  })
})
