import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { addDoNotCall, setOptOut } from '../../src/modules/contacts/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { type Caller, NUMBER, openCaller, talker } from '../harness/calls.ts'
import { newKey, startService, type TestService } from '../harness/service.ts'

let service: TestService
let off: TestService
beforeAll(async () => {
  service = await startService({ env: { ICEBOT_SANDBOX_SPEED: '200' }, answer: talker(() => service.db, 5) })
  off = await startService({ env: { ICEBOT_TELEPHONY: 'none' }, database: service.database })
})
afterAll(async () => {
  await off.close()
  await service.close()
})

const TO = '+60123456789'
const dialled = async (caller: Caller) =>
  (
    await service.db.row<{ count: number }>(
      sql`select count(*) as count from calls where workspace_id = ${caller.workspace.id}`,
    )
  )?.count

describe('POST /api/v1/calls', () => {
  it('rings in E.164 and answers 202 with a record that can be read at once', async () => {
    const caller = await openCaller(service)
    const placed = await caller.place({ to: '012-345 6789', variables: { name: 'Siti' } })
    expect([placed.status, placed.json]).toEqual([
      202,
      {
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          status: 'dialing',
          to: TO,
          from: NUMBER,
        },
      },
    ])
    const { id, conversation_id } = placed.json.data
    expect((await caller.read(id)).json.data).toMatchObject({ id, to: TO, runtime: 'sandbox' })
    const messages = await service.call(`/api/v1/conversations/${conversation_id}/messages`, {
      key: caller.key,
    })
    expect(messages.status).toBe(200)
    expect(await caller.audit('api.call_placed')).toEqual([
      { actor_id: caller.keyId, target_id: id, detail: { to: TO, from: NUMBER, conversation_id } },
    ])
  })

  it('needs calls:create', async () => {
    const caller = await openCaller(service)
    const { key } = await newKey(service.db, caller.agent, { scopes: ['calls:recordings'] })
    const refused = await service.call('/api/v1/calls', { key, body: { to: TO } })
    const text = 'missing scope: calls:create'
    expect([refused.status, refused.json]).toEqual([403, { error: text, message: text }])
  })

  it('lists every problem of a body, and dials nothing', async () => {
    const caller = await openCaller(service, { plan: 'free' })
    const variables = {
      Name: 'x',
      is_test: true,
      system__time: 1,
      icebot_web_session: 'x',
      long: 'x'.repeat(501),
      list: [1],
      none: null,
      fine: 'x'.repeat(500),
      also_fine: 12.5,
    }
    const refused = await caller.place({ to: 'nobody', variables })
    expect([refused.status, refused.json.error]).toEqual([400, 'invalid body'])
    expect(refused.json.details.map(({ path }: { path: string }) => path)).toEqual([
      'to',
      'variables.Name',
      'variables.is_test',
      'variables.system__time',
      'variables.icebot_web_session',
      'variables.long',
      'variables.list',
      'variables.none',
    ])
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`v${i}`, i]))
    for (const [body, path] of [
      [{ to: TO, variables: many }, 'variables'],
      [{ to: TO, variables: [] }, 'variables'],
      [{ to: TO, variables: 'x' }, 'variables'],
      [{ variables: {} }, 'to'],
      [{ to: 60123456789 }, 'to'],
    ] as const) {
      const { status, json } = await caller.place(body)
      expect([status, json.details.map((one: { path: string }) => one.path)]).toEqual([400, [path]])
    }
    expect(await dialled(caller)).toBe(0)
  })

  it('refuses in the order of the specification: each refusal gives way to the one before it', async () => {
    // Everything is wrong at once; mending one thing after the other brings each refusal to light.
    const caller = await openCaller(off, {
      plan: 'free',
      verified: false,
      voice: false,
      number: null,
      credits: 399,
    })
    const { db } = service
    const ids = { id: caller.agent.id, workspace_id: caller.workspace.id }
    await addDoNotCall(db, system, caller.workspace.id, '+60123450000')
    await setOptOut(db, system, ids, '+60123450000', true)
    const place = async (from: TestService) => {
      const { status, json } = await from.call('/api/v1/calls', {
        key: caller.key,
        body: { to: '0123450000' },
      })
      if (status !== 429 && status !== 202) expect([status, typeof json.message]).toEqual([status, 'string'])
      return [status, json.error]
    }
    const workspace = (set: string) =>
      db.script(`update workspaces set ${set} where id = '${caller.workspace.id}'`)

    expect(await place(off)).toEqual([403, 'plan_no_voice'])
    await workspace(`plan = 'paid'`)
    expect(await place(off)).toEqual([403, 'plan_no_voice'])
    await workspace('verified = true')
    expect(await place(off)).toEqual([503, 'voice_unconfigured'])
    expect(await place(service)).toEqual([422, 'no_voice_agent'])
    await db.run(sql`update agents set voice = true where id = ${caller.agent.id}`)
    expect(await place(service)).toEqual([422, 'no_outbound_number'])
    await workspace(`outbound_number = '${NUMBER}'`)
    expect(await place(service)).toEqual([422, 'do_not_call'])
    await db.run(sql`delete from do_not_call where workspace_id = ${caller.workspace.id}`)
    expect(await place(service)).toEqual([422, 'opted_out'])
    await setOptOut(db, system, ids, '+60123450000', false)
    expect(await place(service)).toEqual([402, 'insufficient_credits'])
    await workspace('credits = 400')
    expect(await dialled(caller)).toBe(0)
    for (let i = 0; i < 10; i++) expect(await place(service)).toEqual([502, 'provider_declined'])
    expect(await place(service)).toEqual([429, 'call rate limit exceeded'])
    expect(await caller.audit('api.call_placed')).toEqual([])
    expect(await caller.credits()).toBe(400)
  })

  it('dials nothing when the do-not-call list or the opt-outs cannot be read', async () => {
    const caller = await openCaller(service)
    for (const [table, error] of [
      ['do_not_call', 'dnc_unreadable'],
      ['call_opt_outs', 'opt_out_unreadable'],
    ]) {
      await service.db.script(`alter table ${table} rename to ${table}_away`)
      try {
        const { status, json } = await caller.place({ to: TO })
        expect([status, json.error, typeof json.message]).toEqual([503, error, 'string'])
      } finally {
        await service.db.script(`alter table ${table}_away rename to ${table}`)
      }
    }
    expect(await dialled(caller)).toBe(0)
  })

  it('knows an opted-out phone in every spelling, though it is no contact; other agents may ring it', async () => {
    const caller = await openCaller(service)
    const other = await openCaller(service)
    await setOptOut(service.db, system, { id: caller.agent.id, workspace_id: caller.workspace.id }, TO, true)
    for (const to of ['+60123456789', '012-345 6789', '60123456789', '0060123456789'])
      expect((await caller.place({ to })).json.error).toBe('opted_out')
    expect((await other.place({ to: TO })).status).toBe(202)
  })

  it('a declined dial is on record as failed, costs nothing, and is not audited as placed', async () => {
    const caller = await openCaller(service)
    expect((await caller.place({ to: '+60123450000' })).status).toBe(502)
    const call = await service.db.row(sql`
      select status, recording, duration_seconds from calls where workspace_id = ${caller.workspace.id}`)
    expect(call).toEqual({ status: 'failed', recording: 'none', duration_seconds: 0 })
    expect([await caller.charges(), await caller.audit('api.call_placed')]).toEqual([[], []])
  })

  it('counts 10 a minute exactly, over two processes at once, and says when to come back', async () => {
    const caller = await openCaller(service)
    const twin = await startService({ database: service.database, env: { ICEBOT_SANDBOX_SPEED: '200' } })
    const ring = (i: number) =>
      (i % 2 ? twin : service).call('/api/v1/calls', { key: caller.key, body: { to: `+6012345${1000 + i}` } })
    const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => ring(i)))
    const count = (status: number) => answers.filter((one) => one.status === status).length
    expect([count(202), count(429)]).toEqual([10, 15])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.json).toEqual({ error: 'call rate limit exceeded' })
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(50)
    expect(Number(refused?.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    // The window trails: when one dial has left it, one more may follow.
    await service.db.run(sql`
      update calls set dialled_at = dialled_at - interval '61 seconds'
       where id = (select id from calls where workspace_id = ${caller.workspace.id} order by dialled_at limit 1)`)
    expect([(await ring(30)).status, (await ring(31)).status]).toEqual([202, 429])
    await twin.close()
  })
})

describe('Idempotency-Key', () => {
  const under = (key: string) => ({ 'Idempotency-Key': key })

  it('the same key and body answer the first 202 and dial once, however many come at once', async () => {
    const caller = await openCaller(service)
    const body = { to: TO, variables: { name: 'Siti', table: 4 } }
    const same = { variables: { table: 4, name: 'Siti' }, to: '012-345 6789' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => caller.place(i % 2 ? body : same, under('k1'))),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await caller.ended(answers[0]?.json.data.id)
    const later = await caller.place(body, under('k1'))
    expect([later.status, later.text]).toEqual([202, answers[0]?.text])
    expect(await dialled(caller)).toBe(1)
  })

  it('another body under the key is 409; another agent’s key is another key', async () => {
    const caller = await openCaller(service)
    const other = await openCaller(service)
    expect((await caller.place({ to: TO }, under('k2'))).status).toBe(202)
    const { status, json } = await caller.place({ to: TO, variables: { name: 'x' } }, under('k2'))
    expect([status, json.error]).toEqual([409, 'idempotency key used with another body'])
    expect((await other.place({ to: '+60123456780' }, under('k2'))).status).toBe(202)
    expect([await dialled(caller), await dialled(other)]).toEqual([1, 1])
  })

  it('remembers nothing but a 202: what was refused may be tried again', async () => {
    const caller = await openCaller(service, { credits: 0 })
    expect((await caller.place({ to: TO }, under('k3'))).status).toBe(402)
    expect((await caller.place({ to: '+60123450000' }, under('k3'))).status).toBe(402)
    await service.db.run(sql`update workspaces set credits = 1000 where id = ${caller.workspace.id}`)
    expect((await caller.place({ to: '+60123450000' }, under('k3'))).status).toBe(502)
    expect((await caller.place({ to: TO }, under('k3'))).status).toBe(202)
    expect(await dialled(caller)).toBe(2)
  })

  it('is forgotten after 24 hours', async () => {
    const caller = await openCaller(service)
    const first = await caller.place({ to: TO }, under('k4'))
    await service.db.run(sql`
      update call_requests set created_at = created_at - interval '24 hours 1 second' where agent_id = ${caller.agent.id}`)
    const second = await caller.place({ to: '+60123456780' }, under('k4'))
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.json.data.id).not.toBe(first.json.data.id)
  })

  it('a process that died after it wrote the call leaves that call as the answer: nobody is rung twice', async () => {
    const caller = await openCaller(service)
    const first = await caller.place({ to: TO }, under('k5'))
    await service.db.run(sql`
      update call_requests set answered = false, claimed_until = clock_timestamp() - interval '1 second'
       where agent_id = ${caller.agent.id}`)
    const again = await caller.place({ to: TO }, under('k5'))
    expect([again.status, again.text]).toEqual([202, first.text])
    expect(await dialled(caller)).toBe(1)
  })

  it('a fault after the phone rang leaves that call as the answer: the same request never rings twice', async () => {
    const caller = await openCaller(service)
    await service.db.script('alter table audit_log rename to audit_log_away')
    try {
      expect((await caller.place({ to: TO }, under('k6'))).status).toBe(500)
    } finally {
      await service.db.script('alter table audit_log_away rename to audit_log')
    }
    await service.db.run(sql`
      update call_requests set claimed_until = clock_timestamp() - interval '1 second'
       where agent_id = ${caller.agent.id}`)
    expect((await caller.place({ to: TO }, under('k6'))).status).toBe(202)
    expect(await dialled(caller)).toBe(1)
  })

  it('must be visible ASCII', async () => {
    const caller = await openCaller(service)
    const { status, json } = await caller.place({ to: TO }, under('a b'))
    expect([status, json.details[0].path]).toEqual([400, 'Idempotency-Key'])
  })
})
