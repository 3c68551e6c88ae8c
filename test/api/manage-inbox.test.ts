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
