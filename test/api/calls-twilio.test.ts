import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, callWork } from '../../src/modules/calls/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import type { SpeechSet } from '../../src/providers/speech/index.ts'
import { type Caller, loud, NUMBER, openCaller } from '../harness/calls.ts'
import { runOnce } from '../harness/due.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type FakeTwilio, startTwilio } from '../harness/twilio.ts'

let twilio: FakeTwilio
let service: TestService
let caller: Caller
let heard: Int16Array[] = []
let digits = ''

/** Says a second of sound, hears what comes, and hangs up when a key is pressed. */
const answer: Answer = async (call, line) => {
  line.send(loud(1))
  await new Promise<void>((resolve) => {
    line.listen({
      sound: (piece) => void heard.push(piece),
      digit(digit) {
        digits += digit
        if (digit === '#') line.clear()
        if (digit === '*') resolve()
      },
      closed: resolve,
    })
    call.signal.addEventListener('abort', () => resolve())
  })
  return { reason: 'goodbye', seconds: 3, recording: undefined, lostFrames: 0 }
}

const speech = { voice: {}, recogniser: {}, off: [], close: async () => {} } as unknown as SpeechSet

beforeAll(async () => {
  twilio = await startTwilio()
  service = await startService({
    env: {
      ICEBOT_TELEPHONY: 'twilio',
      TWILIO_ACCOUNT_SID: twilio.accountSid,
      TWILIO_AUTH_TOKEN: twilio.authToken,
      TWILIO_API_URL: twilio.url,
    },
    speech,
    answer,
  })
  caller = await openCaller(service, { credits: 1_000_000 })
})
afterAll(async () => {
  await service.close()
  await twilio.close()
})
beforeEach(async () => {
  heard = []
  digits = ''
  await service.db.run(sql`update calls set dialled_at = dialled_at - interval '61 seconds'`)
})

const place = async (to = '+60123456789') => {
  const { status, json } = await caller.place({ to })
  expect(status).toBe(202)
  const { sid, form } = twilio.placed()
  const about = { CallSid: sid, AccountSid: twilio.accountSid }
  const post = (kind: string, fields: Record<string, string>, token?: string) =>
    twilio.post(form.get(CALLBACKS[kind] as string) as string, { ...about, ...fields }, token)
  return { id: json.data.id as string, sid, form, post }
}
const CALLBACKS: Record<string, string> = {
  status: 'StatusCallback',
  machine: 'AsyncAmdStatusCallback',
  recording: 'RecordingStatusCallback',
}
const read = async (id: string) => (await caller.read(id)).json.data
const chargesOf = async (id: string) =>
  (await caller.charges()).filter(({ charged_for }) => charged_for === id)
const work = (name: string) => runOnce(callWork(service.parts.calls).find((one) => one.name === name))

describe('a call over Twilio', () => {
  it('asks for what it needs: stream, machine detection beside the talk, recording, callbacks', async () => {
    const { form } = await place()
    expect(Object.fromEntries(form)).toMatchObject({
      To: '+60123456789',
      From: NUMBER,
      MachineDetection: 'Enable',
      AsyncAmd: 'true',
      Record: 'true',
      Timeout: '45',
      TimeLimit: '1800',
    })
    expect(form.getAll('StatusCallbackEvent')).toEqual(['initiated', 'ringing', 'answered', 'completed'])
    expect(form.getAll('RecordingStatusCallbackEvent')).toEqual(['completed', 'absent'])
    expect(form.get('Twiml')).toContain('<Connect><Stream url="ws://')
  })

  it('goes through its life: dialled, talked, ended, charged once, recorded by Twilio and kept by us', async () => {
    const { id, sid, form, post } = await place()
    await post('status', { CallStatus: 'ringing' })
    expect((await read(id)).status).toBe('dialing')
    await post('status', { CallStatus: 'in-progress' })
    const stream = await twilio.answer(form.get('Twiml') as string, sid)
    await expect.poll(() => stream.heard().length).toBeGreaterThan(7_900)
    expect(await read(id)).toMatchObject({
      status: 'in_progress',
      runtime: 'builtin',
      live: { connected: true },
    })
    await post('machine', { AnsweredBy: 'human', MachineDetectionDuration: '2100' })
    stream.say(loud(1).filter((_, i) => i % 2 === 0))
    await expect.poll(() => heard.reduce((sum, piece) => sum + piece.length, 0)).toBeGreaterThan(15_800)
    stream.hangUp()
    await post('status', { CallStatus: 'completed', CallDuration: '61' })
    expect(await read(id)).toMatchObject({
      status: 'completed',
      duration_seconds: 61,
      answered_by: 'human',
      recording: 'pending',
      live: null,
    })
    expect(await chargesOf(id)).toMatchObject([{ amount: -407 }])

    const recording = `RE${'a'.repeat(32)}`
    twilio.recordings.set(recording, Buffer.from('ID3 sound'))
    await post('recording', {
      RecordingSid: recording,
      RecordingStatus: 'completed',
      RecordingUrl: 'http://evil.example/',
    })
    await work('fetch recordings')
    expect((await read(id)).recording).toBe('available')
    expect(await (await fetch((await caller.recording(id)).json.data.url)).text()).toBe('ID3 sound')
    // Ours from here on, also when it is to be forgotten.
    expect(twilio.recordings.has(recording)).toBe(false)
  })

  it('a late, doubled or reordered word changes nothing: no status goes back, nothing is charged twice', async () => {
    const { id, post } = await place()
    await post('status', { CallStatus: 'completed', CallDuration: '30' })
    await Promise.all([
      post('status', { CallStatus: 'completed', CallDuration: '30' }),
      post('status', { CallStatus: 'completed', CallDuration: '999' }),
      post('status', { CallStatus: 'in-progress' }),
      post('status', { CallStatus: 'ringing' }),
      post('status', { CallStatus: 'no-answer' }),
      post('machine', { AnsweredBy: 'machine_end_beep' }),
    ])
    expect(await read(id)).toMatchObject({
      status: 'completed',
      duration_seconds: 30,
      answered_by: 'machine_end_beep',
    })
    expect(await chargesOf(id)).toMatchObject([{ amount: -200 }])
  })

  it.each([
    ['busy', 'busy'],
    ['no-answer', 'no_answer'],
    ['failed', 'failed'],
    ['canceled', 'cancelled'],
  ])('%s ends it as %s, without a price', async (word, status) => {
    const { id, post } = await place()
    await post('status', { CallStatus: word, CallDuration: '0' })
    expect(await read(id)).toMatchObject({ status, recording: 'none', duration_seconds: 0 })
    expect(await chargesOf(id)).toEqual([])
  })

  it('a word it does not know never ends a live call', async () => {
    const { id, post } = await place()
    await post('status', { CallStatus: 'in-progress' })
    for (const CallStatus of ['', 'done', 'answered', 'COMPLETED', '__proto__'])
      expect((await post('status', { CallStatus })).status).toBe(200)
    expect((await read(id)).status).toBe('in_progress')
  })

  it('a forged callback is refused and believed in nothing', async () => {
    const { id, form, post, sid } = await place()
    const forged = await post('status', { CallStatus: 'completed', CallDuration: '600' }, 'another token')
    expect(forged.status).toBe(403)
    const url = form.get('StatusCallback') as string
    const unsigned = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ CallSid: sid, CallStatus: 'completed' }),
    })
    expect(unsigned.status).toBe(403)
    // Signed for one call, sent for another.
    const other = await place('+60123456780')
    const signedFor = await fetch(other.form.get('StatusCallback') as string, {
      method: 'POST',
      body: new URLSearchParams({ CallSid: sid, CallStatus: 'completed' }),
      headers: { 'X-Twilio-Signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    })
    expect(signedFor.status).toBe(403)
    expect([(await read(id)).status, (await read(other.id)).status]).toEqual(['dialing', 'dialing'])
  })

  it('an absent recording is none; one that cannot be had is tried again and then given up', async () => {
    const { id, post } = await place()
    await post('status', { CallStatus: 'completed', CallDuration: '3' })
    await post('recording', { RecordingSid: `RE${'b'.repeat(32)}`, RecordingStatus: 'absent' })
    expect((await read(id)).recording).toBe('none')

    const second = await place()
    await second.post('status', { CallStatus: 'completed', CallDuration: '3' })
    const sid = `RE${'c'.repeat(32)}`
    twilio.recordings.set(sid, Buffer.from('ID3'))
    await second.post('recording', { RecordingSid: sid, RecordingStatus: 'completed' })
    twilio.fault(/Recordings/, 500)
    await work('fetch recordings')
    expect((await read(second.id)).recording).toBe('pending')
    await service.db.run(sql`update calls set due_at = clock_timestamp() where id = ${second.id}`)
    await work('fetch recordings')
    expect((await read(second.id)).recording).toBe('available')
  })

  it('Twilio’s refusal is provider_declined; an answer that never came may ring, so it is 202 and asked about', async () => {
    const declined = await caller.place({ to: '+60123459999' })
    expect([declined.status, declined.json.error]).toEqual([502, 'provider_declined'])
    for (const fault of [401, 429, 500]) {
      twilio.fault(/Calls\.json/, fault)
      expect((await caller.place({ to: '+60123456789' })).status).toBe(502)
    }
    twilio.fault(/Calls\.json/, 'lost')
    const lost = await caller.place({ to: '+60123456789' })
    expect(lost.status).toBe(202)
    const { form, sid } = twilio.placed()
    // It does ring, and its callbacks bring the name that was lost.
    await twilio.post(form.get('StatusCallback') as string, {
      CallSid: sid,
      CallStatus: 'completed',
      CallDuration: '6',
    })
    expect(await read(lost.json.data.id)).toMatchObject({ status: 'completed', duration_seconds: 6 })
    expect((await caller.audit('api.call_placed')).map(({ target_id }) => target_id)).toContain(
      lost.json.data.id,
    )
  })

  it('callbacks that never came are made up for by asking', async () => {
    const { id, sid } = await place()
    const due = () => service.db.run(sql`update calls set due_at = clock_timestamp() where id = ${id}`)
    twilio.calls.set(sid, { sid, status: 'in-progress', duration: null })
    await due()
    await work('ask what became of calls')
    expect((await read(id)).status).toBe('in_progress')
    twilio.fault(/Calls\/CA/, 503)
    await due()
    await work('ask what became of calls')
    expect((await read(id)).status).toBe('in_progress')
    twilio.calls.set(sid, { sid, status: 'completed', duration: '12', answered_by: 'human' })
    await due()
    await work('ask what became of calls')
    expect(await read(id)).toMatchObject({ status: 'completed', duration_seconds: 12, answered_by: 'human' })
    expect(await chargesOf(id)).toMatchObject([{ amount: -80 }])
  })

  it('a call that Twilio does not know has failed, and costs nothing', async () => {
    const { id, sid } = await place()
    twilio.calls.delete(sid)
    await service.db.run(sql`update calls set due_at = clock_timestamp() where id = ${id}`)
    await work('ask what became of calls')
    expect(await read(id)).toMatchObject({ status: 'failed', recording: 'none' })
    expect(await chargesOf(id)).toEqual([])
  })
})

describe('a media stream', () => {
  it('is let in with the token of its call, once', async () => {
    const { sid, form } = await place()
    const twiml = form.get('Twiml') as string
    const forged = await twilio.answer(twiml, sid, { token: 'guessed' })
    await forged.closed
    expect(forged.messages).toEqual([])
    const first = await twilio.answer(twiml, sid)
    await expect.poll(() => first.messages.length).toBeGreaterThan(0)
    const second = await twilio.answer(twiml, sid)
    await second.closed
    expect(second.messages).toEqual([])
    first.hangUp()
  })

  it('clears what was not heard yet, passes keys on, and hangs up when the last words were heard', async () => {
    const { sid, form } = await place()
    const stream = await twilio.answer(form.get('Twiml') as string, sid)
    await expect.poll(() => stream.messages.filter(({ event }) => event === 'mark').length).toBe(1)
    stream.send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit: '#' } })
    await expect.poll(() => stream.messages.at(-1)?.event).toBe('clear')
    stream.send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit: '*' } })
    await expect.poll(() => digits).toBe('#*')
    let isClosed = false
    void stream.closed.then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(isClosed).toBe(false)
    stream.echoMarks()
    await stream.closed
  })

  it('messages that mean nothing to it are passed over', async () => {
    const { sid, form } = await place()
    const stream = await twilio.answer(form.get('Twiml') as string, sid)
    await expect.poll(() => stream.messages.length).toBeGreaterThan(0)
    stream.send([] as never)
    stream.send({ event: 'media', media: { payload: 12 } })
    stream.send({ event: 'unheard-of' })
    stream.say(loud(1))
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    stream.hangUp()
    await stream.closed
  })
})

describe('a call to a number of ours', () => {
  const ring = (form: Record<string, string>, token?: string) =>
    twilio.post(`${service.url}/api/telephony/twilio/incoming`, form, token)
  const sidOf = (letter: string) => `CA${letter.repeat(32)}`

  it('is taken by the agent, recorded from the first moment we have it, and charged like any other', async () => {
    const mine = await openCaller(service, { number: '+60355550100' })
    const form = { CallSid: sidOf('d'), From: '+60123456789', To: '+60355550100', CallStatus: 'ringing' }
    const twiml = await (await ring(form)).text()
    expect(twiml).toContain('<Connect><Stream')
    // Told again of the same call, it is the same call.
    expect(await (await ring(form)).text()).toBe(twiml)
    twilio.calls.set(form.CallSid, { sid: form.CallSid, status: 'in-progress' })
    const stream = await twilio.answer(twiml, form.CallSid)
    await expect.poll(() => stream.messages.length).toBeGreaterThan(0)
    const recorded = twilio.requests.filter(({ path }) => path.endsWith(`${form.CallSid}/Recordings.json`))
    expect(recorded).toHaveLength(1)
    stream.hangUp()
    await twilio.post(`${service.url}/api/telephony/twilio/status`, {
      CallSid: form.CallSid,
      CallStatus: 'completed',
      CallDuration: '15',
    })
    expect(await mine.charges()).toMatchObject([{ amount: -100 }])
    const { data } = (await service.call('/api/v1/conversations?channel=voice', { key: mine.key })).json
    expect(data).toMatchObject([{ channel: 'voice', customer: { phone: '+60123456789' } }])
  })

  it('is turned away where nobody may or can answer it', async () => {
    await openCaller(service, { number: '+60355550101', verified: false })
    await openCaller(service, { number: '+60355550102', voice: false })
    await openCaller(service, { number: '+60355550103', credits: 399 })
    for (const [i, To] of ['+60355550101', '+60355550102', '+60355550103', '+60355550109'].entries()) {
      const answer = await ring({ CallSid: sidOf(String(i)), From: '+60123456789', To })
      expect([To, await answer.text()]).toEqual([To, expect.stringContaining('<Reject')])
    }
  })

  it('is not believed without Twilio’s signature', async () => {
    const refused = await ring(
      { CallSid: sidOf('e'), From: '+60123456789', To: '+60355550100' },
      'another token',
    )
    expect(refused.status).toBe(403)
  })
})
