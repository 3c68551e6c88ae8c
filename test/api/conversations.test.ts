import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { conversationSchema } from '../../src/modules/conversations/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop
let other: Shop

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
  other = await openShop(service.db)
})
afterAll(() => service.close())

async function say(of: Shop, user: string, text: string, extra: object = {}): Promise<string> {
  const body = { channel: 'whatsapp', external_user_id: user, text, ...extra }
  const reply = await service.call(`/api/manage/agents/${of.agent.id}/inbound`, { key: of.token, body })
  expect(reply.status).toBe(200)
  return reply.json.conversation_id
}

const messages = (of: Shop, id: string, query = '') =>
  service.call(`/api/v1/conversations/${id}/messages${query}`, { key: of.key })

describe('GET /conversations/{id}/messages', () => {
  it('pages oldest first, without a gap and without a repetition', async () => {
    let id = ''
    for (let i = 0; i < 7; i++) id = await say(shop, 'pager', `message ${i}`)
    const seen: string[] = []
    let before = ''
    for (let page = 0; page < 10; page++) {
      const { json } = await messages(shop, id, `?limit=3${before}`)
      seen.push(...json.data.map((message: { content: string }) => message.content))
      if (!json.hasMore) break
      before = `&before=${encodeURIComponent(json.data.at(-1).created_at)}`
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, i) => `message ${i}`))
  })

  it('answers exactly the documented shape, any text in it', async () => {
    const nasty = 'quote " backslash \\ newline \n tab \t emoji 🧋 \u2028 rtl مرحبا </script>'
    const id = await say(shop, 'shape', nasty)
    const reply = await messages(shop, id)
    expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(conversationSchema.messagesPage.strict().safeParse(reply.json).error).toBeUndefined()
    expect(Object.keys(reply.json.data[0])).toEqual(['id', 'role', 'content', 'channel', 'created_at'])
    expect(reply.json.data[0]).toMatchObject({ role: 'user', content: nasty, channel: 'whatsapp' })
    expect(reply.json.data[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('gives an empty page when nothing came after', async () => {
    const id = await say(shop, 'empty', 'hello')
    const reply = await messages(shop, id, '?before=2999-01-01T00:00:00Z')
    expect([reply.status, reply.text]).toEqual([200, '{"data":[],"hasMore":false}'])
  })

  it('takes any ISO date-time with a zone, and counts from the moment it names', async () => {
    const id = await say(shop, 'zones', 'hello')
    const { created_at } = (await messages(shop, id)).json.data[0]
    const local = new Date(Date.parse(created_at) + 8 * 3_600_000).toISOString().replace('Z', '+08:00')
    for (const before of [
      created_at,
      local,
      created_at.replace('Z', '+0000'),
      created_at.replace('Z', '999Z'),
    ]) {
      const reply = await messages(shop, id, `?before=${encodeURIComponent(before)}`)
      expect([before, reply.json.data.length]).toEqual([before, 0])
    }
    const earlier = new Date(Date.parse(created_at) - 1).toISOString()
    expect((await messages(shop, id, `?before=${earlier}`)).json.data).toHaveLength(1)
  })

  const badMoments = [
    '',
    '1',
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00+25:00',
    '%00',
    '2026-01-01T00:00:00Z&before=2026-01-01T00:00:00Z',
  ]
  it.each(badMoments)('refuses before=%s', async (before) => {
    const id = await say(shop, 'moments', 'hello')
    const reply = await messages(shop, id, `?before=${before}`)
    expect([reply.status, reply.json.error]).toEqual([400, 'before must be an ISO timestamp'])
  })

  it.each(['0', '101', '-1', '1.5', 'x', '', '1e1', '99999999999', '5&limit=6'])(
    'refuses limit=%s',
    async (limit) => {
      const reply = await messages(shop, newId(), `?limit=${limit}`)
      expect([reply.status, reply.json.error]).toEqual([400, 'invalid query'])
      expect(reply.json.details).toEqual([{ path: 'limit', message: expect.any(String) }])
    },
  )

  it('lists every problem of the query at once', async () => {
    const reply = await messages(shop, newId(), '?limit=0&before=x')
    expect(reply.json.details.map((problem: { path: string }) => problem.path).sort()).toEqual([
      'before',
      'limit',
    ])
  })

  it('answers byte for byte the same for another agent’s conversation as for a missing one', async () => {
    const id = await say(shop, 'mine', 'secret')
    const foreign = await messages(other, id)
    const missing = await messages(other, newId())
    const noUuid = await messages(other, 'no-uuid')
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe('{"error":"conversation not found"}')
    const visible = ({ status, text, headers }: typeof foreign) => [
      status,
      text,
      headers.get('content-type'),
      headers.get('content-length'),
    ]
    expect(visible(foreign)).toEqual(visible(missing))
    expect(visible(noUuid)).toEqual(visible(missing))
  })
})

describe('GET /conversations', () => {
  it('lists only this agent’s, newest activity first, cursor to the last page', async () => {
    const fresh = await openShop(service.db)
    const ids = [await say(fresh, 'a', '1'), await say(fresh, 'b', '2'), await say(fresh, 'c', '3')]
    await say(fresh, 'a', 'again')
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { json } = await service.call(`/api/v1/conversations?limit=2${query}`, { key: fresh.key })
      expect(conversationSchema.conversationsPage.strict().safeParse(json).error).toBeUndefined()
      expect(json.hasMore).toBe(json.next_cursor !== null)
      seen.push(...json.data.map((conversation: { id: string }) => conversation.id))
      cursor = json.next_cursor
    }
    expect(seen).toEqual([ids[0], ids[2], ids[1]])
  })

  it('filters by status and channel, and refuses what is neither', async () => {
    const fresh = await openShop(service.db)
    const closed = await say(fresh, 'a', 'bye')
    await say(fresh, 'b', 'hello', { channel: 'telegram' })
    await service.call(`/api/manage/conversations/${closed}`, {
      key: fresh.token,
      method: 'PATCH',
      body: { status: 'closed' },
    })
    const list = async (query: string) => {
      const { json } = await service.call(`/api/v1/conversations?${query}`, { key: fresh.key })
      return json.data.map((conversation: { channel: string }) => conversation.channel)
    }
    expect(await list('status=closed')).toEqual(['whatsapp'])
    expect(await list('channel=telegram')).toEqual(['telegram'])
    expect(await list('status=closed&channel=telegram')).toEqual([])
    for (const query of [
      'status=done',
      'channel=%00',
      'channel=Bad Word',
      'cursor=x',
      'cursor=%F0',
      'limit=1000',
    ]) {
      const reply = await service.call(`/api/v1/conversations?${query}`, { key: fresh.key })
      expect([query, reply.status, reply.json.error]).toEqual([query, 400, 'invalid query'])
    }
  })

  it('shows the customer as the channel named them', async () => {
    const fresh = await openShop(service.db)
    await say(fresh, 'a', 'hi', { name: 'Siti', phone: '012-345 6789' })
    const { json } = await service.call('/api/v1/conversations', { key: fresh.key })
    expect(json.data[0]).toMatchObject({
      status: 'open',
      labels: [],
      summary: null,
      customer: { name: 'Siti', phone: '+60123456789' },
    })
  })
})

describe('the cursor under concurrency', () => {
  it('eight writers and a paging reader: no message skipped or repeated', async () => {
    const id = await say(shop, 'race', 'start')
    const perWriter = 25
    let writing = true
    const writers = Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; i < perWriter; i++) await say(shop, 'race', `${w}-${i}`)
    })
    const reader = (async () => {
      const seen: string[] = []
      let before = '2000-01-01T00:00:00Z'
      for (;;) {
        const last = !writing
        const { json } = await messages(shop, id, `?limit=7&before=${encodeURIComponent(before)}`)
        seen.push(...json.data.map((message: { content: string }) => message.content))
        before = json.data.at(-1)?.created_at ?? before
        if (last && json.data.length === 0) return seen
      }
    })()
    await Promise.all(writers)
    writing = false
    const seen = await reader
    expect(seen).toHaveLength(8 * perWriter + 1)
    expect(new Set(seen).size).toBe(seen.length)
    for (let w = 0; w < 8; w++) {
      const own = seen.filter((content) => content.startsWith(`${w}-`))
      expect(own).toEqual(Array.from({ length: perWriter }, (_, i) => `${w}-${i}`))
    }
  })
})
