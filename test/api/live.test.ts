import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { updateAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { talkWork } from '../../src/modules/widget/index.ts'
import { updateWorkspace } from '../../src/modules/workspaces/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { CueSpeech, tone } from '../harness/person.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { allowDomains, SITE, type Visitor, visit } from '../harness/visitor.ts'

const speech = new CueSpeech(150)
let service: TestService
let shop: Shop
let visitor: Visitor
beforeAll(async () => {
  const brain = {
    think: async ({ heard }: { heard: { content: string }[] }) => ({
      replies: [`You said ${heard.map(({ content }) => content).join(' and ')}.`],
    }),
  }
  service = await startService({ speech: speech.set, brain })
})
afterAll(() => service.close())
beforeEach(async () => {
  speech.script.length = 0
  shop = await openShop(service.db)
  await updateWorkspace(service.db, system, shop.workspace.id, { plan: 'paid', credits: 10_000 })
  await updateAgent(service.db, system, shop.agent.id, { voice: true, welcome: 'Hello.' })
  await allowDomains(service, shop, 'shop.example')
  visitor = await visit(service, shop)
})

const ticket = () => visitor.call('/voice-session', { method: 'POST' })

/** A client of the conversation protocol. */
class Client {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what they test
  readonly events: any[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly refused: Promise<number>
  readonly #socket: WebSocket

  constructor(url: string, { origin = SITE, introduce = true } = {}) {
    this.#socket = new WebSocket(url, { origin })
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    this.refused = new Promise((resolve) => {
      this.#socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      this.#socket.on('open', () => resolve(101))
    })
    this.#socket.on('error', () => {})
    this.#socket.on('open', () => introduce && this.send({ type: 'conversation_initiation_client_data' }))
    this.#socket.on('message', (data) => this.events.push(JSON.parse(String(data))))
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** In real time, as a microphone would: a tone, then silence so that it is over. */
  async speak(ms: number): Promise<void> {
    const sound = new Int16Array((ms + 700) * 16)
    sound.set(tone(ms))
    for (let at = 0; at < sound.length; at += 1_600) {
      const piece = Buffer.from(sound.slice(at, at + 1_600).buffer)
      this.send({ user_audio_chunk: piece.toString('base64') })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async until(type: string, fits: (event: Record<string, never>) => boolean = () => true) {
    const deadline = Date.now() + 10_000
    for (;;) {
      const found = this.events.find((event) => event.type === type && fits(event))
      if (found) return found
      if (Date.now() > deadline)
        throw new Error(`no ${type} among ${JSON.stringify(this.events).slice(0, 3_000)}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  close(): void {
    this.#socket.close()
  }

  cut(): void {
    this.#socket.terminate()
  }
}

describe('a talk in the browser', () => {
  it('is live for a paid plan with voice, and typed otherwise', async () => {
    const { status, json } = await ticket()
    expect(status).toBe(200)
    expect(json).toEqual({
      mode: 'live',
      signedUrl: expect.stringMatching(/^ws:\/\/[^/]+\/api\/widget\/live\?ticket=[0-9a-f]{64}$/),
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dynamicVariables: { icebot_web_session: json.sessionId },
    })
    await updateAgent(service.db, system, shop.agent.id, { voice: false })
    expect((await ticket()).json).toEqual({ mode: 'typed' })
    await updateAgent(service.db, system, shop.agent.id, { voice: true })
    await updateWorkspace(service.db, system, shop.workspace.id, { plan: 'free' })
    expect((await ticket()).json).toEqual({ mode: 'typed' })
  })

  it('is refused with a clear message without the credits of a minute', async () => {
    await updateWorkspace(service.db, system, shop.workspace.id, { credits: 399 })
    const { status, json } = await ticket()
    expect(status).toBe(402)
    expect(json).toEqual({ error: 'insufficient_credits', message: expect.any(String) })
  })

  it('greets, understands, answers, and is one conversation with the chat', async () => {
    const client = new Client((await ticket()).json.signedUrl)
    const metadata = await client.until('conversation_initiation_metadata')
    expect(metadata.conversation_initiation_metadata_event).toMatchObject({
      agent_output_audio_format: 'pcm_16000',
      user_input_audio_format: 'pcm_16000',
    })
    await client.until('agent_response')
    await client.until('audio')
    speech.script.push('two kopi')
    await client.speak(400)
    const heard = await client.until('user_transcript')
    expect(heard.user_transcription_event.user_transcript).toBe('two kopi')
    await client.until(
      'agent_response',
      (event) =>
        (event.agent_response_event as never as { agent_response: string }).agent_response ===
        'You said two kopi.',
    )
    client.close()
    await client.closed
    const { data } = (await visitor.call('/messages')).json
    expect(
      data.map(({ role, content, channel }: Record<string, string>) => [role, content, channel]),
    ).toEqual([
      ['assistant', 'Hello.', 'voice'],
      ['user', 'two kopi', 'voice'],
      ['assistant', 'You said two kopi.', 'voice'],
    ])
    // The chat goes on where the talk ended.
    await visitor.say('and roti')
  })

  it('understands what is written into it, and nothing that is nonsense', async () => {
    const client = new Client((await ticket()).json.signedUrl)
    await client.until('agent_response')
    for (const nonsense of [
      '',
      'x',
      '[]',
      'null',
      '{"user_audio_chunk":7}',
      '{"type":"user_message"}',
      '{"type":"__proto__"}',
    ])
      client.send(nonsense)
    client.send({ user_audio_chunk: '!!!' })
    client.send({ type: 'user_message', text: 'hello there' })
    await client.until('user_transcript')
    client.close()
  })

  it('is told on the visitor’s stream from its first word, also when they never wrote one', async () => {
    const stream = await visitor.listen()
    const client = new Client((await ticket()).json.signedUrl)
    const { data } = await stream.until(({ event }) => event === 'message')
    expect(data).toMatchObject({ role: 'assistant', content: 'Hello.', channel: 'voice' })
    client.close()
    stream.close()
  })

  it('listens in the language of the conversation, as the ticket was given for it', async () => {
    await updateAgent(service.db, system, shop.agent.id, { languages: ['ms', 'en'] })
    expect((await ticket()).json).toEqual({ mode: 'typed' })
    const stream = await visitor.listen()
    await visitor.say('hello')
    await stream.until(({ event, data }) => event === 'message' && data.role === 'assistant')
    stream.close()
    await service.db.run(sql`
      update turns set memory = memory || '{"language": "en"}' where agent_id = ${shop.agent.id}`)
    const client = new Client((await ticket()).json.signedUrl)
    const greeting = await client.until('agent_response')
    expect(greeting.agent_response_event.agent_response).toBe('Hello.')
    client.close()
  })

  it('is typed while a person of the team handles the conversation', async () => {
    await visitor.say('hello')
    await service.db.run(sql`update conversations set handler = 'human' where agent_id = ${shop.agent.id}`)
    expect((await ticket()).json).toEqual({ mode: 'typed' })
  })

  it('takes 20 written messages a minute, as the chat does, and none after its end', async () => {
    const client = new Client((await ticket()).json.signedUrl)
    await client.until('agent_response')
    for (let i = 0; i < 300; i++) client.send({ type: 'user_message', text: `no ${i}` })
    await client.until('user_transcript')
    expect((await visitor.say('in the chat')).status).toBe(429)
    client.close()
    await client.closed
  })

  it('is cut off when it brings more sound than anybody can speak', async () => {
    const client = new Client((await ticket()).json.signedUrl)
    await client.until('agent_response')
    const chunk = Buffer.alloc(600_000).toString('base64')
    for (let i = 0; i < 8; i++) client.send({ user_audio_chunk: chunk })
    expect((await client.closed).code).toBe(1006)
  })

  it('is one of at most three of a visitor at a time', async () => {
    const clients = []
    for (let i = 0; i < 3; i++) {
      clients.push(new Client((await ticket()).json.signedUrl))
      expect(await clients[i]?.refused).toBe(101)
    }
    expect(await new Client((await ticket()).json.signedUrl).refused).toBe(401)
    for (const client of clients) client.cut()
  })

  it('is typed for whoever comes while the machine listens to as many as it can', async () => {
    const second = await startService({ speech: speech.set, database: service.database })
    const clients: Client[] = []
    let own = await visit(second, shop)
    for (let i = 0; i < 20; i++) {
      if (i % 3 === 0) own = await visit(second, shop)
      const client = new Client((await own.call('/voice-session', { method: 'POST' })).json.signedUrl)
      expect(await client.refused).toBe(101)
      clients.push(client)
    }
    const late = await visit(second, shop)
    expect((await late.call('/voice-session', { method: 'POST' })).json).toEqual({ mode: 'typed' })
    for (const client of clients) client.cut()
    await second.close()
  })

  it('is settled before the service stops', async () => {
    const second = await startService({ speech: speech.set, database: service.database })
    const own = await visit(second, shop)
    const { json } = await own.call('/voice-session', { method: 'POST' })
    const client = new Client(json.signedUrl)
    await client.until('agent_response')
    await second.close()
    expect((await client.closed).code).toBe(1001)
    const row = await service.db.row(sql`
      select from web_talks where id = ${json.sessionId} and ended_at is not null and seconds > 0`)
    expect(row).toBeDefined()
  })

  it('opens once, however many try at the same time', async () => {
    const { signedUrl } = (await ticket()).json
    const clients = Array.from({ length: 5 }, () => new Client(signedUrl))
    const answers = await Promise.all(clients.map(({ refused }) => refused))
    expect(answers.toSorted()).toEqual([101, 401, 401, 401, 401])
    expect(await new Client(signedUrl).refused).toBe(401)
    for (const client of clients) client.cut()
  })

  it('opens within a minute, on its own site, and for nothing made up', async () => {
    const { signedUrl } = (await ticket()).json
    expect(await new Client(signedUrl, { origin: 'https://evil.example' }).refused).toBe(401)
    expect(await new Client(`${signedUrl.slice(0, -4)}0000`).refused).toBe(401)
    expect(await new Client(signedUrl.replace('live', 'nowhere')).refused).toBe(404)
    await service.db.run(sql`update web_talks set opens_until = clock_timestamp()`)
    expect(await new Client(signedUrl).refused).toBe(401)
  })

  it('is charged once, by the second', async () => {
    const { json } = await ticket()
    const client = new Client(json.signedUrl)
    await client.until('agent_response')
    client.close()
    await client.closed
    const talks = await settled(json.sessionId)
    expect(talks).toMatchObject({ reason: 'hung_up' })
    const { ledger, credits } = await account()
    expect(ledger).toHaveLength(1)
    expect(credits).toBe(10_000 + (ledger[0]?.amount ?? 0))
    expect(ledger[0]?.amount).toBeLessThan(0)
    expect(ledger[0]?.amount).toBeGreaterThan(-100)
  })

  it('ends with a clear code when the credits are used up', { timeout: 40_000 }, async () => {
    const client = new Client((await ticket()).json.signedUrl)
    await client.until('agent_response')
    await service.db.run(sql`update workspaces set credits = 1 where id = ${shop.workspace.id}`)
    const { code, reason } = await client.closed
    expect([code, reason]).toEqual([4402, 'insufficient_credits'])
  })

  it('goes on when the database blinks, and ends when it was ended elsewhere', {
    timeout: 40_000,
  }, async () => {
    const { json } = await ticket()
    const client = new Client(json.signedUrl)
    await client.until('agent_response')
    await service.db.script('alter table agents rename to away')
    await new Promise((resolve) => setTimeout(resolve, 10_500))
    await service.db.script('alter table away rename to agents')
    expect(client.isOpen).toBe(true)
    await service.db.run(sql`
      update web_talks set ended_at = clock_timestamp(), seconds = 1 where id = ${json.sessionId}`)
    expect((await client.closed).code).toBe(1001)
    expect((await account()).ledger).toEqual([])
  })

  it('counts what all talks of the shop have used up', { timeout: 40_000 }, async () => {
    const clients = [(await ticket()).json.signedUrl, (await ticket()).json.signedUrl].map(
      (signedUrl) => new Client(signedUrl),
    )
    for (const client of clients) await client.until('agent_response')
    // Ten seconds are 67 credits; twice ten are more than there are.
    await service.db.run(sql`update workspaces set credits = 100 where id = ${shop.workspace.id}`)
    const ends = await Promise.race([
      Promise.all(clients.map(({ closed }) => closed)),
      new Promise((resolve) => setTimeout(resolve, 14_000, 'they go on')),
    ])
    expect(ends).toMatchObject([{ code: 4402 }, { code: 4402 }])
  })

  it('that ended with its process is ended and charged by another', async () => {
    const { json } = await ticket()
    await service.db.run(sql`
      update web_talks set opened_at = clock_timestamp() - interval '2 minutes', beat_at = clock_timestamp() - interval '1 minute'
       where id = ${json.sessionId}`)
    const work = talkWork(service.db)
    const run = () => work.run(new AbortController().signal, () => {})
    await Promise.all([run(), run(), run()])
    expect(await settled(json.sessionId)).toMatchObject({ seconds: 60, reason: 'stopped' })
    const { ledger } = await account()
    expect(ledger.map(({ amount }) => amount)).toEqual([-400])
  })
})

async function settled(id: string) {
  for (let i = 0; i < 200; i++) {
    const row = await service.db.row<{ ended_at: string; seconds: number; reason: string }>(
      sql`select ended_at, seconds, reason from web_talks where id = ${id} and ended_at is not null`,
    )
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the talk never ended')
}

async function account() {
  const ledger = await service.db.rows<{ amount: number }>(sql`
    select amount from credit_ledger where workspace_id = ${shop.workspace.id} and reason = 'voice minutes'`)
  const row = await service.db.row<{ credits: number }>(
    sql`select credits from workspaces where id = ${shop.workspace.id}`,
  )
  return { ledger, credits: row?.credits }
}
