import { describe, expect, it } from 'vitest'
import { idAt } from '../../src/lib/ids.ts'
import { sweepDeliveries } from '../../src/modules/webhooks/index.ts'
import { claim } from '../../src/modules/webhooks/store.ts'
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
import { runOnce } from '../harness/due.ts'
import { openReceiver } from '../harness/receiver.ts'

setUpDeliveries()

describe('a replay', () => {
  it('sends the same bytes under the same id with a schedule of its own, also what was delivered', async () => {
    const receiver = await openReceiver((response) =>
      response.writeHead(receiver.received.length === 1 ? 200 : 500).end(),
    )
    await subscribe(receiver)
    await tell('hello')
    await deliverAt(0)
    const [{ id, status }] = await deliveries()
    expect(status).toBe('delivered')
    const replayed = await manage(`/webhook/deliveries/${id}/replay`, {})
    expect(replayed.json.data).toMatchObject({ id, status: 'pending', attempts: 0 })
    await deliverAt(0)
    expect(await full(id)).toMatchObject({ status: 'pending', attempts: 1 })
    expect((await full(id)).log).toHaveLength(2)
    const [first, second] = receiver.received
    expect([second?.id, second?.raw]).toEqual([first?.id, first?.raw])
  })

  it('of one that is being sent is refused', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    await claim(service.db, databaseClock, shop.workspace.id, { limit: 1, leaseMs: 30_000 })
    const [{ id }] = await deliveries()
    const reply = await manage(`/webhook/deliveries/${id}/replay`, {})
    expect([reply.status, reply.json.error]).toEqual([409, 'under way'])
  })

  it('of a time range sends again what failed in it, and nothing else', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    for (const content of ['before', 'failed', 'delivered', 'after']) await tell(content)
    const rows = await service.db.rows<{ id: string; body: string }>(
      sql`select id, body from deliveries where workspace_id = ${shop.workspace.id}`,
    )
    for (const { id, body } of rows) {
      const { content } = JSON.parse(body)
      const day = { before: '01', failed: '02', delivered: '02', after: '03' }[content as string]
      const status = content === 'delivered' ? 'delivered' : 'failed'
      await service.db.run(
        sql`update deliveries set status = ${status}, attempts = 6, created_at = ${`2026-01-${day}T12:00:00Z`} where id = ${id}`,
      )
    }
    const range = { from: '2026-01-02T00:00:00Z', until: '2026-01-03T00:00:00Z' }
    expect((await manage('/webhook/replay', range)).json).toEqual({ data: { replayed: 1 } })
    await deliverAt(0)
    expect(receiver.received.map(({ json }) => json.content)).toEqual(['failed'])
    expect((await manage('/webhook/replay', { from: '2026-01-01T00:00:00Z' })).json.data).toEqual({
      replayed: 2,
    })
  })
})

describe('old deliveries', () => {
  it('are forgotten after a month, unless they still wait', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    const day = 86_400_000
    for (const [content, age, status] of [
      ['old', 31, 'delivered'],
      ['gone', 31, 'failed'],
      ['waiting', 31, 'pending'],
      ['young', 29, 'delivered'],
    ] as const) {
      await tell(content)
      await service.db.run(sql`
        update deliveries set id = ${idAt(new Date(Date.now() - age * day))}, status = ${status}
         where workspace_id = ${shop.workspace.id} and body like ${`%${content}%`}`)
    }
    await runOnce(sweepDeliveries(service.db))
    const left = await service.db.rows<{ body: string }>(
      sql`select body from deliveries where workspace_id = ${shop.workspace.id} order by body`,
    )
    expect(left.map(({ body }) => JSON.parse(body).content)).toEqual(['waiting', 'young'])
  })
})
