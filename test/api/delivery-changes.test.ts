import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DeliveryParts, deliveryWork, emit } from '../../src/modules/webhooks/index.ts'
import { claim } from '../../src/modules/webhooks/store.ts'
import { sql } from '../../src/platform/db/index.ts'
import { startWorker } from '../../src/platform/due.ts'
import { databaseClock } from '../../src/platform/due-claims.ts'
import { deaf, service, setUpDeliveries, shop, tell } from '../harness/deliveries.ts'
import { isSigned, openReceiver } from '../harness/receiver.ts'
import { openShop } from '../harness/service.ts'

setUpDeliveries()

const webhook = (method: string, body?: unknown, at = shop) =>
  service.call('/api/manage/webhook', { key: at.token, method, body })

async function work(more: Partial<DeliveryParts> = {}): Promise<() => Promise<void>> {
  const worker = await startWorker([deliveryWork({ ...service.parts, ...more })], deaf, service.parts.log)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= worker.stop()
    return stopped
  }
  onTestFinished(stop)
  return stop
}

describe('what is already in a worker’s hands', () => {
  it('is signed with the new secret right after a rotation', async () => {
    const receiver = await openReceiver((response) => setTimeout(() => response.writeHead(200).end(), 100))
    const old = (await webhook('PUT', { url: receiver.url })).json.data.secret
    for (let i = 0; i < 300; i++) await tell('hello')
    const stop = await work()
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBeGreaterThan(60)
    const path = '/api/manage/webhook/rotate'
    const { secret } = (await service.call(path, { key: shop.token, method: 'POST', body: {} })).json.data
    // A moment for what was just being sent, and for the last look at the secret to grow old.
    await sleep(1_000)
    const seen = receiver.received.length
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBeGreaterThan(seen + 20)
    await stop()
    expect(receiver.received.slice(seen).filter((one) => isSigned(one, old))).toEqual([])
    expect(receiver.received.slice(seen).every((one) => isSigned(one, secret))).toBe(true)
  })

  it('is not sent any more after the webhook was removed', async () => {
    const receiver = await openReceiver((response) => setTimeout(() => response.writeHead(200).end(), 100))
    await webhook('PUT', { url: receiver.url })
    for (let i = 0; i < 200; i++) await tell('hello')
    await work()
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBeGreaterThan(30)
    expect((await webhook('DELETE')).status).toBe(204)
    await sleep(1_000)
    const seen = receiver.received.length
    await sleep(500)
    expect(receiver.received).toHaveLength(seen)
    expect(seen).toBeLessThan(200)
  })

  it('when the webhook is removed can be replayed once there is one again', async () => {
    const receiver = await openReceiver()
    await webhook('PUT', { url: receiver.url })
    await tell('hello')
    const [held] = await claim(service.db, databaseClock, shop.workspace.id, { limit: 1, leaseMs: 30_000 })
    await webhook('DELETE')
    await webhook('PUT', { url: receiver.url })
    const path = `/api/manage/webhook/deliveries/${held?.id}/replay`
    expect((await service.call(path, { key: shop.token, method: 'POST', body: {} })).status).toBe(200)
    await work()
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
  })
})

describe('what happens while a webhook is removed', () => {
  it('is either told or counts as failed, and never waits for a webhook to come', async () => {
    await webhook('PUT', { url: 'https://shop.example.com' })
    let removal: Promise<{ status: number }> | undefined
    await service.db.transaction(async (tx) => {
      const { id: workspaceId } = shop.workspace
      await emit(tx, { workspaceId, name: 'message.created', subject: shop.agent.id, content: {} })
      removal = webhook('DELETE')
      await sleep(200)
    })
    expect((await removal)?.status).toBe(204)
    const rows = await service.db.rows(
      sql`select status from deliveries where workspace_id = ${shop.workspace.id}`,
    )
    expect(rows).toEqual([{ status: 'failed' }])
  })
})

describe('more endpoints than a process serves at a time', () => {
  it('all get their turn, and nothing that was taken is thrown back', async () => {
    const receiver = await openReceiver((response) => setTimeout(() => response.writeHead(200).end(), 20))
    for (let i = 0; i < 12; i++) {
      const at = await openShop(service.db)
      await webhook('PUT', { url: receiver.url }, at)
      for (let k = 0; k < 20; k++) await tell('hello', at)
    }
    let releases = 0
    const db = {
      ...service.db,
      run: (statement: Parameters<typeof service.db.run>[0]) => {
        if (/claims = d\.claims - 1/.test(statement.text)) releases++
        return service.db.run(statement)
      },
    }
    await work({ db, lanes: 3 })
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(240)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(240)
    expect(releases).toBe(0)
  }, 40_000)
})

describe('a claim', () => {
  it('looks only at what is due, however much waits for later', async () => {
    await webhook('PUT', { url: 'https://shop.example.com' })
    const plan = await service.db.transaction(async (tx) => {
      await tx.script('set local enable_seqscan = off')
      return tx.rows<Record<string, string>>(sql`
        explain select id from deliveries
         where workspace_id = ${shop.workspace.id} and status = 'pending' and due_at <= ${databaseClock()}
         order by due_at limit 8`)
    })
    const text = plan.map((row) => Object.values(row)[0]).join('\n')
    expect(text).toMatch(/Index Cond: .*due_at <= /)
  })
})
