import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type FakeSpeech,
  type Play,
  type SpeechKind,
  startSpeech,
} from '../../../../test/harness/speech-server.ts'
import { joined, SAMPLE_RATE } from '../../../lib/audio/samples.ts'
import type { SpeechFailed } from '../index.ts'
import type { Recogniser, Voice } from '../port.ts'
import {
  createDeepgram,
  createElevenlabsRecogniser,
  createOpenaiRecogniser,
  type RemoteOptions,
} from './recognisers.ts'
import { createElevenlabsVoice, createOpenaiVoice, type RemoteVoiceOptions } from './voices.ts'

const clip = Int16Array.from({ length: SAMPLE_RATE }, (_, i) => 9_000 * Math.sin(i / 5))
const quick = { pauseMs: 10, timeoutMs: 5_000 }
const hear = (recogniser: Recogniser, signal?: AbortSignal) =>
  recogniser.transcribe(clip, { language: 'ms-MY', signal })

async function listen(
  voice: Voice,
  text = 'Selamat pagi. Apa khabar?',
  signal?: AbortSignal,
): Promise<Int16Array> {
  const parts: Int16Array[] = []
  for await (const part of voice.speak(text, { language: 'ms', signal })) parts.push(part)
  return joined(parts)
}

const recognisers = {
  'openai-compatible': createOpenaiRecogniser,
  deepgram: createDeepgram,
  elevenlabs: createElevenlabsRecogniser,
}
const voices = { 'openai-compatible': createOpenaiVoice, elevenlabs: createElevenlabsVoice }

describe.each(Object.keys(recognisers) as SpeechKind[])('a recogniser that speaks %s', (kind) => {
  const server = served(kind)
  const open = (more: Partial<RemoteOptions> = {}) =>
    recognisers[kind]({ url: server().url, key: server().key, model: 'the-model', ...quick, ...more })
  suffers(server, (more) => ({ run: (signal) => hear(open(more), signal) }), { text: 'Dua kopi.' })

  it('sends the recording as WAV, with the model and the plain language', async () => {
    server().play([{ text: ' Dua kopi.\u0000 ' }])
    expect(await hear(open())).toBe('Dua kopi.')
    const [request] = server().requests
    expect(request?.seconds).toBe(1)
    const told = { ...request?.fields, ...Object.fromEntries(request?.query ?? []) }
    expect(told).toMatchObject(
      {
        'openai-compatible': {
          model: 'the-model',
          language: 'ms',
          response_format: 'json',
          file: 'speech.wav audio/wav',
        },
        deepgram: { model: 'the-model', language: 'ms', smart_format: 'true', type: 'audio/wav' },
        elevenlabs: {
          model_id: 'the-model',
          language_code: 'ms',
          tag_audio_events: 'false',
          file: 'speech.wav audio/wav',
        },
      }[kind],
    )
  })
})

describe.each(Object.keys(voices) as (keyof typeof voices)[])('a voice that speaks %s', (kind) => {
  const server = served(kind)
  const open = (more: Partial<RemoteVoiceOptions> = {}) =>
    voices[kind]({
      url: server().url,
      key: server().key,
      model: 'the-model',
      voice: 'George',
      ...quick,
      ...more,
    })
  suffers(server, (more) => ({ run: (signal) => listen(open(more), undefined, signal) }), {})

  it('sends the text without links, with the model and the voice', async () => {
    server().play([{}])
    await listen(open(), '**Bayar** di sini: https://shop.example/pay/1 RM 6.40')
    const [request] = server().requests
    expect(request).toMatchObject(
      {
        'openai-compatible': {
          fields: {
            model: 'the-model',
            voice: 'George',
            input: 'Bayar di sini: RM 6.40',
            response_format: 'pcm',
          },
        },
        elevenlabs: {
          path: '/v1/text-to-speech/George/stream',
          fields: { model_id: 'the-model', text: 'Bayar di sini: RM 6.40', language_code: 'ms' },
        },
      }[kind],
    )
    if (kind === 'elevenlabs') expect(request?.query.get('output_format')).toBe('pcm_16000')
  })

  it('gives 16 kHz whatever it gets, raw or as WAV, and begins before all is there', async () => {
    server().play([{}, { fault: 'wav' }])
    const [raw, wav] = [await listen(open()), await listen(open())]
    expect(raw.length / SAMPLE_RATE).toBeCloseTo(0.3 + 'Selamat pagi. Apa khabar?'.length / 40, 2)
    expect(Math.abs(raw.length - wav.length)).toBeLessThan(3)
    const off = raw
      .subarray(100, wav.length - 100)
      .findIndex((sample, i) => Math.abs(sample - (wav[i + 100] ?? 0)) > 80)
    expect(off).toBe(-1)
    server().play([{}])
    let pieces = 0
    for await (const _ of open().speak('a'.repeat(500), { language: 'en' })) pieces++
    expect(pieces).toBeGreaterThan(5)
  })

  it('cut off in the middle it says so, and does not begin again', async () => {
    server().play([{ fault: 'cut' }, {}])
    const heard: Int16Array[] = []
    const listening = (async () => {
      for await (const part of open().speak('Selamat pagi, apa khabar?', { language: 'ms' })) heard.push(part)
    })()
    await expect(listening).rejects.toMatchObject({
      failure: 'broken',
      detail: expect.stringContaining('cut off'),
    })
    expect(heard.length).toBeGreaterThan(0)
    expect(server().requests).toHaveLength(1)
  })

  it('that falls silent in the middle is given up, and hung up on', async () => {
    server().play([{ fault: 'stall' }])
    await expect(listen(open({ timeoutMs: 300 }))).rejects.toMatchObject({ failure: 'timed_out' })
    await vi.waitFor(() => expect(server().requests[0]?.isAbandoned).toBe(true))
  })

  it('a listener may be slower than the time the provider has', async () => {
    server().play([{}])
    let pieces = 0
    for await (const _ of open({ timeoutMs: 200 }).speak('Selamat pagi!', { language: 'ms' }))
      if (pieces++ === 0) await new Promise((resolve) => setTimeout(resolve, 500))
    expect(pieces).toBeGreaterThan(1)
  })

  it('a listener who leaves hangs up', async () => {
    server().play([{ fault: 'flood' }])
    for await (const _ of open().speak('Selamat pagi!', { language: 'ms' })) break
    await vi.waitFor(() => expect(server().requests[0]?.isAbandoned).toBe(true))
  })

  it('sound without end is given up', async () => {
    server().play([{ fault: 'flood' }])
    await expect(listen(open({ timeoutMs: 20_000 }))).rejects.toMatchObject({ failure: 'broken' })
  })

  it('an answer in MP3 is refused with the way out', async () => {
    server().play([{ fault: 'mp3' }])
    await expect(listen(open())).rejects.toMatchObject({
      failure: 'refused',
      detail: expect.stringContaining('PCM or WAV'),
    })
    expect(server().requests).toHaveLength(1)
  })
})

it('ElevenLabs: a model that finds the language itself is not told it', async () => {
  const server = await startSpeech('elevenlabs')
  const { url, key } = server
  await listen(
    createElevenlabsVoice({ url, key, model: 'eleven_multilingual_v2', voice: 'George', ...quick }),
  )
  expect(server.requests[0]?.fields).not.toHaveProperty('language_code')
  await server.close()
})

it('OpenAI-compatible: a text over the limit of one request is said in several', async () => {
  const server = await startSpeech('openai-compatible')
  const { url, key } = server
  const voice = createOpenaiVoice({ url, key, model: 'm', voice: 'alloy', ...quick })
  for await (const _ of voice.speak('Kopi sedap. '.repeat(400), { language: 'ms' })) {
  }
  const said = server.requests.map(({ fields }) => String(fields.input))
  expect(said).toHaveLength(2)
  expect(said.join(' ')).toBe('Kopi sedap. '.repeat(400).trim())
  await server.close()
})

it('OpenAI-compatible: a server of one’s own needs no key', async () => {
  const server = await startSpeech('openai-compatible')
  const { url } = server
  await expect(hear(createOpenaiRecogniser({ url, model: 'm', ...quick }))).rejects.toMatchObject({
    failure: 'refused',
  })
  await server.close()
})

function served(kind: SpeechKind): () => FakeSpeech {
  let server: FakeSpeech
  beforeAll(async () => {
    server = await startSpeech(kind)
  })
  afterAll(() => server.close())
  return () => server
}

/** What every remote provider must bear. */
function suffers(
  server: () => FakeSpeech,
  open: (more?: Partial<RemoteOptions>) => { run(signal?: AbortSignal): Promise<unknown> },
  fine: Play,
): void {
  it.each([408, 429, 500, 502, 503])('is asked again after a %d', async (fault) => {
    server().play([{ fault }, { fault }, fine])
    expect(await open().run()).toBeTruthy()
    expect(server().requests).toHaveLength(3)
  })

  it.each(['reset', 'page', 'empty'] as const)('is asked again after a "%s"', async (fault) => {
    server().play([{ fault }, fine])
    expect(await open().run()).toBeTruthy()
    expect(server().requests).toHaveLength(2)
  })

  it('is asked only so often', async () => {
    server().play([{ fault: 503 }])
    await expect(open().run()).rejects.toMatchObject({ failure: 'busy' })
    expect(server().requests).toHaveLength(3)
  })

  it('is asked again as late as it said', async () => {
    server().play([{ fault: 429, headers: { 'Retry-After': '1' } }, fine])
    const start = performance.now()
    expect(await open().run()).toBeTruthy()
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  it('is given up at once when it asks for more time than there is', async () => {
    server().play([{ fault: 429, headers: { 'Retry-After': '3600' } }])
    const start = performance.now()
    await expect(open().run()).rejects.toMatchObject({ failure: 'busy' })
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(server().requests).toHaveLength(1)
  })

  it.each([400, 401, 403, 404, 413, 422])('is not asked again after a %d', async (fault) => {
    server().play([{ fault }])
    await expect(open().run()).rejects.toMatchObject({ failure: 'refused' })
    expect(server().requests).toHaveLength(1)
  })

  it.each(['hang', 'stall'] as const)('silent for too long (%s) it is hung up on', async (fault) => {
    server().play([{ fault }])
    const start = performance.now()
    await expect(open({ timeoutMs: 300 }).run()).rejects.toMatchObject({ failure: 'timed_out' })
    expect(performance.now() - start).toBeLessThan(2_000)
    await vi.waitFor(() => expect(server().requests[0]?.isAbandoned).toBe(true))
  })

  it('is hung up on when whoever asked gives up, also while it waits to ask again', async () => {
    for (const play of [{ fault: 'hang' }, { fault: 429, headers: { 'Retry-After': '3' } }] as Play[]) {
      server().play([play])
      const giveUp = new AbortController()
      setTimeout(() => giveUp.abort(), 100)
      const start = performance.now()
      await expect(open().run(giveUp.signal)).rejects.toMatchObject({ failure: 'cancelled' })
      expect(performance.now() - start).toBeLessThan(1_000)
    }
  })

  it('is followed nowhere else, for the key would go along', async () => {
    server().play([{ fault: 'redirect' }])
    await expect(open().run()).rejects.toMatchObject({ failure: 'unreachable' })
    expect(server().requests.filter(({ path }) => path.includes('elsewhere'))).toEqual([])
  })

  it('that is not there says so', async () => {
    const gone = await startSpeech('deepgram')
    await gone.close()
    await expect(open({ url: gone.url }).run()).rejects.toMatchObject({
      failure: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
      publicText: expect.stringMatching(/please type instead/),
    })
  })

  it('says why a key is refused, without the key; of anything else it repeats nothing', async () => {
    server().play([fine])
    const wrong = 'wrong-key-that-must-not-be-seen'
    const refused = await failureOf(open({ key: wrong }).run())
    expect(refused.detail).toMatch(/it answered 401: Incorrect API key/)
    expect(`${refused.message}${refused.detail}`).not.toContain('wrong')
    server().play([{ fault: 422, message: 'cannot read "my number is 012-3456789"' }])
    expect((await failureOf(open().run())).message).not.toContain('012')
  })
}

async function failureOf(run: Promise<unknown>): Promise<SpeechFailed> {
  return run.then(
    () => expect.fail('it should have failed'),
    (error) => error,
  )
}
