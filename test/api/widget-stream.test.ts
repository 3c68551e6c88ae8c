import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Thought, Turn } from '../../src/modules/brain/index.ts'
import { use } from '../../src/modules/brain/tool.ts'
import { searchCatalogue } from '../../src/modules/brain/tools/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'
import { orderKopi } from '../harness/talk.ts'
import { allowDomains, type StreamEvent, visit } from '../harness/visitor.ts'

let think: (turn: Turn) => Promise<Thought> | Thought
let service: TestService
/** Another process of the same service, as far as the database can tell. */
let second: TestService
let store: Store
beforeAll(async () => {
  const brain = { think: async (turn: Turn) => think(turn) }
  service = await startService({ brain })
  second = await startService({ brain, database: service.database })
})
afterAll(async () => {
  await second.close()
  await service.close()
})
beforeEach(async () => {
  store = await openStore(service.db, service.url, [
    { external_id: 'kopi', name: 'Kopi', price: 2.6, stock: 10, image_url: 'https://shop.example/kopi.jpg' },
    {
      external_id: 'teh',
      name: 'Teh',
      variants: [
        { external_id: 'hot', name: 'Hot', price: 2, stock: 0 },
        { external_id: 'ice', name: 'Ice', price: 2.5, stock: 0 },
      ],
    },
  ])
  await allowDomains(service, store, 'shop.example')
  think = ({ heard }) => ({ replies: [`heard ${heard.map(({ content }) => content).join('+')}`] })
})

const isMessage =
  (role: string) =>
  ({ event, data }: StreamEvent) =>
    event === 'message' && data.role === role
const contents = (events: StreamEvent[]) =>
  events.filter(({ event }) => event === 'message').map(({ data }) => data.content)

describe('the stream of a visitor', () => {
  it('carries what they say, that the agent thinks, and what it answers, in this order', async () => {
    const one = await visit(service, store)
    const stream = await one.listen()
    await one.say('hello')
    await stream.until(({ event, data }) => event === 'typing' && !data.active)
    expect(contents(stream.events)).toEqual(['hello', 'heard hello'])
    expect(stream.events.map(({ event }) => event)).toEqual([
      'message',
      'status',
      'typing',
      'message',
      'typing',
    ])
    const [first] = stream.events
    expect(first?.id).toBe(first?.data.created_at)
    stream.close()
  })

  it('is never another visitor’s', async () => {
    const one = await visit(service, store)
    const two = await visit(service, store)
    const ears = await Promise.all([one.listen(), two.listen()])
    await one.say('from one')
    await two.say('from two')
    await Promise.all(ears.map((ear) => ear.until(isMessage('assistant'))))
    expect(contents(ears[0].events)).toEqual(['from one', 'heard from one'])
    expect(contents(ears[1].events)).toEqual(['from two', 'heard from two'])
    for (const ear of ears) ear.close()
  })

  it('goes on after the last message held: nothing is lost and nothing comes twice', async () => {
    const one = await visit(service, store)
    const heard: StreamEvent[] = []
    let after: string | undefined
    for (let i = 0; i < 6; i++) {
      const stream = await one.listen(after)
      // What was said while nobody listened, and what is said now.
      await one.say(`no ${i}`)
      await stream.until(({ data }) => data.role === 'assistant' && data.content.endsWith(`no ${i}`))
      stream.close()
      await one.say(`unheard ${i}`)
      heard.push(...stream.events.filter(({ event }) => event === 'message'))
      after = heard.at(-1)?.id
    }
    const last = await one.listen(after)
    await last.until(({ data }) => data.role === 'assistant' && data.content.endsWith('unheard 5'))
    last.close()
    const told = contents([...heard, ...last.events])
    const kept = (await one.call('/messages')).json.data.map(({ content }: { content: string }) => content)
    expect(told).toEqual(kept)
    expect(told.filter((content) => !content.startsWith('heard'))).toHaveLength(12)
  })

  it('hears what another process says', async () => {
    const one = await visit(service, store)
    const there = await second.call(`/api/widget/messages?bot=${store.agent.id}`, {
      key: one.token,
      headers: { Origin: 'https://shop.example' },
      body: { text: 'first, before anybody listens' },
    })
    expect(there.status).toBe(200)
    const stream = await one.listen()
    await stream.until(isMessage('assistant'))
    const { id } = (await service.db.row<{ id: string }>(
      sql`select id from conversations where agent_id = ${store.agent.id}`,
    )) as { id: string }
    const said = Date.now()
    await second.call(`/api/manage/conversations/${id}/messages`, {
      key: store.token,
      body: { content: 'from the other process' },
    })
    await stream.until(({ data }) => data.content === 'from the other process')
    // Well before the heartbeat or a new connection could have brought it.
    expect(Date.now() - said).toBeLessThan(5_000)
    stream.close()
  })

  it('tells when an agent that says nothing has stopped thinking', async () => {
    think = () => ({ replies: [], silent: true })
    const one = await visit(service, store)
    const stream = await one.listen()
    await one.say('hello')
    await stream.until(({ event, data }) => event === 'typing' && !data.active)
    stream.close()
  })

  it('ends with the session, and with the service', async () => {
    const one = await visit(service, store)
    await service.db.run(
      sql`update visitor_sessions set expires_at = clock_timestamp() + interval '300 milliseconds'`,
    )
    const short = await one.listen()
    await short.ended
    const third = await startService({ database: service.database })
    const two = await visit(third, store)
    const stream = await two.listen()
    await third.close()
    await stream.ended
  })

  it('is opened by nobody else, and not too often', async () => {
    const one = await visit(service, store)
    expect((await one.call('/stream', { key: 'f'.repeat(64) })).status).toBe(401)
    expect((await one.call('/stream?after=soon')).status).toBe(400)
    const streams = await Promise.all(Array.from({ length: 8 }, () => one.listen()))
    expect((await one.call('/stream')).status).toBe(429)
    for (const stream of streams) stream.close()
  })
})

describe('a stream that is left', () => {
  /** How many watch for news just now. */
  function watching(): () => number {
    const { news } = service.parts
    const watch = news.watch
    let count = 0
    news.watch = (subject, heard) => {
      const unwatch = watch(subject, heard)
      let isOver = false
      count++
      return () => {
        if (!isOver) count--
        isOver = true
        unwatch()
      }
    }
    restore = () => {
      news.watch = watch
    }
    return () => count
  }
  let restore = () => {}
  afterEach(() => restore())

  /** Opens a stream whose first look at that table takes until the client has left. */
  async function leaveDuring(table: string, leave: () => Promise<unknown>): Promise<void> {
    await service.db.transaction(async (tx) => {
      await tx.script(`lock table ${table} in access exclusive mode`)
      await leave()
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
  }

  it('while it looks leaves nothing behind', async () => {
    const one = await visit(service, store)
    await one.say('hello')
    const count = watching()
    await leaveDuring('conversations', async () => (await one.listen()).close())
    expect(count()).toBe(0)
  })

  it('before it is let in leaves nothing behind', async () => {
    const one = await visit(service, store)
    const count = watching()
    await leaveDuring('visitor_sessions', async () => {
      const leaving = new AbortController()
      const headers = { Origin: 'https://shop.example', Authorization: `Bearer ${one.token}` }
      const asked = fetch(`${service.url}/api/widget/stream?bot=${store.agent.id}`, {
        headers,
        signal: leaving.signal,
      }).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 100))
      leaving.abort()
      await asked
    })
    expect(count()).toBe(0)
  })

  it('is not opened by asking for its head', async () => {
    const one = await visit(service, store)
    expect((await one.call('/stream', { method: 'HEAD' })).status).toBe(405)
  })
})

describe('what nobody announced', () => {
  it('is told within a minute all the same', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const one = await visit(service, store)
      const stream = await one.listen()
      await one.say('hello')
      await stream.until(({ event, data }) => event === 'typing' && !data.active)
      await service.db.run(sql`
        insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
        select agent_id, id, gen_random_uuid(), 'assistant', 'unheard of', 'website', clock_timestamp()
          from conversations where agent_id = ${store.agent.id}`)
      await vi.advanceTimersByTimeAsync(60_000)
      await stream.until(({ data }) => data.content === 'unheard of')
      stream.close()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('what a reply shows', () => {
  it('is the order just placed, and what becomes of it', async () => {
    think = orderKopi
    const one = await visit(service, store)
    const stream = await one.listen()
    await service.db.run(sql`update agents set name = 'Aina' where id = ${store.agent.id}`)
    await one.say('2 kopi')
    await stream.until(isMessage('assistant'))
    think = (turn) => {
      Object.assign(turn.memory, { name: 'Siti', phone: '+60123456789' })
      return { replies: ['noted'] }
    }
    await one.say('Siti, 012-345 6789')
    await stream.until(({ data }) => /YES/.test(data.content ?? ''))
    await one.say('yes')
    const { data } = await stream.until(({ data }) => data.order !== undefined)
    expect(data.order).toMatchObject({
      status: 'pending_payment',
      total: 5.2,
      currency: 'MYR',
      lines: [{ name: 'Kopi', quantity: 2, unit_price: 2.6, special_instructions: null }],
      expired: false,
    })
    expect(data.order.payment_url).toMatch(/\/pay\//)
    expect(data.order.payment_url && data.content).toContain(data.order.payment_url)
    await store.report(data.order.id, { status: 'paid' })
    const paid = await stream.until(
      ({ event, data }) => event === 'status' && data.orders[0]?.status === 'paid',
    )
    expect(paid.data.orders).toHaveLength(1)
    const shownNow = (await one.call('/messages')).json.data.at(-1).order.status
    expect(shownNow).toBe('paid')
    stream.close()
    // Whoever comes back later is told where the order stands.
    const again = await one.listen(data.created_at)
    await again.until(({ event, data }) => event === 'status' && data.orders[0]?.status === 'paid')
    again.close()
  })

  it('is the products it names, as they are now', async () => {
    think = async (turn) => {
      await use(turn, searchCatalogue, { words: 'kopi' })
      await use(turn, searchCatalogue, { words: 'teh' })
      return { replies: ['We have Kopi and TEH.'] }
    }
    const one = await visit(service, store)
    const stream = await one.listen()
    await one.say('what do you have?')
    const { data } = await stream.until(({ data }) => data.products !== undefined)
    expect(data.products).toEqual([
      {
        id: expect.any(String),
        name: 'Kopi',
        price: 2.6,
        from: false,
        image_url: 'https://shop.example/kopi.jpg',
        sold_out: false,
      },
      { id: expect.any(String), name: 'Teh', price: 2, from: true, image_url: null, sold_out: true },
    ])
    stream.close()
    await store.sync([{ external_id: 'kopi', name: 'Kopi', is_active: false }])
    const { products } = (await one.call('/messages')).json.data.at(-1)
    expect(products.map(({ name }: { name: string }) => name)).toEqual(['Teh'])
  })

  it('is nothing that it does not name, and nothing to an integrator', async () => {
    think = async (turn) => {
      await use(turn, searchCatalogue, { words: 'kopi' })
      return { replies: ['Let me ask.'] }
    }
    const one = await visit(service, store)
    const stream = await one.listen()
    await one.say('kopi?')
    const { data } = await stream.until(isMessage('assistant'))
    expect(data.products).toBeUndefined()
    stream.close()
    const { json } = await service.call('/api/v1/conversations?limit=1', { key: store.key })
    const messages = await service.call(`/api/v1/conversations/${json.data[0].id}/messages`, {
      key: store.key,
    })
    expect(Object.keys(messages.json.data[1])).toEqual(['id', 'role', 'content', 'channel', 'created_at'])
  })
})
