import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
import { openCaller } from '../harness/calls.ts'
import { createDatabase } from '../harness/database.ts'
import { serve } from '../harness/process.ts'
import { request, SECRET, type TestService } from '../harness/service.ts'

it('a call whose process is killed in the middle gets a final status and one charge, and loses no message', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, ICEBOT_SECRET: SECRET, ICEBOT_RATE_LIMIT: '100000' }
  const [killed, other] = await Promise.all([serve(env, ['--roles', 'web']), serve(env)])
  const call = (path: string, options: object) => request(other.url + path, options)
  const caller = await openCaller({ db: database.db, call } as unknown as TestService)

  const body = { to: '+60123456789', variables: { name: 'Siti' } }
  const placed = await request(`${killed.url}/api/v1/calls`, { key: caller.key, body })
  expect(placed.status).toBe(202)
  const { id, conversation_id } = placed.json.data
  const said = async () =>
    (await call(`/api/v1/conversations/${conversation_id}/messages`, { key: caller.key })).json.data
  await expect.poll(async () => (await said()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  // Past the first second, so that there is something to charge.
  await expect
    .poll(async () => (await caller.read(id)).json.data.live.elapsed_seconds, { timeout: 10_000 })
    .toBeGreaterThan(4)
  const before = await said()
  await killed.stop('SIGKILL')

  await expect
    .poll(async () => (await caller.read(id)).json.data.status, { timeout: 40_000, interval: 500 })
    .toBe('completed')
  const { duration_seconds, recording, live } = (await caller.read(id)).json.data
  expect(duration_seconds).toBeGreaterThan(0)
  expect([recording, live]).toEqual(['none', null])
  expect(await caller.charges()).toMatchObject([
    { charged_for: id, amount: -Math.ceil((duration_seconds * 400) / 60) },
  ])
  expect((await said()).slice(0, before.length)).toEqual(before)
  const turns = await database.db.rows(sql`
    select from turns where conversation_id = ${conversation_id} and (answered_until is null or heard_until > answered_until)
       and due_at is null`)
  expect(turns).toEqual([])
  await other.stop()
}, 120_000)
