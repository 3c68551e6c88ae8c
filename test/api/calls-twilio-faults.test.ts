import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, callWork } from '../../src/modules/calls/index.ts'
import { replyAsAgent } from '../../src/modules/conversations/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import type { SpeechSet } from '../../src/providers/speech/index.ts'
import type { Carrier } from '../../src/providers/telephony/index.ts'
import { type Caller, openCaller } from '../harness/calls.ts'
import { runOnce } from '../harness/due.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type FakeTwilio, startTwilio } from '../harness/twilio.ts'

let twilio: FakeTwilio
let service: TestService
let caller: Caller
const folder = mkdtempSync(join(tmpdir(), 'calls-twilio-'))

/** Keeps the line until it is over; then the last words take a moment to be written down. */
const answer: Answer = async (call, line) => {
  await new Promise<void>((resolve) => {
    line.listen({ sound: () => {}, closed: resolve })
    call.signal.addEventListener('abort', () => resolve())
  })
  await sleep(300)
  const ids = { workspaceId: call.workspaceId, agentId: call.agentId }
  await service.db.transaction((tx) => replyAsAgent(tx, ids, call.conversationId, 'Goodbye!'))
  return { reason: 'goodbye', seconds: 3, recording: undefined, lostFrames: 0 }
}
const speech = { voice: {}, recogniser: {}, off: [], close: async () => {} } as unknown as SpeechSet
const start = (env: Record<string, string>, options: Parameters<typeof startService>[0] = {}) =>
  startService({
    env: {
      TWILIO_ACCOUNT_SID: twilio.accountSid,
      TWILIO_AUTH_TOKEN: twilio.authToken,
      TWILIO_API_URL: twilio.url,
      ICEBOT_DATA_DIR: folder,
      ...env,
    },
    ...options,
  })

beforeAll(async () => {
  twilio = await startTwilio()
  service = await start({ ICEBOT_TELEPHONY: 'twilio' }, { speech, answer })
  caller = await openCaller(service, { credits: 1_000_000 })
})
afterAll(async () => {
  await service.close()
  await twilio.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() =>
  service.db.run(sql`update calls set dialled_at = dialled_at - interval '61 seconds'`).then(() => {}),
)
afterEach(() => void vi.restoreAllMocks())

const place = async () => {
  const { status, json } = await caller.place({ to: '+60123456789' })
  expect(status).toBe(202)
  const { sid, form } = twilio.placed()
  const post = (kind: string, fields: Record<string, string>) =>
    twilio.post(form.get(kind) as string, { CallSid: sid, AccountSid: twilio.accountSid, ...fields })
  return { id: json.data.id as string, conversationId: json.data.conversation_id as string, sid, form, post }
}
const read = async (id: string) => (await caller.read(id)).json.data
const work = (name: string) => runOnce(callWork(service.parts.calls).find((one) => one.name === name))
const change = (id: string, fields: string) =>
  service.db.script(`update calls set ${fields} where id = '${id}'`)
const carrier = () => service.parts.calls.parts.carriers.named('twilio') as Carrier

describe('what a carrier tells', () => {
  it('for ever, of a call that should long be over, ends: it is hung up and gets its final status', async () => {
    const { id, sid } = await place()
    for (const [status, age, expected] of [
      ['queued', '80 minutes', 'dialing'],
      ['a-new-word', '80 minutes', 'dialing'],
      ['a-new-word', '91 minutes', 'failed'],
    ] as const) {
      twilio.calls.set(sid, { sid, status, duration: null })
      await change(id, `due_at = clock_timestamp(), created_at = clock_timestamp() - interval '${age}'`)
      await work('ask what became of calls')
      expect([status, age, (await read(id)).status]).toEqual([status, age, expected])
    }
    expect(twilio.calls.get(sid)?.status).toBe('completed')
  })

  it('under our id but another name is about another call', async () => {
    const { id, post } = await place()
    await post('StatusCallback', {
      CallSid: `CA${'9'.repeat(32)}`,
      CallStatus: 'completed',
      CallDuration: '600',
    })
    expect(await read(id)).toMatchObject({ status: 'dialing', duration_seconds: 0 })
    await post('StatusCallback', { CallStatus: 'busy' })
    expect((await read(id)).status).toBe('busy')
  })

  it('after the process that placed the call died is also what the audit log learns of it from, once', async () => {
    const { id, post } = await place()
    await service.db.run(sql`delete from audit_log where target_id = ${id}`)
    await change(id, 'audited = false, reference = null')
    await post('StatusCallback', { CallStatus: 'completed', CallDuration: '6' })
    await post('StatusCallback', { CallStatus: 'completed', CallDuration: '6' })
    const rows = (await caller.audit('api.call_placed')).filter(({ target_id }) => target_id === id)
    expect(rows).toMatchObject([{ actor_id: caller.keyId, detail: { to: '+60123456789' } }])
  })
})

describe('a call to a number of ours', () => {
  it('is turned away while calling is off, and while nobody here can speak or understand', async () => {
    await openCaller(service, { number: '+60355550200' })
    const { database } = service
    const off = await start({ ICEBOT_TELEPHONY: 'none' }, { speech, database })
    const mute = await start({ ICEBOT_TELEPHONY: 'twilio' }, { database })
    for (const [i, one] of [off, mute].entries()) {
      const form = { CallSid: `CA${String(i).repeat(32)}`, From: '+60123456789', To: '+60355550200' }
      const answer = await twilio.post(`${one.url}/api/telephony/twilio/incoming`, form)
      expect(await answer.text()).toContain('<Reject')
      await one.close()
    }
  })
})

describe('a recording', () => {
  const RECORDING = `RE${'d'.repeat(32)}`
  const ended = async () => {
    const call = await place()
    await call.post('StatusCallback', { CallStatus: 'completed', CallDuration: '3' })
    return call
  }

  it('whose callback was lost is asked for', async () => {
    const { id, sid } = await ended()
    const recordings = [{ sid: RECORDING, status: 'completed' }]
    twilio.calls.set(sid, {
      sid,
      status: 'completed',
      recordings: [{ sid: RECORDING, status: 'processing' }],
    })
    twilio.recordings.set(RECORDING, Buffer.from('ID3 late'))
    await change(id, `ended_at = clock_timestamp() - interval '6 minutes'`)
    await work('forget old recordings and requests')
    await work('fetch recordings')
    expect((await read(id)).recording).toBe('pending')
    twilio.calls.set(sid, { sid, status: 'completed', recordings })
    await work('forget old recordings and requests')
    await work('fetch recordings')
    expect((await read(id)).recording).toBe('available')
    expect(await (await fetch((await caller.recording(id)).json.data.url)).text()).toBe('ID3 late')
  })

  it('that Twilio did not delete when it was ours is deleted there later', async () => {
    const { id, post } = await ended()
    twilio.recordings.set(RECORDING, Buffer.from('ID3'))
    await post('RecordingStatusCallback', { RecordingSid: RECORDING, RecordingStatus: 'completed' })
    twilio.fault(/Recordings\/RE\w+\.json/, 500)
    await work('fetch recordings')
    expect([(await read(id)).recording, twilio.recordings.has(RECORDING)]).toEqual(['available', true])
    await work('forget old recordings and requests')
    expect([(await read(id)).recording, twilio.recordings.has(RECORDING)]).toEqual(['available', false])
    const asked = twilio.requests.length
    await work('forget old recordings and requests')
    expect(twilio.requests).toHaveLength(asked)
  })

  it('that another process has stored stays, though the carrier has it no more', async () => {
    const { id, post } = await ended()
    await post('RecordingStatusCallback', { RecordingSid: RECORDING, RecordingStatus: 'completed' })
    vi.spyOn(carrier(), 'fetchRecording').mockImplementationOnce(async () => {
      await change(
        id,
        `recording = 'available', recording_key = 'recordings/a.mp3', recorded_at = clock_timestamp()`,
      )
      return undefined
    })
    await work('fetch recordings')
    expect((await read(id)).recording).toBe('available')
  })

  it('that was given up while it was stored leaves no file behind that nobody would ever sweep', async () => {
    const { id, post } = await ended()
    await post('RecordingStatusCallback', { RecordingSid: RECORDING, RecordingStatus: 'completed' })
    vi.spyOn(carrier(), 'fetchRecording').mockImplementationOnce(async () => {
      await change(id, `recording = 'none', recording_reference = null`)
      return Buffer.from('ID3')
    })
    await work('fetch recordings')
    expect((await read(id)).recording).toBe('none')
    expect(existsSync(join(folder, 'files', 'recordings', caller.agent.id, `${id}.mp3`))).toBe(false)
  })

  it('that cannot be removed does not keep the others past their time', async () => {
    const [stuck, other] = [await ended(), await ended()]
    for (const [i, { id }] of [stuck, other].entries())
      await change(
        id,
        `recording = 'available', recording_key = 'recordings/${id}.mp3',
         recorded_at = clock_timestamp() - interval '${40 - i} days'`,
      )
    const { storage } = service.parts.calls.parts
    const remove = storage.remove.bind(storage)
    vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      if (key.includes(stuck.id)) throw new Error('held')
      return remove(key)
    })
    await work('forget old recordings and requests')
    const rows = await service.db.rows(sql`
      select recording from calls where id in (${stuck.id}, ${other.id}) order by recorded_at`)
    expect(rows).toEqual([{ recording: 'available' }, { recording: 'none' }])
  })
})

describe('a media stream', () => {
  it('passes over a message named like nothing that can be called', async () => {
    const { id, sid, form } = await place()
    const stream = await twilio.answer(form.get('Twiml') as string, sid)
    await expect.poll(async () => (await read(id)).status).toBe('in_progress')
    stream.send({ event: '__proto__' })
    stream.send({ event: 'constructor' })
    await sleep(100)
    expect((await read(id)).status).toBe('in_progress')
    stream.hangUp()
  })
})

describe('stopping the service', () => {
  it('waits for the last words of calls that go on, before what they need is taken away', async () => {
    const { id, sid, form, conversationId } = await place()
    await twilio.answer(form.get('Twiml') as string, sid)
    await expect.poll(async () => (await read(id)).status).toBe('in_progress')
    await service.parts.calls.close()
    const messages = await service.call(`/api/v1/conversations/${conversationId}/messages`, {
      key: caller.key,
    })
    expect(messages.json.data).toMatchObject([{ content: 'Goodbye!' }])
    expect(await service.db.row(sql`select talking from calls where id = ${id}`)).toEqual({ talking: false })
  })
})
