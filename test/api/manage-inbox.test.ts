import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Thought, Turn } from '../../src/modules/brain/index.ts'
import { use } from '../../src/modules/brain/tool.ts'
import { searchCatalogue } from '../../src/modules/brain/tools/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

let service: TestService
let shop: Store
let other: Store
const ids: Record<string, string> = {}

const think = async (turn: Turn): Promise<Thought> => {
  if (turn.heard.at(-1)?.content !== 'do you have kopi?') return { replies: [], silent: true }
  await use(turn, searchCatalogue, { words: 'kopi' })
  return { replies: ['Yes.'] }
}

beforeAll(async () => {
  service = await startService({ brain: { think } })
  const products = [{ external_id: 'kopi', name: 'Kopi', price: 2.6 }]
  shop = await openStore(service.db, service.url, products)
  other = await openStore(service.db, service.url, products)
  for (const to of [shop, other]) {
    const say = async (who: string, text: string, more: object = {}) => {
      const body = { channel: 'whatsapp', external_user_id: who, text, ...more }
      const { json } = await to.manage(`/agents/${to.agent.id}/inbound`, body)
      if (to === shop) ids[who] = json.conversation_id
      return json.conversation_id
    }
    await say('siti', 'nak pesan nasi lemak', { name: 'Siti Aminah', phone: '012-345 6789' })
    await say('ravi', 'is the 100%_tea hot?', { name: 'Ravi', phone: '+60198765432' })
    await say('mei', '我要咖啡', { channel: 'telegram' })
    const labelled = await say('vip', 'good morning')
    await service.call(`/api/manage/conversations/${labelled}`, {
      method: 'PATCH',
      key: to.token,
      body: { labels: ['vip', 'late'], handler: 'human' },
    })
  }
})
afterAll(() => service.close())

const found = async (query: string, of = shop) => {
  const { json } = await of.manage(`/conversations?${query}`)
  return json.data
    .map(({ id }: { id: string }) => Object.keys(ids).find((who) => ids[who] === id) ?? id)
    .sort()
}

describe('the inbox', () => {
  it.each([
    ['label=vip', ['vip']],
    ['label=vi', []],
    ['handler=human', ['vip']],
    ['handler=ai&channel=telegram', ['mei']],
    ['q=aminah', ['siti']],
    ['q=012-345', ['siti']],
    ['q=8765', ['ravi']],
    ['q=lemak nas', ['siti']],
    ['q=LEMAK', ['siti']],
    ['q=emak', []],
    [`q=${encodeURIComponent('我要')}`, ['mei']],
    ['q=tea', ['ravi']],
    [`q=${encodeURIComponent("' | !lemak")}`, ['siti']],
    [`q=${encodeURIComponent('%')}`, []],
    ['q=', ['mei', 'ravi', 'siti', 'vip']],
    ['q=morning&handler=ai', []],
  ])('%s finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  it('finds one agent’s alone when asked, and never another workspace’s', async () => {
    expect(await found(`agent_id=${shop.agent.id}`)).toHaveLength(4)
    expect(await found(`agent_id=${other.agent.id}`)).toEqual([])
    expect(await found('q=lemak', other)).not.toContain('siti')
    expect(await found('q=lemak', other)).toHaveLength(1)
  })

  it('pages through what was found', async () => {
    const first = (await shop.manage('/conversations?handler=ai&limit=2')).json
    const second = (await shop.manage(`/conversations?handler=ai&limit=2&cursor=${first.next_cursor}`)).json
    expect([first.data.length, first.hasMore, second.data.length, second.hasMore]).toEqual([
      2,
      true,
      1,
      false,
    ])
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3)
  })

  it('finds words by an index, however many messages there are', async () => {
    const plan = await service.db.rows<Record<string, string>>(sql`
      explain select m.conversation_id from messages m
       where m.agent_id::text = ${shop.agent.id}
         and to_tsvector('simple', left(m.content, 10000)) @@ to_tsquery('simple', ${'kopi:*'})`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_by_words')
  })
})

describe('what the agent did', () => {
  it('is listed in order with what was asked and what came of it', async () => {
    const body = { channel: 'whatsapp', external_user_id: 'asks', text: 'do you have kopi?' }
    const heard = await shop.manage(`/agents/${shop.agent.id}/inbound`, body)
    const path = `/conversations/${heard.json.conversation_id}/actions`
    const { data, hasMore } = (await shop.manage(path)).json
    expect(data).toHaveLength(1)
    expect(hasMore).toBe(false)
    expect(data[0]).toMatchObject({ tool: 'search_catalogue', input: { words: 'kopi' } })
    expect(JSON.stringify(data[0].result)).toContain('Kopi')
    expect((await shop.manage(`${path}?after=${data[0].id}`)).json.data).toEqual([])
    expect((await other.manage(path)).status).toBe(404)
  })
})

describe('a row of the inbox', () => {
  it('says what was said last, however long, and nothing before anybody spoke', async () => {
    const { id } = await heard('previewed', 'first')
    await say('previewed', `last ${'x'.repeat(500)}`)
    const [row] = (await shop.manage('/conversations?limit=1')).json.data
    expect(row).toMatchObject({
      id,
      preview: { role: 'user', author: 'customer', content: `last ${'x'.repeat(135)}` },
    })
    expect((await shop.manage(`/conversations/${id}`)).json.data).toEqual(row)
    await service.db.run(sql`delete from messages where conversation_id = ${id}`)
    expect((await shop.manage(`/conversations/${id}`)).json.data.preview).toBeNull()
    const listed = (await shop.manage('/conversations')).json.data.find(
      (one: { id: string }) => one.id === id,
    )
    expect(listed.preview).toBeNull()
  })

  it('finds it by an index', async () => {
    const plan = await service.db.rows<Record<string, string>>(sql`
      explain select m.content from messages m
       where m.agent_id = ${shop.agent.id} and m.conversation_id = ${ids.siti} order by m.created_at desc limit 1`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_by_time')
  })
})

describe('a thread', () => {
  it('begins with the newest page and leads back to the beginning without loss or repetition', async () => {
    const { id } = await heard('long', 'message 1')
    for (let i = 2; i <= 7; i++) await say('long', `message ${i}`)
    await shop.manage(`/conversations/${id}/notes`, { body: 'a note' })
    await shop.manage(`/conversations/${id}/messages`, { content: 'from the team' })
    const pages = []
    let earlier = ''
    do {
      const { data } = (await shop.manage(`/conversations/${id}/thread?limit=3${earlier}`)).json
      pages.unshift(data)
      earlier = data.earlier === null ? '' : `&earlier=${encodeURIComponent(data.earlier)}`
    } while (earlier)
    const said = pages.flatMap(({ messages }) => messages)
    expect(pages.map(({ messages }) => messages.length)).toEqual([2, 3, 3])
    expect(said.map(({ content }) => content)).toEqual([
      ...Array.from({ length: 7 }, (_, i) => `message ${i + 1}`),
      'from the team',
    ])
    expect(pages.flatMap(({ notes }) => notes.map(({ body }: { body: string }) => body))).toEqual(['a note'])
    expect(said.at(0).author).toEqual({ kind: 'customer', id: null })
    expect(said.at(-1).author).toEqual({ kind: 'team', id: shop.owner.id })
  })

  it('has what the agent did between what was said, and tells the agent from the team', async () => {
    const { id } = await heard('asking', 'do you have kopi?')
    const { data } = (await shop.manage(`/conversations/${id}/thread`)).json
    expect(data.messages.map(({ author }: { author: object }) => author)).toEqual([
      { kind: 'customer', id: null },
      { kind: 'agent', id: null },
    ])
    expect(data.actions).toMatchObject([{ tool: 'search_catalogue' }])
    const { earlier, ...later } = (await shop.manage(`/conversations/${id}/thread?limit=1`)).json.data
    const before = (await shop.manage(`/conversations/${id}/thread?limit=1&earlier=${earlier}`)).json.data
    expect([...before.actions, ...later.actions]).toEqual(data.actions)
  })

  it('of another workspace is not there', async () => {
    for (const path of [`/conversations/${ids.siti}/thread`, '/conversations/x/thread']) {
      expect((await other.manage(path)).status).toBe(404)
    }
    expect((await shop.manage(`/conversations/${ids.siti}/thread?earlier=x`)).status).toBe(400)
  })
})

describe('what the inbox can be narrowed to', () => {
  it('is the channels and labels in use here, those used most first', async () => {
    const { id } = await heard('labelled', 'hello', 'instagram')
    const body = { labels: ['late', 'catering'] }
    await service.call(`/api/manage/conversations/${id}`, { method: 'PATCH', key: shop.token, body })
    expect((await shop.manage('/conversations/facets')).json.data).toEqual({
      channels: ['instagram', 'telegram', 'whatsapp'],
      labels: ['late', 'catering', 'vip'],
    })
    expect((await other.manage('/conversations/facets')).json.data).toEqual({
      channels: ['telegram', 'whatsapp'],
      labels: ['late', 'vip'],
    })
  })
})

function say(who: string, text: string, channel = 'whatsapp') {
  return shop.manage(`/agents/${shop.agent.id}/inbound`, { channel, external_user_id: who, text })
}

async function heard(who: string, text: string, channel?: string): Promise<{ id: string }> {
  return { id: (await say(who, text, channel)).json.conversation_id }
}
