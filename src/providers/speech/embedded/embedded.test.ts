import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeEspeak } from '../../../../test/harness/espeak.ts'
import { packMissing } from '../../../../test/harness/speech-server.ts'
import { readConfig } from '../../../config.ts'
import { joined, SAMPLE_RATE } from '../../../lib/audio/samples.ts'
import { readWav, writeWav } from '../../../lib/audio/wav.ts'
import { createSpeech, encodeMp3, readWavAside, type SpeechSet, VAD_FRAME, type Vad } from '../index.ts'

const missing = packMissing()
const silent = { info() {}, warn() {} }
let speech: SpeechSet
beforeAll(() => {
  speech = createSpeech(readConfig({}), silent, { espeak: 'no-such-program' })
})
afterAll(() => speech.close())

async function say(text: string): Promise<Int16Array> {
  const parts: Int16Array[] = []
  for await (const part of speech.voice?.speak(text, { language: 'en' }) ?? []) parts.push(part)
  return joined(parts)
}

describe('flite', () => {
  it('gives each sentence as soon as it is made', async () => {
    const pieces: number[] = []
    for await (const piece of speech.voice?.speak('One. Two. Three.', { language: 'en' }) ?? [])
      pieces.push(piece.length)
    expect(pieces).toHaveLength(3)
  })

  it('speaks with another voice when told so', async () => {
    const other = createSpeech(readConfig({ ICEBOT_TTS_VOICE: 'rms' }), silent, { espeak: 'no-such-program' })
    const parts: Int16Array[] = []
    for await (const part of other.voice?.speak('Good morning', { language: 'en' }) ?? []) parts.push(part)
    expect(joined(parts)).not.toEqual(await say('Good morning'))
    await other.close()
  })
})

describe('MP3', () => {
  it('is made of whole frames that last as long as the sound', async () => {
    const sound = await say('Good morning, what can I get you today?')
    const frames = framesOf(await encodeMp3(sound))
    expect(new Set(frames.map(({ rate }) => rate))).toEqual(new Set([SAMPLE_RATE]))
    const seconds = (frames.length * 576) / SAMPLE_RATE
    expect(seconds).toBeGreaterThan(sound.length / SAMPLE_RATE)
    expect(seconds - sound.length / SAMPLE_RATE).toBeLessThan(0.2)
  })

  it('is made of sound as it comes, and of none', async () => {
    const sound = await say('Good morning.')
    async function* halves() {
      yield sound.subarray(0, 5_000)
      yield sound.subarray(5_000)
    }
    expect(await encodeMp3(halves())).toEqual(await encodeMp3(sound))
    expect((await encodeMp3(new Int16Array(0))).length).toBeLessThan(1_000)
  })

  it('fails with what it is made of', async () => {
    async function* broken() {
      yield new Int16Array(100)
      throw new Error('the voice broke')
    }
    await expect(encodeMp3(broken())).rejects.toThrow('the voice broke')
  })
})

it('a recording is read aside as it is read here', async () => {
  const file = writeWav(await say('Hello'), 22_050)
  expect(await readWavAside(file, { maxSeconds: 10 })).toEqual(readWav(file, { maxSeconds: 10 }))
  expect(await readWavAside(new Uint8Array(5), { maxSeconds: 10 })).toMatchObject({ outcome: 'unreadable' })
})

describe('espeak-ng, a program of its own', () => {
  const espeak = fakeEspeak()
  const set = () => createSpeech(readConfig({}), silent, { espeak: espeak.program })
  afterAll(() => espeak.remove())

  it('speaks what flite cannot, and flite what it can', async () => {
    const { voice } = set()
    expect(['en', 'ms', 'zh', 'ta', 'fr'].map((language) => voice?.knows(language))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    for (const language of ['ms', 'zh', 'ta'])
      for await (const _ of voice?.speak('RM 6', { language }) ?? []) break
    await vi.waitFor(() => expect(espeak.asked()).toHaveLength(3))
    expect(espeak.asked().map(({ args, text }) => [args[1], text])).toEqual([
      ['ms', 'enam ringgit'],
      ['cmn', '6令吉'],
      ['ta', '6 ரிங்கிட்'],
    ])
    for await (const _ of voice?.speak('Hello', { language: 'en' }) ?? []) break
    expect(espeak.asked()).toHaveLength(3)
  })

  it('never sees what is said among its arguments', async () => {
    for await (const _ of set().voice?.speak('--help -w /tmp/x; $(ls)', { language: 'ms' }) ?? []) break
    expect(espeak.asked().at(-1)?.args).toEqual(['-v', 'ms', '-b', '1', '--stdin', '--stdout'])
  })

  it.each(['fail', 'garbage'])('that ends without sound (%s) is a failure', async (text) => {
    const listening = set().voice?.speak(text, { language: 'ms' })[Symbol.asyncIterator]().next()
    await expect(listening).rejects.toMatchObject({ failure: 'broken' })
  })

  it('is ended when nobody listens any more', async () => {
    const giveUp = new AbortController()
    const listening = set()
      .voice?.speak('hang', { language: 'ms', signal: giveUp.signal })
      [Symbol.asyncIterator]()
      .next()
    await vi.waitFor(() => expect(espeak.asked().at(-1)?.text).toBe('hang'), { timeout: 5_000 })
    giveUp.abort()
    await expect(listening).rejects.toMatchObject({ failure: 'cancelled' })
    const { pid } = espeak.asked().at(-1) ?? { pid: 0 }
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow())
  })

  it('is not there where it is not installed, and that is said', () => {
    expect(speech.voice?.knows('ms')).toBe(false)
    expect(speech.off).toContain(
      'Replies in Malay, Chinese and Tamil are not read aloud: espeak-ng is not installed.',
    )
  })
})

describe.skipIf(missing)('moonshine', () => {
  it('hears a long recording in parts, none of them lost', async () => {
    const sentence = 'The shop opens at eight in the morning and closes at ten in the evening.'
    const pause = new Int16Array(SAMPLE_RATE / 2)
    const once = await say(sentence)
    const heard = await speech.recogniser?.transcribe(joined(Array(8).fill([once, pause]).flat()), {
      language: 'en',
    })
    expect(heard?.match(/shop/gi)).toHaveLength(8)
    expect(heard?.match(/morning/gi)).toHaveLength(8)
  })

  it('makes no words of noise, of a tone or of a click', async () => {
    const noise = (loud: number) =>
      Int16Array.from({ length: SAMPLE_RATE * 3 }, () => (Math.random() - 0.5) * loud)
    const tone = Int16Array.from({ length: SAMPLE_RATE * 3 }, (_, i) => 8_000 * Math.sin(i / 6))
    const click = Int16Array.from({ length: SAMPLE_RATE }, (_, i) => (i === 8_000 ? 30_000 : 0))
    for (const audio of [noise(2_000), noise(20_000), tone, click])
      expect(await speech.recogniser?.transcribe(audio, { language: 'en' })).toBe('')
  })

  it('leaves the thread that answers requests alone', async () => {
    const clip = joined(Array(6).fill(await say('Good morning, what can I get you today?')))
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    const start = performance.now()
    await Promise.all([
      speech.recogniser?.transcribe(clip, { language: 'en' }),
      encodeMp3(clip),
      say('And one more thing, please.'),
    ])
    clearInterval(timer)
    expect(ticks).toBeGreaterThan((performance.now() - start) / 5 / 4)
  })
})

describe.skipIf(missing)('voice activity', () => {
  const open = () => (speech.createVad as () => Vad)()
  const frames = (audio: Int16Array) =>
    Array.from({ length: Math.floor(audio.length / VAD_FRAME) }, (_, i) =>
      audio.slice(i * VAD_FRAME, (i + 1) * VAD_FRAME),
    )
  const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  it('tells speech from silence and noise', async () => {
    const vad = open()
    const feed = (audio: Int16Array) => Promise.all(frames(audio).map((frame) => vad.feed(frame)))
    expect(average(await feed(await say('Good morning, what can I get you today?')))).toBeGreaterThan(0.6)
    await feed(new Int16Array(SAMPLE_RATE / 2))
    expect(average(await feed(new Int16Array(SAMPLE_RATE)))).toBeLessThan(0.1)
    vad.reset()
    expect(
      average(await feed(Int16Array.from({ length: SAMPLE_RATE }, () => (Math.random() - 0.5) * 3_000))),
    ).toBeLessThan(0.3)
  })

  it('takes frames in order, however fast they come, and each stream for itself', async () => {
    const all = frames(await say('Good morning.'))
    const slow = open()
    const wanted: number[] = []
    for (const frame of all) wanted.push(await slow.feed(frame))
    const [one, other] = [open(), open()]
    const both = await Promise.all(
      all.flatMap((frame) => [one.feed(frame), other.feed(new Int16Array(VAD_FRAME))]),
    )
    expect(both.filter((_, i) => i % 2 === 0)).toEqual(wanted)
    slow.reset()
    expect(await slow.feed(all[0] as Int16Array)).toBe(wanted[0])
  })

  it('refuses a frame of another size', () => {
    expect(() => open().feed(new Int16Array(100))).toThrow('512')
  })
})

interface Frame {
  rate: number
}

/** MPEG-2 Layer III as it is specified; throws where no frame begins. */
function framesOf(bytes: Uint8Array): Frame[] {
  const rates = [22_050, 24_000, 16_000]
  const kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  const frames: Frame[] = []
  for (let at = 0; at < bytes.length; ) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    if (a !== 0xff || (b & 0xfe) !== 0xf2) throw new Error(`no frame at ${at}`)
    const rate = rates[(c >> 2) & 3] as number
    frames.push({ rate })
    at += Math.floor((72_000 * (kilobits[c >> 4] as number)) / rate) + ((c >> 1) & 1)
  }
  return frames
}
