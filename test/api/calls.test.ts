import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concludeWork } from '../../src/modules/brain/index.ts'
import { callWork } from '../../src/modules/calls/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { type Caller, openCaller, talker } from '../harness/calls.ts'
import { runOnce } from '../harness/due.ts'
import { MISSING } from '../harness/orders.ts'
import { newKey, startService, type TestService } from '../harness/service.ts'

const SPEED = 20
let service: TestService
let caller: Caller
const folder = mkdtempSync(join(tmpdir(), 'calls-'))
beforeAll(async () => {
  service = await startService({
    env: { ICEBOT_SANDBOX_SPEED: String(SPEED), ICEBOT_DATA_DIR: folder },
    answer: talker(() => service.db, 20),
  })
  caller = await openCaller(service, { credits: 1_000_000 })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const call = async (to: string, variables?: object) => {
  // The rate has tests of its own.
  await service.db.run(sql`update calls set dialled_at = dialled_at - interval '61 seconds'`)
  const placed = await caller.place({ to, variables })
  expect(placed.status).toBe(202)
  return placed.json.data as { id: string; conversation_id: string }
}
const work = async (name: string) => runOnce(callWork(service.parts.calls).find((one) => one.name === name))

describe('the sandbox carrier', () => {
  it.each([
    ['+60123450001', 'no_answer', null, 'Nobody answered the call.'],
    ['+60123450002', 'busy', null, 'The line was busy.'],
    ['+60123450004', 'failed', null, 'The call could not be connected.'],
  ])('%s is %s: not answered, not recorded, not charged', async (to, status, answeredBy, summary) => {
    const { id } = await call(to)
    const before = await caller.charges()
    expect(await caller.ended(id)).toEqual({
      id,
      status,
      to,
      duration_seconds: 0,
      summary,
      created_at: expect.stringMatching(/Z$/),
      runtime: 'sandbox',
      answered_by: answeredBy,
      recording: 'none',
      live: null,
    })
    expect((await caller.recording(id)).json).toEqual({ error: 'no_recording' })
    expect(await caller.charges()).toEqual(before)
  })

  it('an answered call is talked, charged once by its simulated seconds, recorded and looked back at', async () => {
    const { id, conversation_id } = await call('+60123456789', { name: 'Siti' })
    const before = await caller.credits()
    const ended = await caller.ended(id)
    expect(ended).toMatchObject({ status: 'completed', answered_by: 'human', live: null })
    expect(ended.duration_seconds).toBeGreaterThanOrEqual(18)
    expect(ended.duration_seconds).toBeLessThanOrEqual(40)
    const price = Math.ceil((ended.duration_seconds * 400) / 60)
    expect(await caller.credits()).toBe(before - price)
    const messages = await service.call(`/api/v1/conversations/${conversation_id}/messages`, {
      key: caller.key,
    })
    expect(messages.json.data).toMatchObject([
      { role: 'assistant', content: 'Hello Siti, this is Aina.', channel: 'voice' },
    ])
    await expect.poll(async () => (await caller.read(id)).json.data.recording).toBe('available')
    const link = (await caller.recording(id)).json.data
    expect(link).toEqual({ id, url: expect.stringContaining('/files/recordings/'), expires_in: 300 })
    const file = await fetch(link.url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(bytes.length).toBeGreaterThan(2_000)
    // MPEG audio: eleven bits of sync, or a tag before them.
    expect([
      bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0,
      Buffer.from(bytes.subarray(0, 3)).toString() === 'ID3',
    ]).toContain(true)
    const part = await fetch(link.url, { headers: { Range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20))
    expect(
      (await caller.audit('api.call_recording_fetched')).filter(({ target_id }) => target_id === id),
    ).toEqual([{ actor_id: caller.keyId, target_id: id, detail: {} }])
  })

  it('0003 is an answering machine, and the summary says so', async () => {
    const { id } = await call('+60123450003')
    const ended = await caller.ended(id)
    expect(ended).toMatchObject({ status: 'completed', answered_by: 'machine_start' })
    await expect
      .poll(async () => (await caller.read(id)).json.data.summary)
      .toBe('An answering machine took the call.')
    expect((await caller.charges()).filter(({ charged_for }) => charged_for === id)).toHaveLength(1)
  })

  it('shows how a call is going while it is, and nothing of it afterwards', async () => {
    const { id } = await call('+60123456781')
    expect((await caller.read(id)).json.data).toMatchObject({
      status: 'dialing',
      recording: 'pending',
      summary: null,
      live: { connected: false, elapsed_seconds: 0, turns: 0 },
    })
    const pending = await caller.recording(id)
    expect([pending.status, pending.json.error]).toEqual([409, 'recording_pending'])
    await expect.poll(async () => (await caller.read(id)).json.data.live?.turns).toBe(1)
    const { live, status, duration_seconds } = (await caller.read(id)).json.data
    expect([status, live.connected, duration_seconds]).toEqual(['in_progress', true, 0])
    expect(live.elapsed_seconds).toBeGreaterThanOrEqual(0)
    // The process that talks shows no sign of life: nobody can tell.
    await service.db.run(
      sql`update calls set due_at = clock_timestamp() - interval '1 second' where id = ${id}`,
    )
    expect((await caller.read(id)).json.data.live).toEqual({
      connected: null,
      elapsed_seconds: null,
      turns: null,
    })
    await service.db.run(
      sql`update calls set due_at = clock_timestamp() + interval '20 seconds' where id = ${id}`,
    )
    await caller.ended(id)
  })

  it('a summary comes with the look back at the conversation, and stays whatever is said there later', async () => {
    const { id, conversation_id } = await call('+60123456782')
    await service.db.run(sql`
      insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
      values (${caller.agent.id}, ${conversation_id}, gen_random_uuid(), 'user', 'When do you open?', 'voice', '2026-01-01')`)
    await caller.ended(id)
    await expect
      .poll(async () => {
        await runOnce(concludeWork(service.parts))
        return (await caller.read(id)).json.data.summary
      })
      .toContain('When do you open?')
    await work('wrap up calls')
    await service.db.run(
      sql`update conversations set outcome = null, summary = null where id = ${conversation_id}`,
    )
    expect((await caller.read(id)).json.data.summary).toContain('When do you open?')
  })
})

describe('recordings', () => {
  it('a link works for 300 seconds and for its own file only', async () => {
    const { id } = await call('+60123456783')
    await caller.ended(id)
    await expect.poll(async () => (await caller.read(id)).json.data.recording).toBe('available')
    const url = new URL((await caller.recording(id)).json.data.url)
    const left = Number(url.searchParams.get('expires')) - Date.now() / 1000
    expect(left).toBeGreaterThan(297)
    expect(left).toBeLessThanOrEqual(300)
    const later = new URL(url)
    later.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 60))
    const elsewhere = new URL(url)
    elsewhere.pathname = elsewhere.pathname.replace(id, MISSING)
    const up = `${url.origin}/files/recordings/../secret${url.search}`
    for (const address of [later, elsewhere, up, url.origin + url.pathname])
      expect((await fetch(address)).status).toBe(404)
    expect((await fetch(url)).status).toBe(200)
  })

  it('are gone after 30 days, also before they are swept', async () => {
    const { id } = await call('+60123456784')
    await caller.ended(id)
    await expect.poll(async () => (await caller.read(id)).json.data.recording).toBe('available')
    const path = join(folder, 'files', 'recordings', caller.agent.id, `${id}.mp3`)
    expect(readFileSync(path).length).toBeGreaterThan(0)
    const old = (age: string) =>
      service.db.script(
        `update calls set recorded_at = clock_timestamp() - interval '${age}' where id = '${id}'`,
      )
    await old('29 days 23 hours')
    await work('forget old recordings and requests')
    expect((await caller.recording(id)).status).toBe(200)
    await old('30 days 1 minute')
    const refused = await caller.recording(id)
    expect([refused.status, refused.text]).toEqual([404, '{"error":"no_recording"}'])
    expect((await caller.read(id)).json.data.recording).toBe('none')
    await work('forget old recordings and requests')
    expect(() => readFileSync(path)).toThrow()
    expect((await caller.recording(id)).status).toBe(404)
  })

  it('need their scope', async () => {
    const { key } = await newKey(service.db, caller.agent, { scopes: ['calls:create'] })
    const { status, json } = await service.call(`/api/v1/calls/${MISSING}/recording`, { key })
    expect([status, json.error]).toEqual([403, 'missing scope: calls:recordings'])
  })
})

describe('another agent’s call', () => {
  it('cannot be told from one that does not exist', async () => {
    const { id } = await call('+60123450002')
    await caller.ended(id)
    const other = await openCaller(service)
    for (const path of ['', '/recording']) {
      const [foreign, missing, noId] = await Promise.all(
        [id, MISSING, 'none'].map((one) => service.call(`/api/v1/calls/${one}${path}`, { key: other.key })),
      )
      expect([foreign?.status, foreign?.text]).toEqual([404, '{"error":"not found"}'])
      expect([missing?.text, noId?.text]).toEqual([foreign?.text, foreign?.text])
    }
    expect(await other.audit('api.call_recording_fetched')).toEqual([])
  })
})
