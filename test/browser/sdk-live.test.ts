import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, hello, share, toneEvent } from '../harness/live.ts'
import { type SdkSite, seenBy, soundOf, startSdkSite } from '../harness/sdk-site.ts'

let site: SdkSite
beforeAll(async () => {
  site = await startSdkSite()
})
afterAll(() => site.close())

const NO_BROWSER = 'no Chromium on this machine'
/** This machine may be busy. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 10_000 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const response = (text: string) => ({
  type: 'agent_response',
  agent_response_event: { agent_response: text, event_id: 1 },
})

beforeEach(({ skip }) => {
  if (!site.browser) skip(NO_BROWSER)
})

/** A page whose Talk button was pressed, and the caller it became. */
async function call(script: (caller: Caller) => void | Promise<void>) {
  let answered: (caller: Caller) => void = () => {}
  const caller = new Promise<Caller>((resolve) => {
    answered = resolve
  })
  site.script = async (one) => {
    answered(one)
    await script(one)
  }
  const opened = await site.open({ live: true })
  await opened.page.getByRole('button', { name: 'Talk' }).click()
  return { ...opened, caller: await caller }
}

describe('a live talk, on a page with a strict content security policy and five hosts', () => {
  it('both are heard: the microphone as 16 kHz, the agent without a gap; then it is hung up', async () => {
    const { page, complaints, caller } = await call(async (one) => {
      await one.until(({ type }) => type === 'conversation_initiation_client_data')
      one.send(hello)
      await one.until(({ user_audio_chunk }) => user_audio_chunk)
      one.send({ type: 'ping', ping_event: { event_id: 42, ping_ms: 3 } })
      one.send({
        type: 'tentative_user_transcript',
        tentative_user_transcription_event: { user_transcript: 'nak', event_id: 1 },
      })
      one.send({
        type: 'user_transcript',
        user_transcription_event: { user_transcript: 'Nak kopi ais', event_id: 1 },
      })
      one.send(response('Satu kopi ais, baik!'))
      // As from a network: pieces of a tone that comes in uneven steps, on the whole faster than it is heard.
      for (let i = 0; i < 10; i++) {
        one.send(toneEvent(500, 100, 2))
        await pause(i % 3 === 2 ? 120 : 20)
      }
    })
    await caller.until(({ user_audio_chunk }) => user_audio_chunk)
    expect(caller.received[0]).toEqual({
      type: 'conversation_initiation_client_data',
      dynamic_variables: { icebot_web_session: '0190b0de-0000-7000-8000-000000000001' },
    })
    await caller.until(({ type, event_id }) => type === 'pong' && event_id === 42)
    await eventually(async () => (await seenBy(page)).states).toEqual([
      'connecting',
      'listening',
      'speaking',
      'listening',
    ])
    expect((await seenBy(page)).transcripts).toEqual([
      { role: 'user', text: 'nak', final: false },
      { role: 'user', text: 'Nak kopi ais', final: true },
      { role: 'agent', text: 'Satu kopi ais, baik!', final: false },
      { role: 'agent', text: 'Satu kopi ais, baik!', final: true },
    ])

    const heard = caller.heard()
    expect(heard.length % 1_600).toBe(0)
    expect(share(heard.slice(-4_800), site.microphoneHertz)).toBeGreaterThan(0.9)

    const { samples, rate } = await soundOf(page)
    const first = samples.findIndex((sample) => Math.abs(sample) > 0.05)
    const last = samples.findLastIndex((sample) => Math.abs(sample) > 0.05)
    expect((last - first) / rate).toBeCloseTo(1, 1)
    expect(quietest(samples.slice(first, last), rate)).toBeGreaterThan(0.2)
    expect(loudestFrequency(samples.slice(first, last), rate)).toBe(500)

    await page.evaluate('session.end()')
    await caller.gone
    expect((await seenBy(page)).states.at(-1)).toBe('ended')
    const still = caller.received.length
    await pause(300)
    expect(caller.received.length).toBe(still)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('an agent that greets at once is heard from the first word', async () => {
    const { page } = await call((one) => {
      one.send(hello)
      one.send(response('Selamat datang!'))
      one.send(toneEvent(500, 1_000))
    })
    await eventually(async () => (await seenBy(page)).transcripts.at(-1)?.final).toBe(true)
    const { samples, rate } = await soundOf(page)
    expect(samples.filter((sample) => Math.abs(sample) > 0.02).length / rate).toBeGreaterThan(0.9)
    await page.context().close()
  })

  it('an interruption is silence at once; what was not heard is taken back', async () => {
    const { page } = await call(async (one) => {
      one.send(hello)
      await one.until(({ user_audio_chunk }) => user_audio_chunk)
      one.send(response('Kami ada kopi, teh, milo dan banyak lagi'))
      one.send(toneEvent(500, 5_000, 1))
      await pause(700)
      one.send({ type: 'interruption', interruption_event: { event_id: 2 } })
      one.send(toneEvent(500, 5_000, 1))
      one.send({
        type: 'agent_response_correction',
        agent_response_correction_event: {
          original_agent_response: 'Kami ada kopi, teh, milo dan banyak lagi',
          corrected_agent_response: 'Kami ada kopi…',
          event_id: 2,
        },
      })
    })
    await eventually(async () => (await seenBy(page)).transcripts.at(-1)).toEqual({
      role: 'agent',
      text: 'Kami ada kopi…',
      final: true,
    })
    await pause(800)
    expect((await seenBy(page)).states).toEqual(['connecting', 'listening', 'speaking', 'listening'])
    const { samples, rate } = await soundOf(page)
    const sounding = samples.filter((sample) => Math.abs(sample) > 0.05).length / rate
    expect(sounding).toBeGreaterThan(0.1)
    expect(sounding).toBeLessThan(1.2)
    await page.context().close()
  })

  it('muted, the agent hears silence', async () => {
    const { page, caller } = await call((one) => one.send(hello))
    await caller.until(({ user_audio_chunk }) => user_audio_chunk)
    await page.evaluate('session.setMuted(true)')
    await eventually(() => Math.max(...caller.heard().slice(-1_600).map(Math.abs))).toBe(0)
    await page.evaluate('session.setMuted(false)')
    await eventually(() => Math.max(...caller.heard().slice(-1_600).map(Math.abs))).toBeGreaterThan(1_000)
    await page.context().close()
    await caller.gone
  })

  it('what is written is told once, whether or not the agent repeats it', async () => {
    const { page, caller } = await call((one) => one.send(hello))
    const heard = (user_transcript: string) =>
      caller.send({ type: 'user_transcript', user_transcription_event: { user_transcript } })
    await caller.until(({ user_audio_chunk }) => user_audio_chunk)
    await page.evaluate("session.send(' Apa khabar? ')")
    await caller.until(({ type, text }) => type === 'user_message' && text === 'Apa khabar?')
    heard('Apa khabar?')
    heard('Baik')
    heard('Apa khabar?')
    const words = async () => (await seenBy(page)).transcripts.map(({ text }) => text)
    await eventually(words).toEqual(['Apa khabar?', 'Baik', 'Apa khabar?'])
    await page.context().close()
  })

  it.each([
    ['the cable is pulled', (one: Caller) => one.cut(), 'network_lost'],
    ['it breaks', (one: Caller) => one.hangUp(1011), 'network_lost'],
    ['credits run out', (one: Caller) => one.hangUp(4402), 'credits_used_up'],
    [
      'the voice says that there are no credits',
      (one: Caller) =>
        one.send({
          type: 'error',
          error_event: { code: 1008, message: 'This exceeds your quota of credits' },
        }),
      'credits_used_up',
    ],
  ])('when %s the page is told', async (_, trouble, code) => {
    const { page, caller } = await call((one) => one.send(hello))
    await caller.until(({ user_audio_chunk }) => user_audio_chunk)
    trouble(caller)
    await eventually(async () => (await seenBy(page)).states.at(-1)).toBe('error')
    const { errors, rejected } = await seenBy(page)
    expect(errors).toMatchObject([{ code, known: true }])
    expect(rejected).toBeUndefined()
    await caller.gone
    await page.context().close()
  })

  it('an agent that hangs up ends it in good order', async () => {
    const { page, caller } = await call((one) => one.send(hello))
    await caller.until(({ user_audio_chunk }) => user_audio_chunk)
    caller.hangUp()
    await eventually(async () => (await seenBy(page)).states).toEqual(['connecting', 'listening', 'ended'])
    expect((await seenBy(page)).errors).toEqual([])
    await page.context().close()
  })

  it('a line that cannot be opened is a lost network', async () => {
    const { page } = await call((one) => one.cut())
    await eventually(async () => (await seenBy(page)).rejected).toBe('network_lost')
    expect((await seenBy(page)).states).toEqual(['connecting', 'error'])
    expect((await seenBy(page)).errors).toHaveLength(1)
    await page.context().close()
  })
})

/** The weakest 20 ms of it: a gap would be silent. */
function quietest(samples: number[], rate: number): number {
  const size = Math.round(rate / 50)
  const parts = Array.from({ length: Math.floor(samples.length / size) }, (_, i) =>
    samples.slice(i * size, (i + 1) * size).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  )
  return Math.min(...parts)
}

function loudestFrequency(samples: number[], rate: number): number {
  const pcm = Int16Array.from(samples, (sample) => sample * 32_767)
  const candidates = [250, 375, 500, 520, 544, 1_000, 1_500]
  return candidates.reduce((best, hertz) => (share(pcm, hertz, rate) > share(pcm, best, rate) ? hertz : best))
}
