import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeElevenlabs, startElevenlabs } from '../../../test/harness/elevenlabs.ts'
import { type FakeTwilio, startTwilio } from '../../../test/harness/twilio.ts'
import { newId } from '../../lib/ids.ts'
import {
  type Carrier,
  type CarrierEars,
  createElevenlabs,
  createSandbox,
  createTwilio,
  type Dial,
  type Dialled,
} from './index.ts'

const ears: CarrierEars = { connected: async () => true, news: async () => {} }

/** A carrier, and a dial that it declines. */
interface Bench {
  carrier: Carrier
  decline(): Promise<Dialled>
}

describe('the sandbox', () => {
  conforms(async () => {
    const carrier = createSandbox({ ears, speed: 1_000 })
    return { carrier, decline: async () => carrier.dial(dial('+60123450000')) }
  })
})

describe('Twilio', () => {
  let twilio: FakeTwilio
  beforeAll(async () => {
    twilio = await startTwilio()
  })
  afterAll(() => twilio.close())
  conforms(async () => {
    const { accountSid, authToken, url } = twilio
    const baseUrl = async () => 'https://shop.example.com'
    const carrier = createTwilio({ accountSid, authToken, url, ears, baseUrl, secret: 'a secret' })
    return { carrier, decline: async () => carrier.dial(dial('+60123459999')) }
  })
})

describe('ElevenLabs', () => {
  let eleven: FakeElevenlabs
  beforeAll(async () => {
    eleven = await startElevenlabs()
  })
  afterAll(() => eleven.close())
  conforms(async () => {
    const { apiKey, secret: webhookSecret, url } = eleven
    const carrier = createElevenlabs({
      apiKey,
      webhookSecret,
      url,
      agentId: 'agent_1',
      phoneNumberId: 'phnum_1',
    })
    return {
      carrier,
      async decline() {
        eleven.decline(200, { success: false, message: 'no' })
        return carrier.dial(dial())
      },
    }
  })
})

function conforms(open: () => Promise<Bench>): void {
  let bench: Bench
  beforeAll(async () => {
    bench = await open()
  })
  afterAll(() => bench.carrier.close())

  it('names each call that it dials, and knows it by that name', async () => {
    const [one, two] = [await bench.carrier.dial(dial()), await bench.carrier.dial(dial())]
    if (one.outcome !== 'dialing' || two.outcome !== 'dialing') throw new Error('not dialled')
    expect(one.reference).not.toBe(two.reference)
    expect(await bench.carrier.lookUp(one.reference)).toMatchObject({ reference: one.reference })
  })

  it('says no as a value, with a reason', async () => {
    expect(await bench.decline()).toEqual({ outcome: 'declined', reason: expect.stringMatching(/./) })
  })

  it('does not know what is not its own, and does not fall over it', async () => {
    const { carrier } = bench
    expect(await carrier.lookUp(`CA${'f'.repeat(32)}`)).toBeUndefined()
    expect(await carrier.fetchRecording(`RE${'f'.repeat(32)}`)).toBeUndefined()
    await carrier.hangUp(`CA${'f'.repeat(32)}`)
    await carrier.forgetRecording(`RE${'f'.repeat(32)}`)
  })

  it('ends a call, and ending it again changes nothing', async () => {
    const dialled = await bench.carrier.dial(dial())
    if (dialled.outcome !== 'dialing') throw new Error('not dialled')
    await bench.carrier.hangUp(dialled.reference)
    await bench.carrier.hangUp(dialled.reference)
  })

  it('believes nothing that it did not sign', () => {
    const url = 'https://shop.example.com/api/telephony/x/status'
    for (const kind of ['status', 'machine', 'recording', 'incoming', 'post-call', 'unheard-of'])
      for (const headers of [{}, { 'x-twilio-signature': 'x', 'elevenlabs-signature': 't=1,v0=00' }])
        expect(bench.carrier.hear({ kind, url, headers, body: Buffer.from('CallSid=CA1') })).toEqual({
          kind: 'forged',
        })
  })
}

function dial(to = '+60123456789'): Dial {
  const callId = newId()
  return {
    callId,
    agentId: newId(),
    to,
    from: '+60312345678',
    greeting: 'Hello',
    variables: {},
    maxSeconds: 60,
  }
}
