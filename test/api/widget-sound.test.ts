import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeWav } from '../../src/lib/audio/wav.ts'
import { sql } from '../../src/platform/db/index.ts'
import { SpeechFailed, type SpeechSet } from '../../src/providers/speech/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { allowDomains, type Visitor, visit } from '../harness/visitor.ts'

/** Speech that takes its cues from the test, so that it is about our part of it. */
const cue = { heard: 'two kopi please', asked: [] as string[], spoken: [] as string[], fails: false }
const speech: SpeechSet = {
  recogniser: {
    name: 'cue',
    knows: (language) => language === 'en',
    async transcribe(_audio, { language }) {
      cue.asked.push(language)
      if (cue.fails) throw new SpeechFailed('unreachable', 'for the test')
      return cue.heard
    },
    close: async () => {},
  },
  voice: {
    name: 'cue',
    knows: (language) => language === 'en',
    async *speak(text) {
      cue.spoken.push(text)
      if (cue.fails) throw new SpeechFailed('busy', 'for the test')
      yield tone(1)
    },
    close: async () => {},
  },
  off: [],
  close: async () => {},
}

let service: TestService
let shop: Shop
let visitor: Visitor
beforeAll(async () => {
  service = await startService({ speech, brain: { think: async () => ({ replies: ['Two kopi.'] }) } })
})
afterAll(() => service.close())
beforeEach(async () => {
  Object.assign(cue, { heard: 'two kopi please', asked: [], spoken: [], fails: false })
  shop = await openShop(service.db)
  await allowDomains(service, shop, 'shop.example')
  visitor = await visit(service, shop)
})

function tone(seconds: number): Int16Array {
  return Int16Array.from({ length: 16_000 * seconds }, (_, i) => 8_000 * Math.sin(i / 6))
}

const note = (audio: Uint8Array = writeWav(tone(1)), type = 'audio/wav', path = '/voice-note') =>
  visitor.call(path, { raw: Buffer.from(audio), headers: { 'Content-Type': type } })

async function answered(text = 'hello'): Promise<{ id: string; question: string }> {
  const stream = await visitor.listen()
  const { json } = await visitor.say(text)
  const { data } = await stream.until(({ event, data }) => event === 'message' && data.role === 'assistant')
  stream.close()
  return { id: data.id, question: json.message.id }
}

describe('a voice note', () => {
  it('becomes a message of the visitor, once', async () => {
    const first = await note(undefined, undefined, '/voice-note?clientId=n1')
    expect(first.status).toBe(200)
    expect(first.json).toMatchObject({
      transcript: 'two kopi please',
      message: { role: 'user', content: 'two kopi please', author: 'visitor', client_id: 'n1' },
    })
    const again = await note(undefined, undefined, '/voice-note?clientId=n1')
    expect(again.json.message.id).toBe(first.json.message.id)
  })

  it.each([
    ['no sound file', Buffer.from('hello'), 'audio/wav', 400, 'invalid_audio'],
    ['nothing', Buffer.alloc(0), 'audio/wav', 400, 'invalid_audio'],
    ['cut off', Buffer.from(writeWav(tone(1))).subarray(0, 500), 'audio/wav', 400, 'invalid_audio'],
    ['61 seconds at 8 kHz', Buffer.from(writeWav(tone(30.5), 8_000)), 'audio/wav', 400, 'invalid_audio'],
    ['larger than 2 MB', Buffer.alloc(2 * 1024 * 1024 + 1), 'audio/wav', 413, 'body too large'],
    ['of another kind', Buffer.from('OggS'), 'audio/ogg', 415, 'unsupported content type'],
  ])('that is %s is a clear refusal', async (_name, audio, type, status, error) => {
    const { status: given, json, headers } = await note(audio, type)
    expect(given).toBe(status)
    expect(json).toEqual({ error, message: expect.any(String) })
    expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
  })

  it('with a name that no database keeps is a clear refusal', async () => {
    for (const name of ['%00', 'a'.repeat(101), '']) {
      const { status, json } = await note(undefined, undefined, `/voice-note?clientId=${name}`)
      expect([status, json.error]).toEqual([400, 'invalid query'])
    }
    expect(cue.asked).toEqual([])
  })

  it('in which nobody speaks is no message', async () => {
    cue.heard = '  '
    expect((await note()).json.error).toBe('nothing_heard')
    expect((await visitor.call('/messages')).json.data).toEqual([])
  })

  it('is declined in a language that nobody here understands, and not guessed', async () => {
    await answered()
    await service.db.run(sql`
      update turns set memory = memory || '{"language": "ms"}' where agent_id = ${shop.agent.id}`)
    const { status, json } = await note()
    expect(status).toBe(422)
    expect(json.error).toBe('language_not_supported')
    expect(cue.asked).toEqual([])
  })

  it('is a kind refusal while the recogniser is away', async () => {
    cue.fails = true
    const { status, json } = await note()
    expect(status).toBe(503)
    expect(json).toEqual({ error: 'voice_unavailable', message: expect.stringContaining('type') })
  })

  it('counts as one of the 20 messages a minute', async () => {
    for (let i = 0; i < 20; i++) await visitor.say(`no ${i}`)
    expect((await note()).status).toBe(429)
  })

  it('needs the visitor’s own session', async () => {
    expect((await visitor.call('/voice-note', { key: 'x', raw: Buffer.alloc(1) })).status).toBe(401)
  })
})

describe('a reply read aloud', () => {
  it('is an MP3 made once, however often and by how many it is asked for', async () => {
    const { id } = await answered()
    const ask = () => visitor.call(`/speak?m=${id}`)
    const sounds = await Promise.all([ask(), ask(), ask()])
    for (const { status, headers } of [...sounds, await ask()]) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('audio/mpeg')
      expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
    }
    expect(cue.spoken).toEqual(['Two kopi.'])
    const [kept] = await service.db.rows<{ audio: Buffer }>(
      sql`select audio from spoken_messages where agent_id = ${shop.agent.id}`,
    )
    // The first bits of every MPEG frame, after a tag or not.
    expect(kept?.audio.length).toBeGreaterThan(1_000)
    expect(kept?.audio.includes(Buffer.from([0xff]))).toBe(true)
  })

  it('is only the agent’s, and only in the visitor’s own conversation', async () => {
    const { id, question } = await answered()
    const stranger = await visit(service, shop)
    await stranger.say('hi')
    const refused = [
      await visitor.call(`/speak?m=${question}`),
      await visitor.call('/speak?m=nonsense'),
      await visitor.call('/speak'),
      await visitor.call('/speak?m=00000000-0000-7000-8000-000000000000'),
      await stranger.call(`/speak?m=${id}`),
    ]
    for (const { status, text } of refused) expect([status, text]).toEqual([404, refused[0]?.text])
    expect((await visitor.call(`/speak?m=${id}`, { key: 'x' })).status).toBe(401)
    expect(cue.spoken).toEqual([])
  })

  it('can be tried again after it failed', async () => {
    const { id } = await answered()
    cue.fails = true
    const refused = await visitor.call(`/speak?m=${id}`)
    expect([refused.status, refused.json.error]).toEqual([503, 'voice_unavailable'])
    expect(refused.headers.get('retry-after')).toBe('5')
    cue.fails = false
    expect((await visitor.call(`/speak?m=${id}`)).status).toBe(200)
  })
})

describe('without speech', () => {
  it('both say so, and the chat goes on', async () => {
    const mute = await startService({ database: service.database })
    const one = await visit(mute, shop)
    const refused = await one.call('/voice-note', {
      raw: Buffer.from(writeWav(tone(1))),
      headers: { 'Content-Type': 'audio/wav' },
    })
    expect([refused.status, refused.json.error]).toEqual([503, 'voice_unavailable'])
    expect((await one.call('/voice-session', { method: 'POST' })).json).toEqual({ mode: 'typed' })
    expect((await one.say('hello')).status).toBe(200)
    await mute.close()
  })
})
