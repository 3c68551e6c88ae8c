import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callWork, createCalls, simulateIncoming } from '../../src/modules/calls/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { type Caller, openCaller, talker } from '../harness/calls.ts'
import { runOnce } from '../harness/due.ts'
import { SECRET, startService, type TestService } from '../harness/service.ts'

let service: TestService
let caller: Caller
beforeAll(async () => {
  service = await startService({
    env: { ICEBOT_SANDBOX_SPEED: '20' },
    answer: talker(() => service.db, 20),
  })
  caller = await openCaller(service, { credits: 100_000 })
})
afterAll(() => service.close())

/** A process of its own, which knows nothing of the calls of others. */
const elsewhere = () =>
  createCalls(service.config, {
    db: service.db,
    log: service.parts.log,
    speech: service.parts.speech,
    secret: SECRET,
    baseUrl: async () => service.url,
    answer: talker(() => service.db, 5),
  })
const work = (name: string, calls = service.parts.calls) =>
  runOnce(callWork(calls).find((one) => one.name === name))
const ASK = 'ask what became of calls'
const charges = async (id: string) => (await caller.charges()).filter(({ charged_for }) => charged_for === id)

/** A call as a process leaves it that is killed: nothing beats, nothing tells. */
async function left(fields: string): Promise<string> {
  const { json } = await caller.place({ to: '+60123450001' })
  await caller.ended(json.data.id)
  await service.db.script(`
    update calls set ended_at = null, wrapped_at = null, summary = null, recording = 'pending', status = 'dialing',
                     due_at = clock_timestamp() - interval '1 second', dialled_at = dialled_at - interval '61 seconds'
     where id = '${json.data.id}';
    update calls set ${fields} where id = '${json.data.id}'`)
  return json.data.id
}

describe('a call whose process is gone', () => {
  it('in mid-talk is over at its last sign of life, charged once by whoever comes first', async () => {
    const id = await left(`status = 'in_progress', talking = true, answered_by = 'human',
      answered_at = clock_timestamp() - interval '20 seconds', seen_at = clock_timestamp() - interval '16 seconds'`)
    const others = [elsewhere(), elsewhere(), elsewhere()]
    await Promise.all(others.map((calls) => work(ASK, calls)))
    await Promise.all(others.map((calls) => work(ASK, calls)))
    // Four seconds of ours are eighty of the sandbox's.
    expect((await caller.read(id)).json.data).toMatchObject({
      status: 'completed',
      duration_seconds: 80,
      recording: 'none',
      live: null,
    })
    expect(await charges(id)).toMatchObject([{ amount: -534 }])
    const row = await service.db.row(
      sql`select talking, wrapped_at is not null as wrapped from calls where id = ${id}`,
    )
    expect(row).toEqual({ talking: false, wrapped: true })
  })

  it('before anybody answered has failed and costs nothing', async () => {
    const id = await left(`answered_at = null`)
    await work(ASK, elsewhere())
    expect((await caller.read(id)).json.data).toMatchObject({
      status: 'failed',
      duration_seconds: 0,
      recording: 'none',
    })
    expect(await charges(id)).toEqual([])
  })

  it('between the dial and its answer is on record, as unconfirmed', async () => {
    const id = await left(`reference = null, audited = false`)
    await work(ASK, elsewhere())
    expect((await caller.read(id)).json.data.status).toBe('failed')
    const rows = (await caller.audit('api.call_placed')).filter(({ target_id }) => target_id === id)
    expect(rows.at(-1)).toMatchObject({ actor_id: caller.keyId, detail: { unconfirmed: true } })
  })

  it('that shows a sign of life after all goes on', async () => {
    const id = await left(`status = 'in_progress', talking = true, answered_at = clock_timestamp(),
      seen_at = clock_timestamp(), due_at = clock_timestamp() + interval '10 seconds'`)
    await work(ASK, elsewhere())
    expect((await caller.read(id)).json.data.status).toBe('in_progress')
    await service.db.run(
      sql`update calls set ended_at = clock_timestamp(), status = 'failed' where id = ${id}`,
    )
  })

  it('a recording that never came is none in the end', async () => {
    const { json } = await caller.place({ to: '+60123450001' })
    const { id } = json.data
    await caller.ended(id)
    const set = (minutes: number) =>
      service.db.script(
        `update calls set recording = 'pending', ended_at = clock_timestamp() - interval '${minutes} minutes' where id = '${id}'`,
      )
    await set(29)
    await work('forget old recordings and requests')
    expect((await caller.read(id)).json.data.recording).toBe('pending')
    await set(31)
    await work('forget old recordings and requests')
    expect((await caller.read(id)).json.data.recording).toBe('none')
  })
})

describe('a call that has been talked out', () => {
  it('is not presumed over while its sound is stored, however long that takes', async () => {
    const { storage } = service.parts.calls.parts
    const put = storage.put.bind(storage)
    let store = () => {}
    const stored = new Promise<void>((resolve) => {
      store = resolve
    })
    vi.spyOn(storage, 'put').mockImplementationOnce(async (...file) => {
      await stored
      return put(...file)
    })
    const { json } = await caller.place({ to: '+60123456789' })
    const { id } = json.data
    await expect.poll(() => vi.mocked(storage.put).mock.calls.length, { timeout: 10_000 }).toBe(1)
    await service.db.run(sql`update calls set due_at = due_at - interval '40 seconds' where id = ${id}`)
    await work(ASK, elsewhere())
    store()
    expect((await caller.ended(id)).status).toBe('completed')
    await expect.poll(async () => (await caller.read(id)).json.data.recording).toBe('available')
    vi.restoreAllMocks()
  })
})

describe('stopping the service', () => {
  it('ends the calls that go on in it, with their price and their words', async () => {
    const other = elsewhere()
    const { json } = await caller.place({ to: '+60123456789' })
    const { id } = json.data
    await expect.poll(async () => (await caller.read(id)).json.data.live?.turns).toBe(1)
    // Past the first second, so that there is something to charge.
    await expect.poll(async () => (await caller.read(id)).json.data.live?.elapsed_seconds).toBeGreaterThan(1)
    await other.close()
    expect((await caller.read(id)).json.data.status).toBe('in_progress')
    await service.parts.calls.close()
    const ended = (await caller.read(id)).json.data
    expect(ended.status).toBe('completed')
    expect(await charges(id)).toMatchObject([{ amount: -Math.ceil((ended.duration_seconds * 400) / 60) }])
  })
})

describe('a simulated call to us', () => {
  it('is answered by one of the services that run, and costs what a call costs', async () => {
    const two = [elsewhere(), elsewhere()]
    const mine = await openCaller(service)
    const id = (await simulateIncoming(service.db, mine.agent, '+60123456789')) as string
    expect((await mine.read(id)).json.data).toMatchObject({ status: 'dialing', to: '+60312345678' })
    await Promise.all(two.map((calls) => work('ring in simulated calls', calls)))
    const ended = await mine.ended(id)
    expect(ended).toMatchObject({ status: 'completed', answered_by: 'human' })
    expect(await mine.charges()).toHaveLength(1)
    // It was not we who dialled: it counts for no limit and needs no audit.
    expect(await mine.audit('api.call_placed')).toEqual([])
    for (const calls of two) await calls.close()
  })

  it('is not taken by an agent that cannot', async () => {
    for (const fields of [
      { plan: 'free' as const },
      { verified: false },
      { voice: false },
      { credits: 399 },
    ]) {
      const { agent } = await openCaller(service, fields)
      expect(await simulateIncoming(service.db, agent, '+60123456789')).toBeUndefined()
    }
  })

  it('that nobody rings in is missed', async () => {
    const mine = await openCaller(service)
    const id = (await simulateIncoming(service.db, mine.agent, '+60123456789')) as string
    await service.db.run(sql`update calls set due_at = clock_timestamp() where id = ${id}`)
    await work(ASK, elsewhere())
    expect((await mine.read(id)).json.data).toMatchObject({ status: 'no_answer', recording: 'none' })
  })
})
