import { describe, expect, it } from 'vitest'
import { deliveryWork } from '../../src/modules/webhooks/index.ts'
import { claim, finish } from '../../src/modules/webhooks/store.ts'
import { sql } from '../../src/platform/db/index.ts'
import { databaseClock } from '../../src/platform/due-claims.ts'
import {
  deliverAt,
  deliveries,
  full,
  manage,
  service,
  setUpDeliveries,
  shop,
  subscribe,
  tell,
} from '../harness/deliveries.ts'
import { openReceiver } from '../harness/receiver.ts'

setUpDeliveries()

describe('a claim', () => {
  const take = () => claim(service.db, databaseClock, shop.workspace.id, { limit: 10, leaseMs: 30_000 })

  it('of a worker that crashed is taken over within 60 s and burns no attempt', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    expect(await take()).toHaveLength(1)
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempts: 0, next_attempt_at: null })
    await deliverAt(20)
    expect(receiver.received).toHaveLength(0)
    await deliverAt(60)
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  it('taken by the service itself ends within 60 s', async () => {
    const receiver = await openReceiver(() => {})
    await subscribe(receiver)
    await tell('hello')
    const stopping = new AbortController()
    const sending = deliveryWork(service.parts)
    await sending.run(stopping.signal, () => {})
    await expect.poll(() => receiver.received.length).toBe(1)
    const row = await service.db.row<{ seconds: number }>(sql`
      select extract(epoch from lease_until - clock_timestamp()) as seconds from deliveries
       where workspace_id = ${shop.workspace.id}`)
    // Longer than an attempt can take, and a poll before the minute is over.
    expect(row?.seconds).toBeGreaterThan(20)
    expect(row?.seconds).toBeLessThan(55)
    stopping.abort()
    await sending.finish?.()
  })

  it('that was taken over cannot move the delivery any more, but its attempt is on record', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    const [late] = await take()
    await deliverAt(60)
    const attempted = { at: new Date().toISOString(), status: 500, durationMs: 1, error: 'answered 500' }
    const result = { id: late?.id as string, lease: late?.lease as string, ...attempted }
    await finish(service.db, databaseClock, shop.workspace.id, [
      { ...result, verdict: { status: 'pending', afterSeconds: 60 } },
    ])
    const delivery = await full(late?.id as string)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1 })
    expect(delivery.log).toHaveLength(2)
  })

  it('repeated too often without a result is the delivery’s own fault, and it is given up', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    await service.db.run(sql`update deliveries set claims = 20 where workspace_id = ${shop.workspace.id}`)
    await deliverAt(0)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ status: 'failed' })
    expect(delivery.last_error).toMatch(/given up/)
    expect(receiver.received).toHaveLength(0)
  })

  it('by four workers at once sends each delivery once', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    for (let i = 0; i < 100; i++) await tell(`message ${i}`)
    await Promise.all([1, 2, 3, 4].map(() => deliverAt(0)))
    for (let left = 1; left > 0; ) {
      await deliverAt(0)
      left = (await manage('/webhook')).json.data.pending
    }
    expect(receiver.received).toHaveLength(100)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(100)
  })
})
