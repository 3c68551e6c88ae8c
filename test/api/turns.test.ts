import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listeningOf } from '../../src/app.ts'
import {
  BrainFailed,
  hear,
  type Thought,
  type Turn,
  takeTurn,
  turnWork,
} from '../../src/modules/brain/index.ts'
import { isRefused, use } from '../../src/modules/brain/tool.ts'
import { addToCart, handOver, searchCatalogue, setCustomer } from '../../src/modules/brain/tools/index.ts'
import { spend } from '../../src/modules/workspaces/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { runOnce } from '../harness/due.ts'
import { type Reply, startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

/** A brain that says what the test tells it to. */
const brain = { think: async (turn: Turn): Promise<Thought> => think(turn) }
let think: (turn: Turn) => Promise<Thought> | Thought

let service: TestService
let store: Store

beforeAll(async () => {
  service = await startService({ brain, env: { ICEBOT_BURST_MS: '100' } })
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await openStore(service.db, service.url, [
    { external_id: 'kopi', name: 'Kopi', price: 2.6, stock: 10 },
    { external_id: 'roti', name: 'Roti Bakar', price: 3.8 },
  ])
  think = (turn) => ({ replies: [`heard ${turn.heard.map(({ content }) => content).join('+')}`] })
})

const write = (text: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  store.manage(`/agents/${store.agent.id}/inbound`, {
    channel: 'whatsapp',
    external_user_id: 'siti',
    text,
    ...more,
  })
const replies = (reply: Reply): string[] =>
  reply.json.replies.map(({ content }: { content: string }) => content)
const said = async (id: string): Promise<string[]> =>
  (await store.manage(`/conversations/${id}/messages`)).json.data.map(
    ({ role, content }: { role: string; content: string }) => `${role}: ${content}`,
  )
const conversation = async (id: string) => (await store.manage(`/conversations/${id}`)).json.data
const orders = async () => (await store.manage('/orders')).json.data
const credits = async () =>
  (
    await service.db.row<{ credits: number }>(
      sql`select credits from workspaces where id = ${store.workspace.id}`,
    )
  )?.credits
const parts = () => listeningOf(service.parts)
const agentContext = () => ({
  db: service.db,
  workspaceId: store.workspace.id,
  agentId: store.agent.id,
  actor: { kind: 'system', id: null } as const,
})
/** As if so much time had passed. */
const forget = (conversationId: string) =>
  service.db.run(sql`update turns set due_at = clock_timestamp() where conversation_id = ${conversationId}`)

describe('a turn', () => {
  it('answers, and both sides are told to the webhook', async () => {
    const reply = await write('hello')
    expect(replies(reply)).toEqual(['heard hello'])
    const { conversation_id: id, message } = reply.json
    expect(await said(id)).toEqual(['user: hello', 'assistant: heard hello'])
    const events = await service.db.rows<{ subject_id: string }>(
      sql`select subject_id from deliveries where workspace_id = ${store.workspace.id} order by id`,
    )
    expect(events.map(({ subject_id }) => subject_id)).toEqual([message.id, reply.json.replies[0].id])
  })

  it('answers a burst once, to the request that closed it', async () => {
    let thoughts = 0
    think = (turn) => {
      thoughts++
      return { replies: [turn.heard.map(({ content }) => content).join('+')] }
    }
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => write(text)))
    expect(thoughts).toBe(1)
    expect(all.map(replies).filter((list) => list.length > 0)).toHaveLength(1)
    const answer = all.flatMap(replies)[0]
    expect(answer?.split('+').sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('begins anew when the customer goes on writing meanwhile', async () => {
    const heard: string[][] = []
    think = async (turn) => {
      heard.push(turn.heard.map(({ content }) => content))
      if (heard.length === 1) await sleep(600)
      return { replies: [`answer ${heard.length}`] }
    }
    const first = write('nak kopi')
    await expect.poll(() => heard.length).toBe(1)
    const second = await write('dua')
    expect(heard).toEqual([['nak kopi'], ['nak kopi', 'dua']])
    expect([replies(await first), replies(second)]).toEqual([[], ['answer 2']])
    expect(await said(second.json.conversation_id)).toEqual([
      'user: nak kopi',
      'user: dua',
      'assistant: answer 2',
    ])
  })

  it('says the same again to the same message delivered again', async () => {
    const first = await write('hello', { external_message_id: 'm1' })
    const again = await write('hello', { external_message_id: 'm1' })
    expect(again.json).toEqual(first.json)
  })

  it('is silent while a person handles the conversation', async () => {
    const { conversation_id: id } = (await write('hello')).json
    await store.manage(`/conversations/${id}/messages`, { content: 'I am here' })
    expect(replies(await write('thanks'))).toEqual([])
    await service.call(`/api/manage/conversations/${id}`, {
      key: store.token,
      method: 'PATCH',
      body: { handler: 'ai' },
    })
    expect(replies(await write('and now?'))).toEqual(['heard and now?'])
  })

  it('says nothing when a person answered while it was thinking', async () => {
    think = async ({ conversation }) => {
      await store.manage(`/conversations/${conversation.id}/messages`, { content: 'I take this' })
      return { replies: ['too late'] }
    }
    const reply = await write('hello')
    expect(replies(reply)).toEqual([])
    expect(await said(reply.json.conversation_id)).toEqual(['user: hello', 'assistant: I take this'])
  })

  it('cut off in the middle is taken up by a worker, and said once', async () => {
    const { conversation_id: id } = (await write('hello')).json
    // Somebody heard a message, began to think, and was not heard of for long.
    let wake = () => {}
    think = () => new Promise((resolve) => (wake = () => resolve({ replies: ['too late'] })))
    const stuck = write('still there?')
    await expect
      .poll(() =>
        service.db.row(sql`select claim is not null as busy from turns where conversation_id = ${id}`),
      )
      .toEqual({ busy: true })
    think = () => ({ replies: ['yes, I am'] })
    await forget(id)
    const workers = [1, 2, 3].map(() => turnWork(parts()))
    await Promise.all(workers.map(runOnce))
    await Promise.all(workers.map((work) => work.finish?.()))
    wake()
    expect(replies(await stuck)).toEqual(['yes, I am'])
    expect(await said(id)).toEqual([
      'user: hello',
      'assistant: heard hello',
      'user: still there?',
      'assistant: yes, I am',
    ])
  })

  it('that never ends is handed over', async () => {
    think = () => ({ replies: ['hi'] })
    const { conversation_id: id } = (await write('hello')).json
    think = () => new Promise(() => {})
    await hear(parts(), agentContext(), { channel: 'whatsapp', external_user_id: 'siti', text: 'and?' })
    expect(await takeTurn({ ...parts(), thinkingMs: 50 }, store.agent.id, id)).toBe('answered')
    expect((await said(id)).at(-1)).toMatch(/team will reply/)
  })

  it('that fails is tried again later, and handed over when it always does', async () => {
    let thoughts = 0
    think = () => {
      thoughts++
      throw new TypeError('a bug')
    }
    const reply = await write('hello')
    expect(reply.status).toBe(200)
    expect(replies(reply)).toEqual([])
    const id = reply.json.conversation_id
    for (let i = 0; i < 6; i++) {
      await forget(id)
      await takeTurn(parts(), store.agent.id, id)
    }
    expect(thoughts).toBe(5)
    expect((await said(id)).at(-1)).toMatch(/^assistant: Sorry.*team/)
    expect(await conversation(id)).toMatchObject({ handler: 'human', status: 'pending' })
  })
})

describe('a hand-over', () => {
  it('makes the conversation wait for a person and alerts the team', async () => {
    think = async (turn) => {
      await use(turn, handOver, { reason: 'wants to speak to the owner' })
      return { replies: ['A person will reply soon.'] }
    }
    const reply = await write('nak cakap dengan orang')
    expect(replies(reply)).toEqual(['A person will reply soon.'])
    const id = reply.json.conversation_id
    expect(await conversation(id)).toMatchObject({ handler: 'human', status: 'pending' })
    const alerts = await service.db.rows(
      sql`select kind, reason from alerts where workspace_id = ${store.workspace.id}`,
    )
    expect(alerts).toEqual([{ kind: 'handover', reason: 'wants to speak to the owner' }])
  })

  it('follows when the brain cannot think of anything', async () => {
    think = () => {
      throw new BrainFailed('the model does not answer')
    }
    const reply = await write('hello')
    expect(replies(reply)[0]).toMatch(/team will reply/)
    expect(await conversation(reply.json.conversation_id)).toMatchObject({ handler: 'human' })
  })
})

describe('replies', () => {
  it('cost a credit each', async () => {
    const before = (await credits()) as number
    think = () => ({ replies: ['one', 'two'] })
    await write('hello')
    expect(await credits()).toBe(before - 2)
  })

  it('without credits left: the message is kept, the customer told once, the team alerted', async () => {
    await service.db.transaction((tx) => spend(tx, store.workspace.id, 1_000_000, 'test'))
    const reply = await write('hello')
    expect(replies(reply)[0]).toMatch(/team will reply/)
    expect(replies(await write('anybody?'))).toEqual([])
    expect(await said(reply.json.conversation_id)).toHaveLength(3)
    expect(await credits()).toBe(0)
  })
})

describe('the desk', () => {
  const order =
    (quantity = 2) =>
    async (turn: Turn) => {
      const found = await use(turn, searchCatalogue, { words: 'kopi' })
      if (isRefused(found)) throw new Error(found.error)
      await use(turn, addToCart, { item: found.products[0]?.id ?? '', quantity })
      return { replies: ['added'] }
    }
  const known = { name: 'Siti', phone: '012-345 6789' }

  it('reads back as soon as everything is known, and a plain yes orders exactly that', async () => {
    think = order()
    expect(replies(await write('nak 2 kopi'))).toEqual(['added'])
    think = async (turn) => {
      await use(turn, setCustomer, { name: 'Siti', phone: '012-345 6789' })
      return { replies: ['what else?'] }
    }
    const [asked] = replies(await write('Siti 0123456789'))
    expect(asked).toContain('2 × Kopi')
    expect(asked).toContain('RM 5.20')
    expect(asked).toContain('+60123456789')
    expect(await orders()).toEqual([])
    think = () => {
      throw new Error('nobody asks the brain')
    }
    const [placed] = replies(await write('ya betul'))
    const [one, ...more] = await orders()
    expect(more).toEqual([])
    expect(one).toMatchObject({ total: 5.2, customer: { name: 'Siti', phone: '+60123456789' } })
    expect(one.lines).toMatchObject([{ product_external_id: 'kopi', quantity: 2 }])
    expect(placed).toContain(one.order_number)
    expect(placed).toContain(one.payment_url)
  })

  it('orders nothing on a yes that nobody asked for, or that says more', async () => {
    think = () => ({ replies: ['hm'] })
    await write('yes')
    think = order()
    await write('2 kopi', known)
    think = () => ({ replies: ['hm'] })
    await write('yes but make it 3')
    expect(await orders()).toEqual([])
  })

  it('asks again when a price changed between the question and the yes', async () => {
    think = order()
    await write('2 kopi', known)
    await store.sync([{ external_id: 'kopi', name: 'Kopi', price: 9 }])
    const [asked] = replies(await write('yes'))
    expect(asked).toContain('RM 18.00')
    expect(await orders()).toEqual([])
    await write('yes')
    expect((await orders())[0].total).toBe(18)
  })

  it('says so when it was sold out between the question and the yes', async () => {
    think = order()
    await write('2 kopi', known)
    await store.levels([{ product_external_id: 'kopi', quantity: 1 }])
    const [answer] = replies(await write('yes'))
    expect(answer).toMatch(/Kopi.*1/)
    expect(await orders()).toEqual([])
  })

  it('places an order once though the turn is cut off right after it', async () => {
    think = order()
    const { conversation_id: id } = (await write('2 kopi', known)).json
    const broken = { ...parts() }
    broken.db = {
      ...broken.db,
      transaction: async (work) => {
        const result = await service.db.transaction(work)
        // The order's own transaction is through; then the process ends.
        if ((await orders()).length > 0) throw new Error('killed')
        return result
      },
    }
    const message = { channel: 'whatsapp', external_user_id: 'siti', text: 'yes' }
    await hear(broken, agentContext(), message)
    expect(await takeTurn(broken, store.agent.id, id)).toBe('failed')
    expect(await orders()).toHaveLength(1)
    await forget(id)
    expect(await takeTurn(parts(), store.agent.id, id)).toBe('answered')
    const [one, ...more] = await orders()
    expect(more).toEqual([])
    const last = (await said(id)).at(-1)
    expect(last).toContain(one.order_number)
    expect((await said(id)).filter((line) => line.includes(one.order_number))).toHaveLength(1)
  })
})
