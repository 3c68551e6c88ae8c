import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'
import { allowDomains, SITE, visit, widgetCall } from '../harness/visitor.ts'

let service: TestService
let shop: Shop
beforeAll(async () => {
  service = await startService({ brain: { think: async () => ({ replies: ['Hello!'] }) } })
})
afterAll(() => service.close())
beforeEach(async () => {
  shop = await openShop(service.db)
  await allowDomains(service, shop, 'shop.example', '*.branch.example', 'localhost:8080')
})

const call = (path: string, options: Parameters<typeof widgetCall>[3] = {}) =>
  widgetCall(service, shop.agent.id, path, options)
const visitor = () => visit(service, shop)

describe('a visitor’s session', () => {
  it('is minted for a page of an allowed domain', async () => {
    const before = Date.now()
    const { status, json, headers } = await call('/session', { method: 'POST' })
    expect(status).toBe(200)
    expect(json.sessionToken).toMatch(/^[0-9a-f]{64}$/)
    expect(json.externalUserId).toMatch(/^widget:[0-9a-f-]{36}$/)
    expect(Math.abs(Date.parse(json.expiresAt) - before - 3_600_000)).toBeLessThan(60_000)
    expect(json.config).toEqual({ welcomeMessage: shop.agent.welcome })
    expect(headers.get('access-control-allow-origin')).toBe(SITE)
    expect(headers.get('vary')).toBe('Origin')
  })

  it('leaves only its hash behind', async () => {
    const { token } = await visitor()
    const rows = await service.db.rows(sql`select * from visitor_sessions where agent_id = ${shop.agent.id}`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it.each([
    ['look-alike', 'https://shop.example.evil.example'],
    ['prefixed', 'https://evilshop.example'],
    ['unencrypted', 'http://shop.example'],
    ['bare domain of a wildcard', 'https://branch.example'],
    ['other port', 'https://shop.example:444'],
    ['sandboxed', 'null'],
    ['missing', ''],
    ['listed twice', 'https://shop.example, https://shop.example'],
  ])('is refused to a %s origin, without a word to its scripts', async (_name, origin) => {
    for (const method of ['POST', 'OPTIONS']) {
      const { status, json, headers } = await call('/session', { method, origin })
      expect(status).toBe(403)
      expect(json).toEqual({ error: 'origin_not_allowed', message: expect.any(String) })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('is refused everywhere while no domain is allowed', async () => {
    await allowDomains(service, shop)
    expect((await call('/session', { method: 'POST' })).status).toBe(403)
  })

  it('is refused for an agent that does not exist, in one way', async () => {
    for (const bot of ['', 'nonsense', '00000000-0000-7000-8000-000000000000']) {
      const { status, json, headers } = await widgetCall(service, bot, '/session', { method: 'POST' })
      expect(status).toBe(404)
      expect(json.error).toBe('agent_not_found')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('is of the same visitor when an older token is brought, also an expired one', async () => {
    const first = await visitor()
    await service.db.run(sql`update visitor_sessions set expires_at = clock_timestamp() - interval '29 days'`)
    const { json } = await first.call('/session', { method: 'POST' })
    expect(json.externalUserId).toBe(first.externalUserId)
    expect(json.sessionToken).not.toBe(first.token)
    expect((await call('/messages', { key: json.sessionToken })).status).toBe(200)
  })

  it('is of a new visitor when the token is too old, of another site or of another agent', async () => {
    const first = await visitor()
    const elsewhere = await widgetCall(service, shop.agent.id, '/session', {
      method: 'POST',
      key: first.token,
      origin: 'https://kl.branch.example',
    })
    expect(elsewhere.json.externalUserId).not.toBe(first.externalUserId)
    const other = await openShop(service.db)
    await allowDomains(service, other, 'shop.example')
    const there = await widgetCall(service, other.agent.id, '/session', { method: 'POST', key: first.token })
    expect(there.json.externalUserId).not.toBe(first.externalUserId)
    await service.db.run(sql`update visitor_sessions set expires_at = clock_timestamp() - interval '31 days'`)
    const late = await first.call('/session', { method: 'POST' })
    expect(late.json.externalUserId).not.toBe(first.externalUserId)
  })

  it('works on its own site only, and not once it is over or its domain is taken off the list', async () => {
    const own = await visitor()
    expect((await own.call('/messages')).status).toBe(200)
    const moved = await call('/messages', { key: own.token, origin: 'https://kl.branch.example' })
    expect(moved.status).toBe(401)
    expect(moved.json.error).toBe('session_expired')
    expect(moved.headers.get('access-control-allow-origin')).toBe('https://kl.branch.example')
    await allowDomains(service, shop, 'another.example')
    expect((await own.call('/messages')).status).toBe(403)
    await allowDomains(service, shop, 'shop.example')
    await service.db.run(sql`update visitor_sessions set expires_at = clock_timestamp()`)
    expect((await own.call('/messages')).json).toEqual({
      error: 'session_expired',
      message: expect.any(String),
    })
  })

  it.each(['', 'x', 'f'.repeat(64), 'svk_not_a_session'])('is not made up: “%s”', async (key) => {
    expect((await call('/messages', { key })).status).toBe(401)
  })

  it('is minted 20 times a minute for one address and agent, then not before a while', async () => {
    const mint = () => call('/session', { method: 'POST' })
    for (let i = 0; i < 20; i++) expect((await mint()).status).toBe(200)
    const refused = await mint()
    expect(refused.status).toBe(429)
    expect(refused.json.error).toBe('rate limit exceeded')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('access-control-allow-origin')).toBe(SITE)
  })
})

describe('a browser’s preflight', () => {
  it.each(['/session', '/messages', '/stream', '/speak', '/voice-note', '/voice-session'])(
    'of %s is answered for an allowed page',
    async (path) => {
      const { status, headers } = await call(path, { method: 'OPTIONS' })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(SITE)
      expect(headers.get('access-control-allow-headers')).toContain('Authorization')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    },
  )
})

describe('a same-origin page', () => {
  it('is known by the browser’s word and an allowed host, for reading only', async () => {
    const { port } = new URL(service.url)
    await allowDomains(service, shop, `127.0.0.1:${port}`)
    const own = `http://127.0.0.1:${port}`
    const { json } = await call('/session', { method: 'POST', origin: own })
    const read = (headers: Record<string, string>) =>
      call('/messages', { key: json.sessionToken, origin: '', headers })
    expect((await read({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
    expect((await read({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await read({})).status).toBe(403)
    const post = await call('/messages', {
      key: json.sessionToken,
      origin: '',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: { text: 'hi' },
    })
    expect(post.status).toBe(403)
  })
})

describe('what a visitor says', () => {
  it('is kept, and read by them alone', async () => {
    const one = await visitor()
    const two = await visitor()
    const { status, json } = await one.say('nak kopi')
    expect(status).toBe(200)
    expect(json.message).toMatchObject({
      role: 'user',
      content: 'nak kopi',
      channel: 'website',
      author: 'visitor',
      client_id: null,
    })
    expect((await one.call('/messages')).json.data[0]).toEqual(json.message)
    expect((await two.call('/messages')).json).toEqual({ data: [], hasMore: false })
  })

  it('is one message however often it is sent with its clientId', async () => {
    const { say, call: own } = await visitor()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => say('hi', 'a1')))
    expect(new Set(answers.map(({ json }) => json.message.id)).size).toBe(1)
    expect(answers[0]?.json.message.client_id).toBe('a1')
    const { data } = (await own('/messages')).json
    expect(data.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1)
  })

  it.each([
    ['missing', {}, 'text'],
    ['empty', { text: '' }, 'text'],
    ['blank', { text: '   ' }, 'text'],
    ['too long', { text: 'x'.repeat(4_001) }, 'text'],
    ['a number', { text: 7 }, 'text'],
    ['with an empty clientId', { text: 'hi', clientId: '' }, 'clientId'],
    ['with a long clientId', { text: 'hi', clientId: 'x'.repeat(101) }, 'clientId'],
    ['with a NUL', { text: 'nul\u0000' }, 'text'],
    ['a list', [], ''],
  ])('%s is a clear 400 that the page can read', async (_name, body, path) => {
    const { call: own } = await visitor()
    const { status, json, headers } = await own('/messages', { body })
    expect(status).toBe(400)
    expect(json.error).toBe('invalid body')
    expect(json.details[0].path).toBe(path)
    expect(headers.get('access-control-allow-origin')).toBe(SITE)
  })

  it('is not read when it is far larger than a message can be', async () => {
    const { call: own } = await visitor()
    const { status, headers } = await own('/messages', { body: { text: 'hi', more: 'x'.repeat(100_000) } })
    expect(status).toBe(413)
    expect(headers.get('access-control-allow-origin')).toBe(SITE)
    expect((await call('/session', { body: { more: 'x'.repeat(100_000) } })).status).toBe(413)
  })

  it('is kept by nobody on the way', async () => {
    const { call: own } = await visitor()
    expect((await own('/messages')).headers.get('cache-control')).toBe('no-store')
    expect((await call('/session', { method: 'POST' })).headers.get('cache-control')).toBe('no-store')
  })

  it('of 4,000 characters passes', async () => {
    const { say } = await visitor()
    expect((await say('x'.repeat(4_000))).status).toBe(200)
  })

  it('is limited to 20 messages a minute, whatever token the visitor uses', async () => {
    const one = await visitor()
    for (let i = 0; i < 20; i++) expect((await one.say(`no ${i}`)).status).toBe(200)
    expect((await one.say('one more')).status).toBe(429)
    const renewed = (await one.call('/session', { method: 'POST' })).json.sessionToken
    expect((await call('/messages', { key: renewed, body: { text: 'again' } })).status).toBe(429)
    expect((await (await visitor()).say('somebody else')).status).toBe(200)
  })

  it('is kept when there are no credits: 402 for the page, a kind word for the visitor, a task for the team', async () => {
    await service.db.run(sql`update workspaces set credits = 0 where id = ${shop.workspace.id}`)
    const one = await visitor()
    const stream = await one.listen()
    const { status, json } = await one.say('nak kopi')
    expect(status).toBe(402)
    expect(json).toEqual({
      error: 'insufficient_credits',
      message: expect.any(String),
      message_id: expect.any(String),
    })
    const told = await stream.until(({ event, data }) => event === 'message' && data.role === 'assistant')
    expect(told.data.content).toMatch(/team/i)
    expect((await one.call('/messages')).json.data[0]).toMatchObject({
      id: json.message_id,
      content: 'nak kopi',
    })
    stream.close()
  })

  it('pages forward, oldest first', async () => {
    const one = await visitor()
    await one.say('first')
    const { id } = (await service.db.row<{ id: string }>(
      sql`select id from conversations where agent_id = ${shop.agent.id}`,
    )) as { id: string }
    await service.db.run(sql`
      insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
      select ${shop.agent.id}, ${id}, gen_random_uuid(), 'assistant', 'no ' || n, 'website',
             timestamptz '2030-01-01' + n * interval '1 second' from generate_series(1, 150) n`)
    const first = (await one.call('/messages')).json
    expect(first.hasMore).toBe(true)
    expect(first.data).toHaveLength(100)
    const after = encodeURIComponent(first.data[99].created_at)
    const rest = (await one.call(`/messages?after=${after}`)).json
    expect(rest.hasMore).toBe(false)
    const all = [...first.data, ...rest.data].map(({ content }) => content)
    expect(new Set(all).size).toBe(all.length)
    expect(all.at(-1)).toBe('no 150')
    expect((await one.call('/messages?after=yesterday')).json.error).toBe('after must be an ISO timestamp')
  })

  it('tells a person’s reply from the agent’s, and shows no note', async () => {
    const one = await visitor()
    const stream = await one.listen()
    await one.say('hello')
    await stream.until(({ event, data }) => event === 'message' && data.author === 'agent')
    const { id } = (await service.db.row<{ id: string }>(
      sql`select id from conversations where agent_id = ${shop.agent.id}`,
    )) as { id: string }
    const manage = (path: string, body: unknown) =>
      service.call(`/api/manage/conversations/${id}${path}`, { key: shop.token, body })
    await manage('/notes', { body: 'a secret of the team' })
    await manage('/messages', { content: 'Hi, Mei here' })
    const reply = await stream.until(({ data }) => data.author === 'team')
    expect(reply.data).toMatchObject({ role: 'assistant', content: 'Hi, Mei here' })
    const state = await stream.until(({ event, data }) => event === 'status' && data.handler === 'human')
    expect(state.data).toMatchObject({ status: 'open', handler: 'human' })
    expect(JSON.stringify(stream.events)).not.toContain('a secret of the team')
    stream.close()
  })
})
