import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop
let inbound: string

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
  inbound = `/api/manage/agents/${shop.agent.id}/inbound`
})
afterAll(() => service.close())

const good = { channel: 'whatsapp', external_user_id: 'u', text: 'hello' }
const post = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  service.call(inbound, { key: shop.token, raw, headers })

describe('bodies that are no good', () => {
  const broken: [string, string | Buffer][] = [
    ['empty', ''],
    ['no JSON', '{nope'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['__proto__ key', '{"__proto__":{"a":1},"channel":"whatsapp","external_user_id":"u","text":"x"}'],
    ['escaped __proto__ key', '{"\\u005f_proto__":1,"channel":"whatsapp","external_user_id":"u","text":"x"}'],
    [
      'constructor key, nested',
      '{"a":[{"constructor":1}],"channel":"whatsapp","external_user_id":"u","text":"x"}',
    ],
    ['NUL in a text', '{"channel":"whatsapp","external_user_id":"u","text":"a\\u0000b"}'],
    ['NUL in a key', '{"a\\u0000":1,"channel":"whatsapp","external_user_id":"u","text":"x"}'],
    ['a lone surrogate', '{"channel":"whatsapp","external_user_id":"u","text":"\\ud800"}'],
    [
      'a lone surrogate in an unknown field',
      '{"x":["\\udc00"],"channel":"whatsapp","external_user_id":"u","text":"x"}',
    ],
    ['100,000 levels deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"__proto__":1}`],
  ]
  it.each(broken)('%s → 400 invalid body', async (_, raw) => {
    const reply = await post(raw)
    expect([reply.status, reply.json?.error]).toEqual([400, 'invalid body'])
    expect(reply.json.details.length).toBeGreaterThan(0)
  })

  it('lists every problem with its path', async () => {
    const reply = await post(
      JSON.stringify({ channel: 'No Good', external_user_id: 1, phone: 'abc', text: ' ' }),
    )
    expect(reply.status).toBe(400)
    expect(reply.json.details.map((problem: { path: string }) => problem.path).sort()).toEqual([
      'channel',
      'external_user_id',
      'phone',
      'text',
    ])
    for (const { message } of reply.json.details) expect(message).toMatch(/^(must|is) /)
  })

  it('ignores unknown fields, and the word constructor as a value', async () => {
    const reply = await post(JSON.stringify({ ...good, extra: { deep: [1] }, note: 'constructor __proto__' }))
    expect(reply.status).toBe(200)
  })

  it('refuses more than 5 MB with 413 and other content types with 415', async () => {
    const large = await post(JSON.stringify({ ...good, text: 'x'.repeat(5 * 1024 * 1024) }))
    expect([large.status, large.text]).toEqual([413, '{"error":"body too large"}'])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'nonsense']) {
      const reply = await post(JSON.stringify(good), { 'Content-Type': type })
      expect([type, reply.status]).toEqual([type, 415])
    }
    expect(
      (await post(JSON.stringify(good), { 'Content-Type': 'application/json; charset=utf-8' })).status,
    ).toBe(200)
  })

  it('accepts long, odd and foreign texts as they are', async () => {
    const texts = ['x'.repeat(100_000), '🧋', 'مرحبا', '\u0007\u001b[31m', ' spaces kept ']
    for (const text of texts) {
      const reply = await post(JSON.stringify({ ...good, text }))
      expect([reply.status, reply.json.message?.content]).toEqual([200, text])
    }
    expect((await post(JSON.stringify({ ...good, text: 'x'.repeat(100_001) }))).status).toBe(400)
  })
})

describe('requests that are hardly requests', () => {
  it.each([
    ['broken percent-encoding', '/api/v1/conversations/%zz/messages'],
    ['NUL in the path', '/api/v1/conversations/%00/messages'],
    ['a very long id', `/api/v1/conversations/${'a'.repeat(5_000)}/messages`],
    ['a thousand parameters', `/api/v1/conversations?${'a=1&'.repeat(1_000)}`],
    ['__proto__ parameters', '/api/v1/conversations?__proto__[x]=1&constructor=2'],
  ])('%s is answered, never with a 500', async (_, path) => {
    const reply = await service.call(path, { key: shop.key })
    expect(reply.status).toBeLessThan(500)
    expect(reply.headers.get('X-Request-Id')).toBeTruthy()
  })

  it('answers what is not even HTTP with JSON and a request id', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
        socket.write('NONSENSE\r\n\r\n'),
      )
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toContain('400 Bad Request')
    expect(answer).toContain('X-Request-Id')
    expect(answer).toContain('{"error":"malformed request"}')
  })

  it('a header beyond all measure is 431', async () => {
    const reply = await service.call('/healthz', { headers: { 'X-Long': 'x'.repeat(20_000) } })
    expect(reply.status).toBe(431)
  })
})

describe('faults of our own', () => {
  it('a 500 says nothing but that, and the log says nothing of what the customer wrote', async () => {
    const { transaction } = service.db
    Object.assign(service.db, { transaction: () => Promise.reject(new Error('broken inside')) })
    try {
      const reply = await post(JSON.stringify({ ...good, text: 'very private words' }))
      expect([reply.status, reply.text]).toEqual([500, '{"error":"internal error"}'])
    } finally {
      Object.assign(service.db, { transaction })
    }
    const logged = service.logs.join('')
    expect(logged).toContain('broken inside')
    expect(logged).not.toContain('very private words')
    expect(logged).not.toContain(shop.token)
    expect(logged).not.toContain(shop.key)
  })
})
