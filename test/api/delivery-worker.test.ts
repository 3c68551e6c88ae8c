import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createWork } from '../../src/app.ts'
import { deliveryWork } from '../../src/modules/webhooks/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import {
  deaf,
  deliverAt,
  ears,
  service,
  setUpDeliveries,
  shop,
  subscribe,
  tell,
  work,
} from '../harness/deliveries.ts'
import { runOnce } from '../harness/due.ts'
import { openReceiver } from '../harness/receiver.ts'
import { openShop } from '../harness/service.ts'

setUpDeliveries()

describe('an endpoint', () => {
  it('that is slow delays no other', async () => {
    const slow = await openReceiver(() => {})
    const quick = await openReceiver()
    const other = await openShop(service.db)
    await subscribe(slow)
    await subscribe(quick, other)
    for (let i = 0; i < 30; i++) await tell(`slow ${i}`)
    const { stop } = await work(await ears())
    await expect.poll(() => slow.received.length).toBeGreaterThan(0)
    for (let i = 0; i < 30; i++) await tell(`quick ${i}`, other)
    await expect.poll(() => quick.received.length, { timeout: 5_000 }).toBe(30)
    // And it is itself not overrun.
    expect(slow.received.length).toBeLessThanOrEqual(8)
    await stop()
  })

  it('gets no more than a few requests at a time', async () => {
    let open = 0
    let most = 0
    const receiver = await openReceiver((response: ServerResponse) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open--
        response.writeHead(200).end()
      }, 5)
    })
    await subscribe(receiver)
    for (let i = 0; i < 60; i++) await tell(`${i}`)
    const { stop } = await work(await ears())
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(60)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(8)
    await stop()
  })
})

describe('the worker', () => {
  it('starts at once when something happens', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    // It would not look by itself for an hour.
    await work(await ears(), { idleMs: 3_600_000 })
    await tell('hello')
    await expect.poll(() => receiver.received.length, { timeout: 5_000 }).toBe(1)
  })

  it('finds what nobody announced', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await work(deaf)
    await tell('hello')
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  }, 30_000)

  it('looks seldom while nothing happens', async () => {
    const { idleMs } = deliveryWork(service.parts)
    expect(idleMs).toBeGreaterThanOrEqual(5_000)
    // What waits for a later attempt is no reason to look before.
    const receiver = await openReceiver((response) => response.writeHead(500).end())
    await subscribe(receiver)
    await tell('hello')
    await deliverAt(0)
    expect(await runOnce(deliveryWork(service.parts))).toBeGreaterThan(50_000)
  })

  it('lives through a database that blinks', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await work(await ears())
    for (let i = 0; i < 3; i++) {
      await service.db
        .run(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
        .catch(() => {})
      await expect
        .poll(() =>
          tell(`${i}`).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(i)
    }
  }, 60_000)

  it('when it stops gives back what it could not finish, and counts nothing', async () => {
    const receiver = await openReceiver(() => {})
    await subscribe(receiver)
    for (let i = 0; i < 20; i++) await tell(`${i}`)
    const { stop } = await work(await ears())
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await stop()
    const rows = await service.db.rows(sql`
      select status, attempts, claims, due_at <= clock_timestamp() as due from deliveries
       where workspace_id = ${shop.workspace.id} group by 1, 2, 3, 4`)
    expect(rows).toEqual([{ status: 'pending', attempts: 0, claims: 0, due: true }])
  })

  it('is part of what the service does', () => {
    const names = createWork(service.parts).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['deliver webhooks', 'forget old deliveries']))
  })
})
