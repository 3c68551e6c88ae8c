import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Brain, concludeWork, type Thought, type Turn } from '../../src/modules/brain/index.ts'
import { isRefused, use } from '../../src/modules/brain/tool.ts'
import { addToCart, handOver, searchCatalogue } from '../../src/modules/brain/tools/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { runOnce } from '../harness/due.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

let think: (turn: Turn) => Promise<Thought> | Thought
let summarise: Brain['summarise']
const brain: Brain = {
  think: async (turn) => think(turn),
  summarise: (...args) => summarise?.(...args) as Promise<string>,
}

let service: TestService
let store: Store

beforeAll(async () => {
  service = await startService({ brain })
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await openStore(service.db, service.url, [{ external_id: 'kopi', name: 'Kopi', price: 2.6 }])
  think = () => ({ replies: ['We open at 7.'] })
  summarise = undefined
})

const write = async (text: string, more: Record<string, unknown> = {}): Promise<string> => {
  const message = { channel: 'whatsapp', external_user_id: 'siti', text, ...more }
  const reply = await store.manage(`/agents/${store.agent.id}/inbound`, message)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.conversation_id
}
const conversation = async (id: string) => (await store.manage(`/conversations/${id}`)).json.data
const close = (id: string) =>
  service.call(`/api/manage/conversations/${id}`, {
    key: store.token,
    method: 'PATCH',
    body: { status: 'closed' },
  })
const conclude = () => runOnce(concludeWork({ db: service.db, brain, log: service.parts.log }))
const fallSilent = (id: string) =>
  service.db.run(
    sql`update conversations set conclude_at = conclude_at - interval '30 minutes' where id = ${id}`,
  )

describe('a conversation that ended', () => {
  it('while it goes on has no outcome', async () => {
    const id = await write('when do you open?')
    await conclude()
    expect(await conversation(id)).toMatchObject({ outcome: null, summary: null, suggested_labels: [] })
  })

  it('by falling silent was answered', async () => {
    const id = await write('when do you open on Sundays?')
    await fallSilent(id)
    await conclude()
    const { outcome, summary } = await conversation(id)
    expect(outcome).toBe('answered')
    expect(summary).toContain('when do you open on Sundays?')
  })

  it('by being closed with an order: what was ordered, for how much, and whether it is paid', async () => {
    think = async (turn) => {
      const found = await use(turn, searchCatalogue, { words: 'kopi' })
      if (isRefused(found)) throw new Error(found.error)
      await use(turn, addToCart, { item: found.products[0]?.id ?? '', quantity: 2 })
      return { replies: ['added'] }
    }
    const id = await write('2 kopi', { name: 'Siti', phone: '0123456789' })
    await write('yes')
    await close(id)
    await conclude()
    const { outcome, summary, suggested_labels } = await conversation(id)
    expect(outcome).toBe('order_placed')
    expect(summary).toMatch(/Siti ordered 2 × Kopi for RM 5\.20 \(order \w+, not paid yet\)/)
    expect(suggested_labels).toEqual(['order', 'unpaid'])
  })

  it('with a person was handed over', async () => {
    think = async (turn) => {
      await use(turn, handOver, { reason: 'complaint' })
      return { replies: ['Somebody will reply.'] }
    }
    const id = await write('I want a refund, this is terrible')
    await close(id)
    await conclude()
    expect(await conversation(id)).toMatchObject({
      outcome: 'handed_over',
      suggested_labels: ['complaint', 'hand-over'],
    })
  })

  it('without an answer says so', async () => {
    const id = await write('hello')
    await store.manage(`/conversations/${id}/messages`, { content: 'hi' })
    await write('are you there?')
    await service.db.run(sql`update conversations set handler = 'ai' where id = ${id}`)
    await fallSilent(id)
    await conclude()
    expect((await conversation(id)).outcome).toBe('no_reply')
  })

  it('is looked back at again when it goes on', async () => {
    const id = await write('hello')
    await fallSilent(id)
    await conclude()
    const first = (await conversation(id)).summary
    await write('do you have nasi lemak today?')
    await fallSilent(id)
    await conclude()
    expect((await conversation(id)).summary).not.toBe(first)
  })

  it('is summed up by the brain when that has the words, and by facts when it fails', async () => {
    summarise = async (said) => `${said.length} messages about opening hours`
    const id = await write('when do you open?')
    await close(id)
    await conclude()
    expect((await conversation(id)).summary).toBe('2 messages about opening hours')
    summarise = () => Promise.reject(new Error('no model'))
    await write('and on Sunday?')
    await close(id)
    await conclude()
    expect((await conversation(id)).summary).toContain('when do you open?')
  })
})
