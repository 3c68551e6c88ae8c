import { expect, it, onTestFinished } from 'vitest'
import { type Db, sql } from '../../src/platform/db/index.ts'
import { createDatabase } from '../harness/database.ts'
import { serve } from '../harness/process.ts'
import { request } from '../harness/service.ts'
import { CUSTOMER, openStore } from '../harness/store.ts'

const BUYERS = 50
const UNITS = 10

it('50 buyers at two processes get exactly the 10 units there are, though one process is killed in the middle', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, ICEBOT_SECRET: 'a secret for tests', ICEBOT_LOG_LEVEL: 'error' }
  const [one, two] = await Promise.all([serve(env, ['--roles', 'web']), serve(env, ['--roles', 'web'])])
  const store = await openStore(database.db, two.url, [
    { external_id: 'last', name: 'The last ones', price: 1, stock: UNITS },
  ])
  const body = { customer: CUSTOMER, lines: [{ product_external_id: 'last', quantity: 1 }] }
  const path = `/api/manage/agents/${store.agent.id}/orders`
  let sold = 0

  const buy = async (url: string): Promise<number | 'lost'> => {
    try {
      const { status } = await request(url + path, { key: store.token, body })
      if (status === 201 && ++sold === 3) one.process.kill('SIGKILL')
      return status
    } catch {
      return 'lost'
    }
  }
  const buyer = async (i: number) => {
    const answer = await buy(i % 2 === 0 ? one.url : two.url)
    // Who got no answer does not know whether it was ordered, and asks elsewhere.
    return answer === 'lost' ? buy(two.url) : answer
  }
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_, i) => buyer(i)))
  expect(new Set(answers)).toEqual(new Set([201, 409]))

  // The killed process's connections may still be in a transaction that the server is about to roll back.
  await expect
    .poll(() => facts(database.db, store.agent.id), { timeout: 10_000 })
    .toEqual({
      orders: UNITS,
      lines_held: UNITS,
      held: UNITS,
      on_hand: UNITS,
      placed_events: UNITS,
      without_event: 0,
    })
  expect((await store.place([{ product_external_id: 'last', quantity: 1 }])).status).toBe(409)
}, 60_000)

/** Of this shop alone: a first start makes the demo shop beside it. */
async function facts(db: Db, agentId: string) {
  return db.row(sql`
    select (select count(*) from orders where agent_id = a.id) as orders,
           (select sum(quantity) from order_lines where agent_id = a.id and stock = 'held') as lines_held,
           (select held from products where agent_id = a.id) as held,
           (select on_hand from products where agent_id = a.id) as on_hand,
           (select count(*) from deliveries where workspace_id = a.workspace_id and event = 'order.placed') as placed_events,
           (select count(*) from orders o where agent_id = a.id and not exists (
              select from deliveries e where e.subject_id = o.id and e.event = 'order.placed')) as without_event
      from agents a where a.id = ${agentId}`)
}

it('an unpaid order is cancelled within 5 s of its window by one of many workers, and told once', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const env = {
    DATABASE_URL: database.url,
    ICEBOT_SECRET: 'a secret for tests',
    ICEBOT_LOG_LEVEL: 'error',
    ICEBOT_PAYMENT_WINDOW_SECONDS: '1',
  }
  const [web] = await Promise.all([
    serve(env, ['--roles', 'web']),
    serve(env, ['--roles', 'worker']),
    serve(env, ['--roles', 'worker']),
  ])
  const store = await openStore(database.db, web.url, [
    { external_id: 'a', name: 'A', price: 1, stock: 20 },
    { external_id: 'b', name: 'B', price: 1, stock: 20 },
  ])
  const orders = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const ids = i % 2 === 0 ? ['a', 'b'] : ['b', 'a']
      return store.placed(ids.map((product_external_id) => ({ product_external_id, quantity: 1 })))
    }),
  )
  expect(await store.stock('a')).toEqual({ on_hand: 20, held: 20 })
  await expect.poll(() => store.stock('a'), { timeout: 6_000 }).toEqual({ on_hand: 20, held: 0 })
  expect(await store.stock('b')).toEqual({ on_hand: 20, held: 0 })
  for (const { id } of orders) {
    const [placed, cancelled, ...more] = await store.events(id)
    expect([placed?.event, cancelled?.event, more]).toEqual(['order.placed', 'order.cancelled', []])
    expect(JSON.parse(cancelled?.body as string).order).toMatchObject({ status: 'cancelled', expired: true })
  }
}, 60_000)
