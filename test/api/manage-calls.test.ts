import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/modules/audit/index.ts'
import { createToken, createUser } from '../../src/modules/users/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { type Caller, openCaller } from '../harness/calls.ts'
import { startService, type TestService } from '../harness/service.ts'

const SITI = '+60123456789'
let service: TestService
let caller: Caller & { token: string }
let other: Caller & { token: string }
beforeAll(async () => {
  service = await startService({
    answer: async () => ({
      reason: 'goodbye',
      seconds: 3,
      recording: new Int16Array(16_000),
      lostFrames: 0,
    }),
  })
  caller = await withOwner(await openCaller(service))
  other = await withOwner(await openCaller(service))
})
afterAll(() => service.close())

async function withOwner(one: Caller) {
  const email = `owner@${one.workspace.id}.example`
  const user = await createUser(service.db, system, one.workspace.id, { email })
  return { ...one, token: (await createToken(service.db, system, user, false)).token }
}
const manage = (of: { token: string }, path: string, options: Parameters<TestService['call']>[1] = {}) =>
  service.call(`/api/manage${path}`, { key: of.token, ...options })
const place = (body: object, headers = {}) =>
  manage(caller, `/agents/${caller.agent.id}/calls`, { body, headers })

describe('calls by hand', () => {
  it('are placed by the same rules as an integrator’s, once for a key, and read to their recording', async () => {
    const body = { to: '012-345 6789', variables: { name: 'Siti' } }
    const first = await place(body, { 'Idempotency-Key': 'once' })
    expect(first.status, first.text).toBe(202)
    expect((await place(body, { 'Idempotency-Key': 'once' })).json).toEqual(first.json)
    const { id, conversation_id } = first.json.data
    await caller.ended(id)
    const call = (await manage(caller, `/calls/${id}`)).json.data
    expect(call).toMatchObject({
      direction: 'outbound',
      to: SITI,
      conversation_id,
      variables: { name: 'Siti' },
    })
    const list = (await manage(caller, '/calls?limit=1')).json
    expect(list).toMatchObject({ data: [{ id }], hasMore: false })
    expect((await manage(caller, '/calls?direction=inbound')).json.data).toEqual([])
    await expect
      .poll(async () => (await manage(caller, `/calls/${id}/recording`)).status, { timeout: 10_000 })
      .toBe(200)
    const actions = (await manage(caller, '/audit?limit=10')).json.data.map(
      (row: { action: string }) => row.action,
    )
    expect(actions).toEqual(expect.arrayContaining(['api.call_placed', 'api.call_recording_fetched']))
  })

  it('are nobody else’s', async () => {
    const { id } = (await manage(caller, '/calls')).json.data[0]
    for (const path of [`/calls/${id}`, `/calls/${id}/recording`]) {
      expect((await manage(other, path)).status).toBe(404)
    }
    const foreign = `/agents/${caller.agent.id}/calls`
    expect((await manage(other, foreign, { body: { to: SITI } })).status).toBe(404)
    expect((await manage(other, '/calls')).json.data).toEqual([])
  })

  it('are forgotten with their recordings when the customer is', async () => {
    const key = (
      await service.db.row<{ recording_key: string }>(sql`
        select recording_key from calls where workspace_id = ${caller.workspace.id} and recording_key is not null`)
    )?.recording_key as string
    const file = join(service.config.dataDir, 'files', key)
    expect(existsSync(file)).toBe(true)
    const erased = await manage(caller, `/customers/${encodeURIComponent(SITI)}/erase`, { body: {} })
    expect(erased.json.data).toMatchObject({ calls: 1, recordings: 1 })
    expect(existsSync(file)).toBe(false)
    expect((await manage(caller, '/calls')).json.data).toEqual([])
  })
})

describe('who must not be called', () => {
  it('is on a list that placing a call obeys, and that is the workspace’s own', async () => {
    const path = `/do-not-call/${encodeURIComponent(SITI)}`
    expect((await manage(caller, '/do-not-call', { body: { phone: '012-345 6789' } })).status).toBe(204)
    expect((await manage(caller, '/do-not-call', { body: { phone: SITI } })).status).toBe(204)
    expect((await manage(caller, '/do-not-call')).json).toMatchObject({
      data: [{ phone: SITI }],
      hasMore: false,
    })
    expect((await place({ to: SITI })).json.error).toBe('do_not_call')
    expect((await manage(other, '/do-not-call')).json.data).toEqual([])
    expect((await manage(other, path, { method: 'DELETE' })).status).toBe(404)
    expect((await manage(caller, path, { method: 'DELETE' })).status).toBe(204)
    expect((await manage(caller, path, { method: 'DELETE' })).status).toBe(404)
    expect((await manage(caller, '/do-not-call', { body: { phone: 'nobody' } })).status).toBe(400)
  })

  it('opts out of one agent’s calls and in again, and pages go on where the last ended', async () => {
    const path = `/agents/${caller.agent.id}/opt-outs`
    for (const phone of ['+60121111111', '+60122222222', SITI]) {
      expect((await manage(caller, path, { body: { phone } })).status).toBe(204)
    }
    expect((await place({ to: SITI })).json.error).toBe('opted_out')
    const first = (await manage(caller, `${path}?limit=2`)).json
    expect([first.data.length, first.hasMore]).toEqual([2, true])
    const after = encodeURIComponent(first.data[1].phone)
    expect((await manage(caller, `${path}?limit=2&after=${after}`)).json).toMatchObject({
      data: [{ phone: SITI }],
    })
    expect((await manage(other, path)).status).toBe(404)
    const gone = await manage(caller, `${path}/${encodeURIComponent(SITI)}`, { method: 'DELETE' })
    expect(gone.status).toBe(204)
    expect((await manage(caller, path)).json.data).toHaveLength(2)
  })
})
