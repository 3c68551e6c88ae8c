import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createWork } from '../../src/app.ts'
import { idAt } from '../../src/lib/ids.ts'
import { deliveryWork, emit, sweepDeliveries } from '../../src/modules/webhooks/index.ts'
import { claim, databaseClock, finish } from '../../src/modules/webhooks/store.ts'
import { type Listener, openListener, sql } from '../../src/platform/db/index.ts'
import { type DueWork, startWorker } from '../../src/platform/due.ts'
import { runOnce } from '../harness/due.ts'
import { isSigned, openReceiver, type Receiver } from '../harness/receiver.ts'
import { openShop, type Reply, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop

beforeAll(async () => {
  service = await startService({
    env: { ICEBOT_WEBHOOK_ALLOW: '127.0.0.1', ICEBOT_WEBHOOK_TIMEOUT_MS: '10000' },
  })
})
afterAll(() => service.close())
beforeEach(async () => {
  shop = await openShop(service.db)
  // Each test is about its own deliveries only.
  await service.db.run(sql`update deliveries set status = 'failed' where status = 'pending'`)
})

const manage = (path: string, body?: unknown, method?: string): Promise<Reply> =>
  service.call(`/api/manage${path}`, { key: shop.token, body, ...(method ? { method } : {}) })
const subscribe = async (receiver: Receiver, at = shop): Promise<string> => {
  const body = { url: receiver.url, events: ['message.created', 'order.placed'] }
  return (await service.call('/api/manage/webhook', { key: at.token, body, method: 'PUT' })).json.data.secret
}
const tell = (content: string, at = shop) =>
  service.db.transaction((tx) =>
    emit(tx, {
      workspaceId: at.workspace.id,
      name: 'message.created',
      subject: at.agent.id,
      content: { content },
    }),
  )
const deliveries = async () => (await manage('/webhook/deliveries')).json.data
const full = async (id: string) => (await manage(`/webhook/deliveries/${id}`)).json.data

/** Due work until nothing is under way, at that many seconds from now. */
async function deliverAt(seconds: number, parts = service.parts): Promise<void> {
  const at = new Date(start + seconds * 1000).toISOString()
  const work = deliveryWork({ ...parts, now: () => sql`${at}::timestamptz` })
  await runOnce(work)
  await work.finish?.()
}
let start = 0
beforeEach(() => {
  start = Date.now() + 1_000
})

async function work(listener: Listener, changes: Partial<DueWork> = {}): Promise<{ stop(): Promise<void> }> {
  const kinds = [{ ...deliveryWork(service.parts), ...changes }]
  const worker = await startWorker(kinds, listener, service.parts.log)
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= worker.stop()
    return stopping
  }
  onTestFinished(stop)
  return { stop }
}

const deaf: Listener = { on: async () => {}, close: async () => {} }
async function ears(): Promise<Listener> {
  const listener = openListener(service.db.connection, () => {})
  onTestFinished(() => listener.close())
  return listener
}

describe('a delivery', () => {
  it('that always fails is tried six times, on schedule, with the same bytes and id, then is failed', async () => {
    const receiver = await openReceiver((response) => response.writeHead(500).end())
    const secret = await subscribe(receiver)
    await tell('Nasi lemak 🌶️ “sedap”')
    const [{ id }] = await deliveries()
    let passed = 0
    for (const [attempt, pause] of [60, 300, 1800, 7200, 21600].entries()) {
      await deliverAt(passed)
      expect(receiver.received).toHaveLength(attempt + 1)
      expect(await full(id)).toMatchObject({ status: 'pending', attempts: attempt + 1 })
      // Not a moment before it is due.
      await deliverAt(passed + pause - 1)
      expect(receiver.received).toHaveLength(attempt + 1)
      passed += pause
    }
    await deliverAt(passed)
    expect(await full(id)).toMatchObject({ status: 'failed', attempts: 6, next_attempt_at: null })
    await deliverAt(passed + 1_000_000)
    expect(receiver.received).toHaveLength(6)
    expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set([id]))
    expect(new Set(receiver.received.map(({ raw }) => raw.toString('hex'))).size).toBe(1)
    expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
    expect(receiver.received[0]?.raw.toString()).toBe(
      '{"event":"message.created","content":"Nasi lemak 🌶️ “sedap”"}',
    )
    const { log } = await full(id)
    expect(log).toHaveLength(6)
    for (const one of log) expect(one).toMatchObject({ status: 500, error: 'answered 500' })
  })

  it('is delivered once the receiver answers again', async () => {
    const receiver = await openReceiver((response) =>
      response.writeHead(receiver.received.length < 3 ? 503 : 200).end(),
    )
    await subscribe(receiver)
    await tell('hello')
    for (const seconds of [0, 60, 360, 2160]) await deliverAt(seconds)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 3, last_status: 200, last_error: null })
    expect(receiver.received).toHaveLength(3)
  })

  it('carries exactly the headers of the specification', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    await deliverAt(0)
    const [received] = receiver.received
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'message.created',
      'x-service-delivery': (await deliveries())[0].id,
      'content-length': String(received?.raw.length),
    })
    expect(received?.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  })

  it('after a rotation is signed with the new secret, also what was tried before', async () => {
    const receiver = await openReceiver((response) => response.writeHead(500).end())
    const old = await subscribe(receiver)
    await tell('hello')
    await deliverAt(0)
    const { secret } = (await manage('/webhook/rotate', {})).json.data
    await deliverAt(60)
    const [first, second] = receiver.received
    expect(first && isSigned(first, old)).toBe(true)
    expect(second && isSigned(second, secret)).toBe(true)
    expect(second?.raw).toEqual(first?.raw)
  })

  it('goes to the address that is set now', async () => {
    const old = await openReceiver((response) => response.writeHead(410).end())
    const receiver = await openReceiver()
    await subscribe(old)
    await tell('hello')
    await deliverAt(0)
    await subscribe(receiver)
    await deliverAt(60)
    expect([old.received.length, receiver.received.length]).toEqual([1, 1])
  })

  it('to an address that is no longer allowed fails without a connection', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await tell('hello')
    const strict = await startService({ database: service.database })
    onTestFinished(() => strict.close())
    await deliverAt(0, strict.parts)
    expect(receiver.connections()).toBe(0)
    expect((await deliveries())[0].last_error).toMatch(/private or internal/)
  })

  it('whose secret cannot be read says what to do', async () => {
    const receiver = await openReceiver()
    await subscribe(receiver)
    await service.db.run(sql`update webhook_endpoints set secret = 'v1.AAAA'`)
    await tell('hello')
    await deliverAt(0)
    expect(receiver.connections()).toBe(0)
    expect((await deliveries())[0].last_error).toMatch(/ICEBOT_SECRET.*rotate/)
  })
})

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
