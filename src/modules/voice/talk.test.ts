import { afterEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/harness/database.ts'
import { startModel } from '../../../test/harness/model.ts'
import { CueSpeech, loudest, Person, tone } from '../../../test/harness/person.ts'
import { openShop } from '../../../test/harness/service.ts'
import { createLog } from '../../platform/log.ts'
import { system } from '../audit/index.ts'
import { createBrain } from '../brain/index.ts'
import { receive } from '../conversations/index.ts'
import { createClock } from './clock.ts'
import {
  type Answering,
  createAnswering,
  type TalkEnd,
  type TalkEvent,
  type TalkOptions,
  talk,
} from './index.ts'

const SPEED = 8
const open: Scene[] = []
afterEach(async () => {
  for (const scene of open.splice(0)) await scene.close()
})

/** Null when a person took over. */
type Answer = string | null

/** A talk with somebody, faster than life. */
class Scene {
  readonly clock = createClock(SPEED)
  readonly person = new Person(this.clock)
  readonly speech = new CueSpeech()
  readonly events: (TalkEvent & { atMs: number })[] = []
  /** What the agent was told, and what it answers. */
  readonly asked: string[] = []
  readonly answers: (text: string, early: (soFar: string) => void) => Answer | Promise<Answer>
  readonly end: Promise<TalkEnd>
  readonly #stop = new AbortController()

  constructor({
    answers = () => 'Very well.',
    answering: own,
    ...options
  }: { answers?: Scene['answers']; answering?: Answering } & Partial<TalkOptions> = {}) {
    this.answers = answers
    const answering: Answering = own ?? {
      say: async () => {},
      answer: async (_id, text, early = () => {}) => {
        this.asked.push(text)
        const reply = await this.answers(text, early)
        return { replies: reply === null ? [] : [reply], isOver: reply === null }
      },
      languageOf: (text: string) => (/selamat/i.test(text) ? ('ms' as const) : null),
    }
    const parts = { speech: this.speech.set, answering, log: createLog('silent', () => {}) }
    this.end = talk(parts, {
      conversationId: 'c',
      agentName: 'Aina',
      shopName: 'Kopi Seri',
      line: this.person.line,
      clock: this.clock,
      carrier: 'phone',
      greeting: 'Hello.',
      language: 'en',
      isRecorded: false,
      keepsSound: false,
      maxSeconds: 600,
      signal: this.#stop.signal,
      on: (event) => this.events.push({ ...event, atMs: this.clock.now() }),
      ...options,
    })
    open.push(this)
  }

  /** The person says something that is understood so. */
  async say(text: string | Error, ms = 500): Promise<number> {
    this.speech.script.push(text)
    await this.person.say(tone(ms))
    return this.clock.now()
  }

  async until(fits: () => boolean, what: string): Promise<void> {
    const deadline = Date.now() + 15_000
    while (!fits()) {
      if (Date.now() > deadline) throw new Error(`never: ${what}; ${JSON.stringify(this.events)}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  replies(): string[] {
    return this.events.flatMap((event) => (event.kind === 'reply' ? event.text : []))
  }

  /** All that was said so far has been heard. */
  quiet(): Promise<void> {
    let last = -1
    let since = 0
    return this.until(() => {
      const now = this.person.heardSamples()
      if (now !== last) since = this.clock.now()
      last = now
      return this.clock.now() - since > 1_000
    }, 'silence')
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.person.isGone = true
    await this.end
  }
}

describe('a talk', () => {
  it('greets, listens, answers and ends with the line', async () => {
    const scene = new Scene({ answers: (text) => `You said ${text}.` })
    await scene.quiet()
    await scene.say('two kopi')
    await scene.until(() => scene.replies().includes('You said two kopi.'), 'an answer')
    await scene.quiet()
    expect(scene.speech.said).toEqual(['Hello.', 'You said two kopi.'])
    scene.person.hangUp()
    const end = await scene.end
    expect(end.reason).toBe('hung_up')
    expect(end.seconds).toBeGreaterThan(1)
  })

  it('says that it is recorded, and records both sides', async () => {
    const scene = new Scene({ isRecorded: true, keepsSound: true })
    await scene.quiet()
    const before = scene.clock.now()
    await scene.say('hello')
    await scene.until(() => scene.asked.length > 0, 'an answer')
    await scene.quiet()
    scene.person.hangUp()
    const { recording, seconds } = await scene.end
    expect(scene.speech.said[0]).toBe('This call is recorded.')
    if (!recording) throw new Error('nothing was recorded')
    expect(recording.length / 16_000).toBeGreaterThan(seconds - 1)
    const part = (fromMs: number, toMs: number) => loudest(recording.slice(fromMs * 16, toMs * 16))
    // Ours is softer than theirs here; both are there, and not at the same time.
    expect(part(0, 900)).toBeGreaterThan(2_000)
    expect(part(0, 900)).toBeLessThan(4_000)
    expect(part(before, before + 900)).toBeGreaterThan(6_000)
  })

  it('greets in words it can speak', async () => {
    const scene = new Scene({ greeting: 'Selamat datang!' })
    await scene.quiet()
    expect(scene.replies()).toEqual(['Hello, this is Aina from Kopi Seri. How can I help you?'])
  })

  it('asks for writing where nobody understands the language, and does not guess', async () => {
    const scene = new Scene({ language: 'ms' })
    expect((await scene.end).reason).toBe('goodbye')
    expect(scene.replies().join()).toMatch(/Please write to us instead/)
  })

  it('says links and capitals as people do', async () => {
    const scene = new Scene({ answers: () => 'Placed.\nPlease pay here: http://localhost/pay/abc' })
    await scene.quiet()
    await scene.say('yes')
    await scene.until(() => scene.speech.said.length > 2, 'the link')
    expect(scene.speech.said.join(' ')).not.toContain('http')
    expect(scene.speech.said.join(' ')).toContain('text message')
  })
})

describe('somebody who speaks while we do', () => {
  const long = () => 'one two three four five six seven eight nine ten eleven twelve.'

  async function midway(): Promise<Scene> {
    const scene = new Scene({ answers: long })
    await scene.quiet()
    await scene.say('tell me everything')
    const before = scene.person.heardSamples()
    await scene.until(() => scene.person.heardSamples() > before + 12_000, 'the answer begins')
    return scene
  }

  it('silences us within 200 ms of their first sound', async () => {
    const scene = await midway()
    const onset = scene.clock.now()
    void scene.say('wait, make it three', 900)
    await scene.until(() => scene.person.cleared.length > 0, 'silence')
    const [cleared] = scene.person.cleared as [number]
    // The clock of this test runs fast: what its timers are late by counts as many times.
    expect(cleared - onset).toBeLessThan(200 + 15 * SPEED)
    await scene.until(() => scene.asked.includes('wait, make it three'), 'being understood')
    const corrected = scene.events.find((event) => event.kind === 'corrected')
    if (corrected?.kind !== 'corrected') throw new Error('it was not corrected')
    expect(corrected.original).toBe(long())
    expect(long().startsWith(corrected.corrected)).toBe(true)
    expect(corrected.corrected).not.toBe(long())
  })

  it('and says only “mhm” hears the rest, from where it stopped', async () => {
    const scene = await midway()
    await scene.say('Mhm.', 300)
    await scene.quiet()
    expect(scene.asked).toEqual(['tell me everything'])
    expect(scene.events.some(({ kind }) => kind === 'corrected')).toBe(false)
    // All of it, and little of it twice.
    const answer = 12 * 300 * 16
    const heard = scene.person.heardSamples() - 300 * 16
    expect(heard).toBeGreaterThanOrEqual(answer)
    expect(heard).toBeLessThan(answer + 16_000 * 0.5)
  })

  it('after a goodbye is heard out, not hung up on', async () => {
    const scene: Scene = new Scene({
      answers: async (text) => {
        await scene.clock.sleep(300)
        return /bye/.test(text) ? long() : 'Very well.'
      },
    })
    await scene.quiet()
    await scene.say('that is all, bye')
    const before = scene.person.heardSamples()
    await scene.until(() => scene.person.heardSamples() > before + 12_000, 'the farewell begins')
    await scene.say('wait, one more kopi')
    await scene.until(() => scene.speech.said.includes('Very well.'), 'an answer')
    expect(scene.asked.at(-1)).toBe('wait, one more kopi')
  })

  it('is not talked over when they go on while we think', async () => {
    const scene: Scene = new Scene({
      answers: async () => {
        await scene.clock.sleep(600)
        return long()
      },
    })
    await scene.quiet()
    await scene.say('two kopi')
    await scene.until(() => scene.asked.length === 1, 'thinking')
    const from = scene.clock.now() + 200
    await scene.say('and one teh', 2_500)
    const to = scene.clock.now()
    const meanwhile = scene.person.heard.filter(({ atMs }) => atMs > from && atMs < to)
    expect(meanwhile).toEqual([])
    await scene.until(() => scene.asked.includes('and one teh'), 'being understood')
    const before = scene.person.heardSamples()
    await scene.until(() => scene.person.heardSamples() > before, 'the answer')
  })

  it('and makes only a noise changes nothing', async () => {
    const scene = await midway()
    await scene.say('', 200)
    await scene.quiet()
    expect(scene.asked).toEqual(['tell me everything'])
  })
})

describe('a reply that is still being thought', () => {
  /** Thinks of a beginning, then of the rest once it may. */
  function thinking(beginnings: string[], reply: Answer, text = 'tell me everything') {
    let goOn: () => void = () => {}
    const may = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const answers = async (asked: string, early: (soFar: string) => void) => {
      if (asked !== text) return 'Very well.'
      for (const soFar of beginnings) early(soFar)
      await may
      return reply
    }
    return { scene: new Scene({ answers }), goOn, text }
  }
  const first = 'We have kopi and teh today.'
  const whole = `${first} Both are cold and sweet. Come by!`

  it('is heard as far as it is thought, and each sentence once', async () => {
    const { scene, goOn, text } = thinking([first], whole)
    await scene.quiet()
    await scene.say(text)
    await scene.until(() => scene.speech.said.includes(first), 'its first sentence')
    await scene.quiet()
    expect(scene.replies()).toEqual(['Hello.'])
    goOn()
    await scene.until(() => scene.replies().includes(whole), 'the whole')
    await scene.quiet()
    expect(scene.speech.said).toEqual(['Hello.', first, 'Both are cold and sweet.', 'Come by!'])
  })

  it('is heard while a language model still writes it', async () => {
    const database = await createDatabase()
    const server = await startModel('openai-compatible')
    try {
      const { db } = database
      const { agent } = await openShop(db)
      const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
      const from = { channel: 'api', external_user_id: 'u', text: 'Hi' } as const
      const { conversation } = await receive(context, from)
      const log = createLog('silent', () => {})
      const { kind: llm, url: llmUrl, key: llmKey } = server
      const brain = createBrain({ llm, llmUrl, llmKey, llmModel: 'scripted' })
      const terms = async () => ({ payUrl: null, windowSeconds: 60 })
      const answering = createAnswering({ db, brain, log, terms, messageCredits: 0, burstMs: 0 }, context)
      const scene = new Scene({ answering, conversationId: conversation.id })
      await scene.quiet()
      const text = `${first} ${'Both are cold and sweet. '.repeat(10)}Come by!`
      server.play([{ text, trickleMs: 100 }])
      await scene.say('what do you have')
      await scene.until(() => scene.speech.said.includes(first), 'its first sentence')
      expect(scene.replies()).toEqual(['Hello.'])
      await scene.until(() => scene.replies().includes(text), 'the whole')
      await scene.until(() => scene.speech.said.includes('Come by!'), 'its end')
      expect(scene.speech.said.join(' ')).toBe(`Hello. ${text}`)
      await scene.close()
    } finally {
      await server.close()
      await database.drop()
    }
  })

  it('goes on without a break where the rest is there in time', async () => {
    const { scene, goOn, text } = thinking([first, `${first} Both are cold and sweet.`, first], whole)
    goOn()
    await scene.quiet()
    await scene.say(text)
    await scene.until(() => scene.replies().includes(whole), 'the whole')
    await scene.quiet()
    expect(scene.speech.said).toEqual(['Hello.', first, 'Both are cold and sweet.', 'Come by!'])
    expect(scene.person.cleared).toEqual([])
  })

  it('is said anew when it turns out to be another', async () => {
    const { scene, goOn, text } = thinking([first], 'Let me check your order.')
    await scene.quiet()
    await scene.say(text)
    const before = scene.person.heardSamples()
    await scene.until(() => scene.person.heardSamples() > before + 8_000, 'its first words')
    goOn()
    await scene.quiet()
    expect(scene.person.cleared).toHaveLength(1)
    expect(scene.speech.said).toEqual(['Hello.', first, 'Let me check your order.'])
    expect(scene.events.filter(({ kind }) => kind === 'corrected')).toEqual([])
  })

  it('is begun anew when the model does so', async () => {
    const other = 'There is teh. It is hot.'
    const { scene, goOn, text } = thinking([first, 'There is teh.'], other)
    goOn()
    await scene.quiet()
    await scene.say(text)
    await scene.quiet()
    expect(scene.speech.said.slice(-2)).toEqual(['There is teh.', 'It is hot.'])
  })

  it('ends with the team’s words after it, not in its place', async () => {
    const { scene, goOn, text } = thinking([first], null)
    await scene.quiet()
    await scene.say(text)
    await scene.until(() => scene.speech.said.includes(first), 'its first sentence')
    goOn()
    expect((await scene.end).reason).toBe('goodbye')
    expect(scene.person.cleared).toEqual([])
    expect(scene.speech.said.join(' ')).toMatch(/teh today\. .*Our team/)
  })

  it('lets somebody go after a goodbye only once it was heard', async () => {
    const { scene, goOn, text } = thinking([first], `${first} 👋`, 'that is all, bye')
    goOn()
    await scene.quiet()
    await scene.say(text)
    expect((await scene.end).reason).toBe('goodbye')
    expect(scene.person.heardSamples()).toBeGreaterThanOrEqual(7 * 300 * 16)
  })

  it('falls silent for somebody who speaks, and what they heard is set against all of it', async () => {
    const { scene, goOn, text } = thinking([first, `${first} Both are cold and sweet.`], whole)
    await scene.quiet()
    await scene.say(text)
    await scene.until(() => scene.speech.said.includes('Both are cold and sweet.'), 'two sentences')
    await scene.say('wait, make it three', 900)
    expect(scene.person.cleared.length).toBeGreaterThan(0)
    goOn()
    await scene.until(() => scene.asked.includes('wait, make it three'), 'being understood')
    await scene.quiet()
    expect(scene.speech.said.at(-1)).toBe('Very well.')
    const corrected = scene.events.filter((event) => event.kind === 'corrected')
    expect(corrected).toMatchObject([{ original: whole }])
    expect(corrected[0]?.corrected).not.toBe(whole)
    expect(whole.startsWith(corrected[0]?.corrected ?? 'nothing')).toBe(true)
  })

  it('counts as heard what was heard before a gap', async () => {
    const rest = `${first} Both are cold and sweet and very good for you on a day like this one.`
    const { scene, goOn, text } = thinking([first], rest)
    await scene.quiet()
    await scene.say(text)
    await scene.until(() => scene.speech.said.includes(first), 'its first sentence')
    await scene.quiet()
    goOn()
    const before = scene.person.heardSamples()
    await scene.until(() => scene.person.heardSamples() > before + 16_000, 'the rest')
    await scene.say('wait, make it three', 900)
    await scene.until(() => scene.events.some(({ kind }) => kind === 'corrected'), 'being corrected')
    const corrected = scene.events.find((event) => event.kind === 'corrected')
    expect(corrected).toMatchObject({ original: rest, corrected: expect.stringMatching(`^${first} Both`) })
  })

  it('is not gone on with when somebody writes meanwhile', async () => {
    const { scene, goOn, text } = thinking([first], whole)
    await scene.quiet()
    await scene.say(text)
    const before = scene.person.heardSamples()
    await scene.until(() => scene.person.heardSamples() > before + 8_000, 'its first words')
    scene.person.write('stop')
    goOn()
    await scene.until(() => scene.asked.includes('stop'), 'being understood')
    await scene.quiet()
    expect(scene.speech.said).toEqual(['Hello.', first, 'Very well.'])
    const told = scene.events.filter(({ kind }) => kind === 'reply' || kind === 'corrected').slice(1)
    expect(told).toMatchObject([
      { kind: 'reply', text: whole },
      { kind: 'corrected', original: whole, corrected: expect.stringMatching(/^We\b/) },
      { kind: 'reply', text: 'Very well.' },
    ])
  })

  it('is not begun over somebody who still speaks', async () => {
    const scene: Scene = new Scene({
      answers: async (_text, early) => {
        await scene.clock.sleep(600)
        early(first)
        await scene.clock.sleep(300)
        return whole
      },
    })
    await scene.quiet()
    await scene.say('two kopi')
    await scene.until(() => scene.asked.length === 1, 'thinking')
    const from = scene.clock.now() + 200
    await scene.say('and one teh', 2_500)
    const to = scene.clock.now()
    expect(scene.person.heard.filter(({ atMs }) => atMs > from && atMs < to)).toEqual([])
  })
})

describe('a talk looks after itself', () => {
  it('asks into the silence, twice, and then says goodbye', async () => {
    const scene = new Scene()
    const { reason } = await scene.end
    expect(reason).toBe('silence')
    expect(scene.speech.said.filter((text) => /still there/.test(text))).toHaveLength(2)
    expect(scene.speech.said.at(-1)).toMatch(/Goodbye/)
    expect(scene.person.isGone).toBe(true)
  })

  it('ends after its longest time', async () => {
    const scene = new Scene({ maxSeconds: 3 })
    expect((await scene.end).reason).toBe('too_long')
  })

  it('lets somebody go who says goodbye', async () => {
    const scene = new Scene({ answers: () => 'Thank you!' })
    await scene.quiet()
    await scene.say('That is all, thank you. Goodbye!')
    expect((await scene.end).reason).toBe('goodbye')
    expect(scene.speech.said.at(-1)).toBe('Thank you!')
  })

  it('keeps the line for somebody who has only ordered all they want', async () => {
    const scene = new Scene({ answers: () => 'May I have your name for the order?' })
    await scene.quiet()
    await scene.say('No, that is all.')
    await scene.quiet()
    await scene.say('My name is Siti.')
    await scene.until(() => scene.asked.length === 2, 'the answer to the question')
  })

  it('leaves nobody without a word when a person of the team takes over', async () => {
    const scene = new Scene({ answers: () => null })
    await scene.quiet()
    await scene.say('two kopi')
    expect((await scene.end).reason).toBe('goodbye')
    expect(scene.replies().at(-1)).toMatch(/Our team/)
    expect(scene.speech.said.join(' ')).toMatch(/Our team/)
  })

  it.each([
    ['Hi, you have reached Ravi. Please leave a message after the beep.', 'voicemail'],
    ['The person you are calling is not available.', 'voicemail'],
  ])('leaves a machine one short message: %s', async (text, reason) => {
    const scene = new Scene({ mayBeMachine: true })
    await scene.quiet()
    await scene.say(text, 1_500)
    expect((await scene.end).reason).toBe(reason)
    expect(scene.asked).toEqual([])
    expect(scene.speech.said.join(' ')).toContain('We will try again later.')
  })

  it('tells a screening service who is calling, and waits', async () => {
    const scene = new Scene({ mayBeMachine: true })
    await scene.quiet()
    await scene.say('Please state your name and why you are calling.')
    await scene.until(() => scene.speech.said.includes('This is Aina from Kopi Seri.'), 'our name')
    await scene.quiet()
    await scene.say('Hello?')
    await scene.until(() => scene.asked.includes('Hello?'), 'the person')
  })

  it('believes a carrier that has noticed a machine', async () => {
    const scene = new Scene({ mayBeMachine: true, answeredBy: async () => 'machine' })
    expect((await scene.end).reason).toBe('voicemail')
    expect(scene.speech.said.join(' ')).toContain('We will try again later.')
    expect(scene.asked).toEqual([])
  })

  it('takes nobody for a machine who calls us', async () => {
    const scene = new Scene()
    await scene.quiet()
    await scene.say('can I leave a message')
    await scene.until(() => scene.asked.length === 1, 'an answer')
  })

  it('understands keys: 0 is a person, others are a number', async () => {
    const scene = new Scene()
    await scene.quiet()
    for (const digit of '0123456789') scene.person.press(digit)
    await scene.until(() => scene.asked.includes('0123456789'), 'the number')
    scene.person.press('0')
    await scene.until(() => scene.asked.includes('I want to talk to a person'), 'the person')
  })

  it('asks again when it did not understand, and gives up in time', async () => {
    const scene = new Scene()
    await scene.quiet()
    await scene.say(new Error('no'))
    await scene.until(() => scene.speech.said.some((text) => /did not get that/.test(text)), 'asking again')
    await scene.quiet()
    await scene.say(new Error('no'))
    await scene.quiet()
    await scene.say(new Error('no'))
    expect((await scene.end).reason).toBe('failed')
    expect(scene.speech.said.join(' ')).toMatch(/something went wrong on our side/)
  })

  it('answers what is written one after the other, and drops what nobody could wait for', async () => {
    const scene: Scene = new Scene({
      answers: async (text) => {
        await scene.clock.sleep(100)
        return text
      },
    })
    await scene.quiet()
    for (let i = 0; i < 500; i++) scene.person.write(`no ${i}`)
    await scene.until(() => scene.asked.length > 1, 'the second')
    await scene.quiet()
    expect(scene.asked.length).toBeLessThanOrEqual(5)
    expect(scene.asked[0]).toBe('no 0')
  })

  it('answers nothing more once they are gone', async () => {
    const scene: Scene = new Scene({
      answers: async (text) => {
        await scene.clock.sleep(500)
        return text
      },
    })
    await scene.quiet()
    for (const text of ['one', 'two', 'three']) scene.person.write(text)
    await scene.until(() => scene.asked.length === 1, 'the first')
    scene.person.hangUp()
    await scene.end
    expect(scene.asked).toEqual(['one'])
  })

  it('outlives words that cannot be understood while it still thinks about others', async () => {
    let answer: (text: string) => void = () => {}
    const scene = new Scene({
      answers: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    await scene.quiet()
    scene.person.write('something hard')
    await scene.until(() => scene.asked.length === 1, 'thinking')
    const unforeseen: unknown[] = []
    const note = (error: unknown) => void unforeseen.push(error)
    process.on('unhandledRejection', note)
    // So long without a pause that nothing of it was understood before its end.
    await scene.say(new Error('no'), 31_000)
    await scene.until(() => scene.speech.script.length === 0, 'not being understood')
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', note)
    expect(unforeseen).toEqual([])
    answer('here it is')
    await scene.until(() => scene.speech.said.includes('here it is'), 'the answer')
  })

  it('cannot begin without speech', async () => {
    const person = new Person(createClock(SPEED))
    const parts = {
      speech: { ...new CueSpeech().set, recogniser: undefined },
      answering: {} as never,
      log: createLog('silent', () => {}),
    }
    const { reason } = await talk(parts, { line: person.line } as never)
    expect([reason, person.isGone]).toEqual(['failed', true])
  })
})
