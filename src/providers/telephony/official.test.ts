import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeElevenlabs, startElevenlabs } from '../../../test/harness/elevenlabs.ts'
import { type FakeTwilio, startTwilio } from '../../../test/harness/twilio.ts'
import { createTwilioTexting } from '../texting/twilio.ts'
import { createElevenlabs } from './elevenlabs/index.ts'
import { createTwilio } from './twilio/index.ts'
import { signatureOf } from './twilio/signature.ts'
import { streamTwiml } from './twilio/twiml.ts'

/*
 * The vendors' own packages are the judges of our requests: asked for the same, they send the same to the same server.
 * docs/decisions/0013 says why we do not run on them.
 */

const callId = '01a1e14f-5313-7000-b635-e821775b4f5e'
const dial = {
  callId,
  agentId: callId,
  to: '+60123456789',
  from: '+60312345678',
  maxSeconds: 600,
  greeting: 'Hello from {{shop}}!',
  variables: { name: 'Alia', order: 'K7M2' },
}

describe('Twilio’s own package', () => {
  let fake: FakeTwilio
  let theirs: ReturnType<typeof twilio>
  let ours: ReturnType<typeof createTwilio>

  beforeAll(async () => {
    fake = await startTwilio()
    ours = createTwilio({
      accountSid: fake.accountSid,
      authToken: fake.authToken,
      url: fake.url,
      ears: {} as never,
      baseUrl: async () => 'https://bot.example.com',
      secret: 'a secret',
    })
    class ToTheFake extends twilio.RequestClient {
      override request<Data>(options: Parameters<typeof twilio.RequestClient.prototype.request<Data>>[0]) {
        const { pathname, search } = new URL(options.uri)
        return super.request<Data>({ ...options, uri: fake.url + pathname + search })
      }
    }
    theirs = twilio(fake.accountSid, fake.authToken, { httpClient: new ToTheFake() })
  })
  afterAll(() => fake.close())

  /** The last request, as it can be compared: which of its fields comes first means nothing. */
  function seen() {
    const { method, path, form, authorization } = fake.requests.at(-1) as FakeTwilio['requests'][number]
    return { method, path: path.split('?')[0], form: [...form].sort(), authorization }
  }

  it('places a call as we do', async () => {
    const dialled = await ours.dial(dial)
    expect(dialled.outcome).toBe('dialing')
    const mine = seen()
    const { form } = fake.placed()
    const callback = (kind: string) => `https://bot.example.com/api/telephony/twilio/${kind}?call=${callId}`
    await theirs.calls.create({
      to: dial.to,
      from: dial.from,
      twiml: form.get('Twiml') as string,
      timeout: 45,
      timeLimit: dial.maxSeconds,
      statusCallback: callback('status'),
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: callback('machine'),
      record: true,
      recordingStatusCallback: callback('recording'),
      recordingStatusCallbackEvent: ['completed', 'absent'],
    })
    expect(seen()).toEqual(mine)
  })

  it('ends, asks about and records a call as we do, and takes its recording away', async () => {
    await ours.dial(dial)
    const { sid } = fake.placed()
    const recording = `RE${'3'.repeat(32)}`
    await ours.hangUp(sid)
    let mine = seen()
    await theirs.calls(sid).update({ status: 'completed' })
    expect(seen()).toEqual(mine)

    await ours.lookUp(sid)
    mine = seen()
    await theirs.calls(sid).fetch()
    expect(seen()).toEqual(mine)

    await ours.startRecording?.(sid, callId)
    mine = seen()
    await theirs.calls(sid).recordings.create({
      recordingStatusCallback: `https://bot.example.com/api/telephony/twilio/recording?call=${callId}`,
      recordingStatusCallbackEvent: ['completed', 'absent'],
    })
    expect(seen()).toEqual(mine)

    fake.recordings.set(recording, Buffer.from('sound'))
    await ours.forgetRecording(recording)
    mine = seen()
    fake.recordings.set(recording, Buffer.from('sound'))
    await theirs.recordings(recording).remove()
    expect(seen()).toEqual(mine)
  })

  it('sends a text as we do', async () => {
    const texting = createTwilioTexting({
      accountSid: fake.accountSid,
      authToken: fake.authToken,
      url: fake.url,
    })
    await texting.send(callId, { to: dial.to, from: dial.from, body: 'Bayar di sini: https://x.example/p' })
    const mine = seen()
    await theirs.messages.create({ to: dial.to, from: dial.from, body: 'Bayar di sini: https://x.example/p' })
    expect(seen()).toEqual(mine)
  })

  it('takes our signature for its own, and writes the same TwiML', () => {
    const url = 'https://bot.example.com/api/telephony/twilio/status?call=1'
    const form = { CallSid: 'CA1', CallStatus: 'completed', Weird: 'é + %20 & =' }
    const signature = signatureOf(fake.authToken, url, new URLSearchParams(form))
    expect(twilio.validateRequest(fake.authToken, signature, url, form)).toBe(true)
    expect(twilio.validateRequest(fake.authToken, signature, url, { ...form, CallSid: 'CA2' })).toBe(false)

    const response = new twilio.twiml.VoiceResponse()
    const stream = response.connect().stream({ url: 'wss://bot.example.com/media' })
    stream.parameter({ name: 'call', value: callId })
    stream.parameter({ name: 'token', value: 'a<&"b' })
    expect(plain(streamTwiml('wss://bot.example.com/media', { call: callId, token: 'a<&"b' }))).toBe(
      plain(response.toString()),
    )
  })
})

describe('ElevenLabs’ own package', () => {
  let fake: FakeElevenlabs
  let theirs: ElevenLabsClient
  let ours: ReturnType<typeof createElevenlabs>

  beforeAll(async () => {
    fake = await startElevenlabs()
    const account = {
      apiKey: fake.apiKey,
      webhookSecret: fake.secret,
      agentId: 'agent_1',
      phoneNumberId: 'phnum_1',
    }
    ours = createElevenlabs({ ...account, url: fake.url })
    theirs = new ElevenLabsClient({ apiKey: fake.apiKey, baseUrl: fake.url })
  })
  afterAll(() => fake.close())

  it('places a call as we do', async () => {
    expect((await ours.dial(dial)).outcome).toBe('dialing')
    await theirs.conversationalAi.twilio.outboundCall({
      agentId: 'agent_1',
      agentPhoneNumberId: 'phnum_1',
      toNumber: dial.to,
      conversationInitiationClientData: {
        dynamicVariables: fake.dialled[0].conversation_initiation_client_data.dynamic_variables,
        conversationConfigOverride: {
          agent: {
            firstMessage:
              fake.dialled[0].conversation_initiation_client_data.conversation_config_override.agent
                .first_message,
          },
        },
      },
    })
    const [mine, official] = fake.dialled.map(({ conversation_id: _, ...rest }) => rest)
    expect(official).toEqual(mine)
  })

  it('gets the same signed address from the same place', async () => {
    const { signedUrl } = await theirs.conversationalAi.conversations.getSignedUrl({
      agentId: 'agent_1',
      includeConversationId: true,
    })
    expect(await ours.signedUrl()).toBe(signedUrl)
  })

  it('takes for signed what we take for signed', async () => {
    const event = { type: 'post_call_transcription', data: { conversation_id: 'conv_1', status: 'done' } }
    const posted: { body: string; signature: string }[] = []
    const send = globalThis.fetch
    globalThis.fetch = async (_url, options) => {
      const { body, headers } = options as { body: string; headers: Record<string, string> }
      posted.push({ body, signature: headers['ElevenLabs-Signature'] as string })
      return new Response()
    }
    try {
      await fake.post('http://127.0.0.1:9/', event)
      await fake.post('http://127.0.0.1:9/', event, { secret: 'another' })
    } finally {
      globalThis.fetch = send
    }
    const judge = async ({ body, signature }: { body: string; signature: string }) =>
      theirs.webhooks.constructEvent(body, signature, fake.secret).then(
        () => true,
        () => false,
      )
    const mine = ({ body, signature }: { body: string; signature: string }) => {
      const headers = { 'elevenlabs-signature': signature }
      const heard = ours.hear({ kind: 'post-call', url: '', body: Buffer.from(body), headers })
      return (heard as { kind: string }).kind !== 'forged'
    }
    expect(await Promise.all(posted.map(judge))).toEqual([true, false])
    expect(posted.map(mine)).toEqual([true, false])
  })
})

/** Without the declaration and spaces between elements, which say nothing. */
function plain(xml: string): string {
  return xml
    .replace(/<\?xml[^>]*\?>/, '')
    .replace(/>\s+</g, '><')
    .trim()
}
