import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { sql } from '../../src/platform/db/index.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { icebot, icebotJson, serve } from '../harness/process.ts'
import { isSigned, openReceiver } from '../harness/receiver.ts'
import { openShop, request, SECRET, type Shop } from '../harness/service.ts'

async function openWorld(more: Record<string, string> = {}) {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const env = {
    DATABASE_URL: database.url,
    ICEBOT_SECRET: SECRET,
    ICEBOT_WEBHOOK_ALLOW: '127.0.0.1',
    ...more,
  }
  return { database, env, shop: await openShop(database.db) }
}

it('10,000 webhooks while the worker is killed every two seconds: none is missing, each repeated byte for byte', async () => {
  const total = 10_000
  const { database, env, shop } = await openWorld({
    // A shorter time-out makes shorter leases, so that what a killed worker had in hand is soon taken over.
    ICEBOT_WEBHOOK_TIMEOUT_MS: '2000',
    ICEBOT_WEBHOOK_RETRY_SECONDS: '1,1,1,1,1',
  })
  const receiver = await openReceiver((response) => setTimeout(() => response.writeHead(200).end(), 3))
  const set = ['webhook', 'set', '--workspace', shop.workspace.id, '--url', receiver.url]
  const { secret } = await icebotJson(set, env)
  await queue(database, shop, total)

  let kills = 0
  let worker = await serve(env, ['--roles', 'worker'])
  while (receiver.received.length < total * 0.95) {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await worker.stop('SIGKILL')
    kills++
    worker = await serve(env, ['--roles', 'worker'])
  }
  const left = () =>
    database.db.row<{ count: number }>(sql`select count(*) from deliveries where status <> 'delivered'`)
  await expect.poll(left, { timeout: 60_000, interval: 200 }).toEqual({ count: 0 })
  expect(kills).toBeGreaterThan(1)

  const written = await database.db.rows<{ id: string; body: string; attempts: number }>(
    sql`select id, body, attempts from deliveries`,
  )
  const bodies = new Map(written.map(({ id, body }) => [id, body]))
  expect(bodies.size).toBe(total)
  for (const one of receiver.received)
    expect(one.raw.equals(Buffer.from(bodies.get(one.id) ?? ''))).toBe(true)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(total)
  expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
  // Being killed is nobody's attempt: only those with a result count.
  const counted = written.reduce((sum, { attempts }) => sum + attempts, 0)
  const recorded = await database.db.row(
    sql`select sum(jsonb_array_length(log))::int as count from deliveries`,
  )
  expect(recorded).toEqual({ count: counted })
}, 180_000)

it('the commands set up, try, look into and repeat', async () => {
  const { env, shop } = await openWorld({ ICEBOT_WEBHOOK_RETRY_SECONDS: '0' })
  const of = ['--workspace', shop.workspace.id]
  let isBroken = true
  const receiver = await openReceiver((response) => response.writeHead(isBroken ? 503 : 200).end())

  const refused = await icebot(['webhook', 'set', ...of, '--url', 'https://10.0.0.5/hook'], env)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/private or internal/) })
  expect(await icebot(['webhook', 'show', ...of], env)).toMatchObject({ code: 1 })
  expect(await icebot(['webhook', 'test', ...of], env)).toMatchObject({ code: 1 })

  const { secret } = await icebotJson(['webhook', 'set', ...of, '--url', receiver.url], env)
  expect(secret).toMatch(/^whsec_/)
  expect(receiver.connections()).toBe(0)
  const again = ['--url', `${receiver.url}2`, '--event', 'message.created', '--event', 'order.paid']
  const changed = await icebotJson(['webhook', 'set', ...of, ...again], env)
  expect(changed).toEqual({ url: `${receiver.url}2`, events: ['message.created', 'order.paid'] })

  const tested = await icebot(['webhook', 'test', ...of, '--json'], env)
  expect(tested).toMatchObject({ code: 1, stderr: 'The test was not delivered: answered 503.\n' })
  expect(JSON.parse(tested.stdout)).toMatchObject({ delivered: false, status: 503, error: 'answered 503' })
  const service = await serve(env)
  const message = { channel: 'whatsapp', external_user_id: 'siti', text: 'Nasi lemak 🌶️' }
  const inbound = `${service.url}/api/manage/agents/${shop.agent.id}/inbound`
  const { json } = await request(inbound, { key: shop.token, body: message })
  const failed = ['webhook', 'deliveries', ...of, '--status', 'failed']
  // The test, the customer's message, and the agent's reply to it.
  await expect.poll(async () => (await icebotJson(failed, env)).length, { timeout: 20_000 }).toBe(3)
  const show = await icebotJson(['webhook', 'show', ...of], env)
  expect(show).toMatchObject({ health: 'unhealthy', failed: 2, pending: 0 })
  const { id, attempts } = (await icebotJson(failed, env)).find(
    (one: { subject_id: string }) => one.subject_id === json.message.id,
  )
  expect(attempts).toBe(2)

  isBroken = false
  const rotated = await icebotJson(['webhook', 'rotate', ...of], env)
  await icebotJson(['webhook', 'replay', id], env)
  const delivery = () => icebotJson(['webhook', 'delivery', id], env)
  await expect.poll(async () => (await delivery()).status, { timeout: 20_000 }).toBe('delivered')
  const sent = receiver.received.filter((one) => one.id === id)
  expect(sent.map((one) => isSigned(one, secret))).toEqual([true, true, false])
  expect(sent.map((one) => isSigned(one, rotated.secret))).toEqual([false, false, true])
  expect(new Set(sent.map(({ raw }) => raw.toString())).size).toBe(1)
  expect(sent[0]?.json).toMatchObject({ event: 'message.created', message: { content: 'Nasi lemak 🌶️' } })

  const range = ['webhook', 'replay-failed', ...of, '--from', '2026-01-01T00:00:00Z']
  // The agent's reply; not the test, which nobody missed.
  expect(await icebotJson(range, env)).toEqual({ replayed: 1 })
  const working = await icebot(['webhook', 'test', ...of], env)
  expect(working).toMatchObject({ code: 0, stderr: '' })
  await icebotJson(['webhook', 'remove', ...of], env)
  expect(await icebot(['webhook', 'replay', id], env)).toMatchObject({ code: 1 })
  expect(await icebot(['webhook', 'replay', 'nonsense'], env)).toMatchObject({
    code: 1,
    stderr: 'No delivery has the id nonsense.\n',
  })
  await service.stop()
}, 120_000)

/** As `emit` writes them, all at once. */
async function queue({ db }: TestDatabase, { workspace }: Shop, count: number): Promise<void> {
  const ids = Array.from({ length: count }, newId)
  await db.run(sql`
    insert into deliveries (workspace_id, id, event, body)
    select ${workspace.id}, id::uuid, 'message.created',
           json_build_object('event', 'message.created', 'message', json_build_object('content', '🌶️ ' || id))::text
      from jsonb_array_elements_text(${JSON.stringify(ids)}) id`)
}
