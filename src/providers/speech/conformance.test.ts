import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeEspeak } from '../../../test/harness/espeak.ts'
import { type FakeSpeech, packMissing, startSpeech } from '../../../test/harness/speech-server.ts'
import { readConfig } from '../../config.ts'
import { joined, SAMPLE_RATE } from '../../lib/audio/samples.ts'
import { findEspeak } from './embedded/espeak.ts'
import { createSpeech, type Recogniser, type SpeechSet, type Voice } from './index.ts'
import { createDeepgram, createElevenlabsRecogniser, createOpenaiRecogniser } from './remote/recognisers.ts'
import { createElevenlabsVoice, createOpenaiVoice } from './remote/voices.ts'

const silent = { info() {}, warn() {} }
const missing = packMissing()
let embedded: SpeechSet
let clip: Int16Array
beforeAll(async () => {
  embedded = createSpeech(readConfig({}), silent, { espeak: 'no-such-program' })
  if (embedded.voice)
    clip = await soundOf(embedded.voice, 'I would like two cups of coffee and one toast please.')
})
afterAll(() => embedded.close())

describe.skipIf(missing)('moonshine', () => {
  recognises(() => ({ recogniser: embedded.recogniser as Recogniser, unknown: 'ms' }))
})

describe.each([
  ['openai-compatible', createOpenaiRecogniser],
  ['deepgram', createDeepgram],
  ['elevenlabs', createElevenlabsRecogniser],
] as const)('a recogniser that speaks %s', (kind, create) => {
  let server: FakeSpeech
  beforeAll(async () => {
    server = await startSpeech(kind)
  })
  afterAll(() => server.close())
  beforeEach(() => server.play([{}]))
  recognises(() => ({
    recogniser: create({ url: server.url, key: server.key, model: 'm' }),
    unknown: 'tlh',
  }))
})

describe('flite', () => {
  speaks(() => ({ voice: embedded.voice as Voice, unknown: 'ms' }), 'en')
})

describe('what speaks as espeak-ng does', () => {
  const { program, remove } = fakeEspeak()
  afterAll(remove)
  speaks(() => ({ voice: findEspeak(program) as Voice, unknown: 'en' }), 'ms')
})

const espeak = findEspeak()
if (!espeak) process.stdout.write('Tests of the real espeak-ng are skipped: it is not on the PATH\n')
describe.skipIf(!espeak).each(['ms', 'zh', 'ta'])('espeak-ng in %s', (language) => {
  speaks(() => ({ voice: espeak as Voice, unknown: 'en' }), language)
})

describe.each([
  ['openai-compatible', createOpenaiVoice],
  ['elevenlabs', createElevenlabsVoice],
] as const)('a voice that speaks %s', (kind, create) => {
  let server: FakeSpeech
  beforeAll(async () => {
    server = await startSpeech(kind)
  })
  afterAll(() => server.close())
  beforeEach(() => server.play([{}]))
  speaks(
    () => ({
      voice: create({ url: server.url, key: server.key, model: 'm', voice: 'George' }),
      unknown: 'tlh',
    }),
    'en',
  )
})

function recognises(open: () => { recogniser: Recogniser; unknown: string }): void {
  let recogniser: Recogniser
  let unknown: string
  beforeAll(() => {
    ;({ recogniser, unknown } = open())
  })

  it('hears what is said, and leaves the recording as it was', async () => {
    const copy = clip.slice()
    expect(plain(await recogniser.transcribe(clip, { language: 'en' }))).toMatch(
      /^i would like (two|2) cups of coffee and (one|1) toast please$/,
    )
    expect(clip).toEqual(copy)
  })

  it('hears nothing in silence and in nothing', async () => {
    expect(await recogniser.transcribe(new Int16Array(0), { language: 'en' })).toBe('')
    expect(await recogniser.transcribe(new Int16Array(SAMPLE_RATE), { language: 'en' })).toBe('')
    expect(await recogniser.transcribe(new Int16Array(10), { language: 'en' })).toBe('')
  })

  it('takes a language with its region, in any case', async () => {
    for (const language of ['en', 'en-MY', 'EN_my']) {
      expect(recogniser.knows(language)).toBe(true)
      expect(await recogniser.transcribe(clip, { language })).not.toBe('')
    }
  })

  it.each(['', '-', '__proto__', 'constructor'])('does not know the language %j', async (language) => {
    expect(recogniser.knows(language)).toBe(false)
    await expect(recogniser.transcribe(clip, { language })).rejects.toMatchObject({ failure: 'language' })
  })

  it('refuses a language it does not know, with a sentence for the customer', async () => {
    expect(recogniser.knows(unknown)).toBe(false)
    await expect(recogniser.transcribe(clip, { language: unknown })).rejects.toMatchObject({
      name: 'SpeechFailed',
      failure: 'language',
      publicText: expect.stringMatching(/please type instead\.$/),
    })
  })

  it('refuses what is too long', async () => {
    const hours = new Int16Array(SAMPLE_RATE * 301)
    await expect(recogniser.transcribe(hours, { language: 'en' })).rejects.toMatchObject({
      failure: 'too_long',
    })
  })

  it('stops when whoever asked gives up, also before it began', async () => {
    const giveUp = new AbortController()
    const long = joined(Array(20).fill(clip))
    const under = recogniser.transcribe(long, { language: 'en', signal: giveUp.signal })
    giveUp.abort()
    await expect(under).rejects.toMatchObject({ failure: 'cancelled' })
    await expect(
      recogniser.transcribe(clip, { language: 'en', signal: giveUp.signal }),
    ).rejects.toMatchObject({
      failure: 'cancelled',
    })
    expect(await recogniser.transcribe(clip, { language: 'en' })).not.toBe('')
  })

  it('hears several at once, each for itself', async () => {
    const heard = await Promise.all(
      [clip, new Int16Array(SAMPLE_RATE), clip].map((audio) =>
        recogniser.transcribe(audio, { language: 'en' }),
      ),
    )
    expect(heard.map((text) => text !== '')).toEqual([true, false, true])
  })
}

function speaks(open: () => { voice: Voice; unknown: string }, language: string): void {
  let voice: Voice
  let unknown: string
  beforeAll(() => {
    ;({ voice, unknown } = open())
  })
  const text = 'Hello! That is RM 6.40. Your order K7M2 is ready.'

  it('makes sound of a sensible length that is not silent', async () => {
    const sound = await soundOf(voice, text, language)
    expect(sound.length / SAMPLE_RATE).toBeGreaterThan(1)
    expect(sound.length / SAMPLE_RATE).toBeLessThan(15)
    const loudness = Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length)
    expect(loudness).toBeGreaterThan(300)
  })

  it.each(['', ' \n', '😀', 'https://shop.example.com/pay/x', '...'])(
    'says nothing of %j',
    async (nothing) => {
      expect(await soundOf(voice, nothing, language)).toHaveLength(0)
    },
  )

  it('takes a language with its region', async () => {
    expect(voice.knows(`${language}-MY`)).toBe(true)
    expect((await soundOf(voice, 'Hello', `${language}-MY`)).length).toBeGreaterThan(1_000)
  })

  it('takes whatever characters there are', async () => {
    expect(
      (await soundOf(voice, 'Café “naïve” 你好 \u0000 -o x.wav \u2028 $(ls) ok', language)).length,
    ).toBeGreaterThan(1_000)
  })

  it('refuses a language it does not know', async () => {
    for (const other of [unknown, '', '__proto__', 'constructor']) {
      expect(voice.knows(other)).toBe(false)
      await expect(soundOf(voice, text, other)).rejects.toMatchObject({ failure: 'language' })
    }
  })

  it('refuses a text without end', async () => {
    await expect(soundOf(voice, 'word '.repeat(1_001), language)).rejects.toMatchObject({
      failure: 'too_long',
    })
  })

  it('stops when whoever asked gives up, also before it began', async () => {
    const giveUp = new AbortController()
    const listening = (async () => {
      for await (const _ of voice.speak(`${text} `.repeat(20), { language, signal: giveUp.signal }))
        giveUp.abort()
    })()
    await expect(listening).rejects.toMatchObject({ failure: 'cancelled' })
    await expect(soundOf(voice, text, language, giveUp.signal)).rejects.toMatchObject({
      failure: 'cancelled',
    })
  })

  it('one listener who leaves does not disturb the others', async () => {
    const whole = (await soundOf(voice, text, language)).length
    const others = [soundOf(voice, text, language), soundOf(voice, text, language)]
    for await (const _ of voice.speak(text, { language })) break
    expect((await Promise.all(others)).map(({ length }) => length)).toEqual([whole, whole])
    expect(await soundOf(voice, text, language)).toHaveLength(whole)
  })
}

async function soundOf(
  voice: Voice,
  text: string,
  language = 'en',
  signal?: AbortSignal,
): Promise<Int16Array> {
  const parts: Int16Array[] = []
  for await (const part of voice.speak(text, { language, signal })) parts.push(part)
  return joined(parts)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9 ]/g, '')
}
