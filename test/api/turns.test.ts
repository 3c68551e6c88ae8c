import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BrainFailed, hear, takeTurn, turnWork } from '../../src/modules/brain/index.ts'
import { use } from '../../src/modules/brain/tool.ts'
import { handOver, setCustomer } from '../../src/modules/brain/tools/index.ts'
import { spend } from '../../src/modules/workspaces/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { runOnce } from '../harness/due.ts'
import { KNOWN, orderKopi, repliesOf, Talk } from '../harness/talk.ts'

const talk = new Talk({ ICEBOT_BURST_MS: '100' })
const credits = async () =>
  (
    await talk.service.db.row<{ credits: number }>(
      sql`select credits from workspaces where id = ${talk.store.workspace.id}`,
    )
  )?.credits

describe('a turn', () => {
  it('answers, and both sides are told to the webhook', async () => {
    const reply = await talk.write('hello')
    expect(repliesOf(reply)).toEqual(['heard hello'])
    const { conversation_id: id, message } = reply.json
    expect(await talk.said(id)).toEqual(['user: hello', 'assistant: heard hello'])
    const events = await talk.service.db.rows<{ subject_id: string }>(
      sql`select subject_id from deliveries where workspace_id = ${talk.store.workspace.id} order by id`,
    )
    expect(events.map(({ subject_id }) => subject_id)).toEqual([message.id, reply.json.replies[0].id])
  })

  it('answers a burst once, to the request that closed it', async () => {
    let thoughts = 0
    talk.think = (turn) => {
      thoughts++
      return { replies: [turn.heard.map(({ content }) => content).join('+')] }
    }
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => talk.write(text)))
    expect(thoughts).toBe(1)
    expect(all.map(repliesOf).filter((list) => list.length > 0)).toHaveLength(1)
    const answer = all.flatMap(repliesOf)[0]
    expect(answer?.split('+').sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('begins anew when the customer goes on writing meanwhile', async () => {
    const heard: string[][] = []
    talk.think = async (turn) => {
      heard.push(turn.heard.map(({ content }) => content))
      if (heard.length === 1) await sleep(600)
      return { replies: [`answer ${heard.length}`] }
    }
    const first = talk.write('nak kopi')
    await expect.poll(() => heard.length).toBe(1)
    const second = await talk.write('dua')
    expect(heard).toEqual([['nak kopi'], ['nak kopi', 'dua']])
    expect([repliesOf(await first), repliesOf(second)]).toEqual([[], ['answer 2']])
    expect(await talk.said(second.json.conversation_id)).toEqual([
      'user: nak kopi',
      'user: dua',
      'assistant: answer 2',
    ])
  })

  it('says the same again to the same message delivered again', async () => {
    const first = await talk.write('hello', { external_message_id: 'm1' })
    const again = await talk.write('hello', { external_message_id: 'm1' })
    expect(again.json).toEqual(first.json)
  })

  it('is silent while a person handles the conversation', async () => {
    const { conversation_id: id } = (await talk.write('hello')).json
    await talk.store.manage(`/conversations/${id}/messages`, { content: 'I am here' })
    expect(repliesOf(await talk.write('thanks'))).toEqual([])
    await talk.service.call(`/api/manage/conversations/${id}`, {
      key: talk.store.token,
      method: 'PATCH',
      body: { handler: 'ai' },
    })
    expect(repliesOf(await talk.write('and now?'))).toEqual(['heard and now?'])
  })

  it('says nothing when a person answered while it was thinking', async () => {
    talk.think = async ({ conversation }) => {
      await talk.store.manage(`/conversations/${conversation.id}/messages`, { content: 'I take this' })
      return { replies: ['too late'] }
    }
    const reply = await talk.write('hello')
    expect(repliesOf(reply)).toEqual([])
    expect(await talk.said(reply.json.conversation_id)).toEqual(['user: hello', 'assistant: I take this'])
  })

  it('cut off in the middle is taken up by a worker, and said once', async () => {
    const { conversation_id: id } = (await talk.write('hello')).json
    // Somebody heard a message, began to think, and was not heard of for long.
    let wake = () => {}
    talk.think = () => new Promise((resolve) => (wake = () => resolve({ replies: ['too late'] })))
    const stuck = talk.write('still there?')
    await expect
      .poll(() =>
        talk.service.db.row(sql`select claim is not null as busy from turns where conversation_id = ${id}`),
      )
      .toEqual({ busy: true })
    talk.think = () => ({ replies: ['yes, I am'] })
    await talk.forget(id)
    const workers = [1, 2, 3].map(() => turnWork(talk.parts))
    await Promise.all(workers.map(runOnce))
    await Promise.all(workers.map((work) => work.finish?.()))
    wake()
    expect(repliesOf(await stuck)).toEqual(['yes, I am'])
    expect(await talk.said(id)).toEqual([
      'user: hello',
      'assistant: heard hello',
      'user: still there?',
      'assistant: yes, I am',
    ])
  })

  it('that never ends is handed over', async () => {
    talk.think = () => ({ replies: ['hi'] })
    const { conversation_id: id } = (await talk.write('hello')).json
    talk.think = () => new Promise(() => {})
    await hear(talk.parts, talk.context, { channel: 'whatsapp', external_user_id: 'siti', text: 'and?' })
    expect(await takeTurn({ ...talk.parts, thinkingMs: 50 }, talk.store.agent.id, id)).toBe('answered')
    expect((await talk.said(id)).at(-1)).toMatch(/team will reply/)
  })

  it('that fails is tried again later, and handed over when it always does', async () => {
    let thoughts = 0
    talk.think = () => {
      thoughts++
      throw new TypeError('a bug')
    }
    const reply = await talk.write('hello')
    expect(reply.status).toBe(200)
    expect(repliesOf(reply)).toEqual([])
    const id = reply.json.conversation_id
    for (let i = 0; i < 6; i++) {
      await talk.forget(id)
      await takeTurn(talk.parts, talk.store.agent.id, id)
    }
    expect(thoughts).toBe(5)
    expect((await talk.said(id)).at(-1)).toMatch(/^assistant: Sorry.*team/)
    expect(await talk.conversation(id)).toMatchObject({ handler: 'human', status: 'pending' })
  })
})

describe('a hand-over', () => {
  it('makes the conversation wait for a person and alerts the team', async () => {
    talk.think = async (turn) => {
      await use(turn, handOver, { reason: 'wants to speak to the owner' })
      return { replies: ['A person will reply soon.'] }
    }
    const reply = await talk.write('nak cakap dengan orang')
    expect(repliesOf(reply)).toEqual(['A person will reply soon.'])
    const id = reply.json.conversation_id
    expect(await talk.conversation(id)).toMatchObject({ handler: 'human', status: 'pending' })
    const alerts = await talk.service.db.rows(
      sql`select kind, reason from alerts where workspace_id = ${talk.store.workspace.id}`,
    )
    expect(alerts).toEqual([{ kind: 'handover', reason: 'wants to speak to the owner' }])
  })

  it('follows when the brain cannot think of anything', async () => {
    talk.think = () => {
      throw new BrainFailed('the model does not answer')
    }
    const reply = await talk.write('hello')
    expect(repliesOf(reply)[0]).toMatch(/team will reply/)
    expect(await talk.conversation(reply.json.conversation_id)).toMatchObject({ handler: 'human' })
  })
})

describe('replies', () => {
  it('cost a credit each', async () => {
    const before = (await credits()) as number
    talk.think = () => ({ replies: ['one', 'two'] })
    await talk.write('hello')
    expect(await credits()).toBe(before - 2)
  })

  it('without credits left: the message is kept, the customer told once, the team alerted', async () => {
    await talk.service.db.transaction((tx) => spend(tx, talk.store.workspace.id, 1_000_000, 'test'))
    const reply = await talk.write('hello')
    expect(repliesOf(reply)[0]).toMatch(/team will reply/)
    expect(repliesOf(await talk.write('anybody?'))).toEqual([])
    expect(await talk.said(reply.json.conversation_id)).toHaveLength(3)
    expect(await credits()).toBe(0)
  })
})

describe('who the customer says they are', () => {
  it('is kept on the conversation, where the channel did not say it', async () => {
    talk.think = async (turn) => {
      await use(turn, setCustomer, { name: 'Siti', phone: '012-345 6789' })
      return { replies: ['thank you'] }
    }
    const { conversation_id: id } = (await talk.write('Siti 0123456789')).json
    const { customer } = await talk.conversation(id)
    expect(customer).toEqual({ name: 'Siti', phone: '+60123456789' })
  })

  it('does not take the place of what the channel said', async () => {
    talk.think = async (turn) => {
      await use(turn, setCustomer, { name: 'Kak Siti', phone: '012-345 6789' })
      return { replies: ['thank you'] }
    }
    const { conversation_id: id } = (await talk.write('Kak Siti 0123456789', { name: 'Siti Aminah' })).json
    const { customer } = await talk.conversation(id)
    expect(customer).toEqual({ name: 'Siti Aminah', phone: '+60123456789' })
  })
})

describe('the desk', () => {
  it('reads back as soon as everything is known, and a plain yes orders exactly that', async () => {
    talk.think = orderKopi
    expect(repliesOf(await talk.write('nak 2 kopi'))).toEqual(['added'])
    talk.think = async (turn) => {
      await use(turn, setCustomer, { name: 'Siti', phone: '012-345 6789' })
      return { replies: ['what else?'] }
    }
    const [asked] = repliesOf(await talk.write('Siti 0123456789'))
    expect(asked).toContain('2 × Kopi')
    expect(asked).toContain('RM 5.20')
    expect(asked).toContain('+60123456789')
    expect(await talk.orders()).toEqual([])
    talk.think = () => {
      throw new Error('nobody asks the brain')
    }
    const [placed] = repliesOf(await talk.write('ya betul'))
    const [one, ...more] = await talk.orders()
    expect(more).toEqual([])
    expect(one).toMatchObject({ total: 5.2, customer: { name: 'Siti', phone: '+60123456789' } })
    expect(one.lines).toMatchObject([{ product_external_id: 'kopi', quantity: 2 }])
    expect(placed).toContain(one.order_number)
    expect(placed).toContain(one.payment_url)
  })

  it('orders nothing on a yes that nobody asked for, or that says more', async () => {
    talk.think = () => ({ replies: ['hm'] })
    await talk.write('yes')
    talk.think = orderKopi
    await talk.write('2 kopi', KNOWN)
    talk.think = () => ({ replies: ['hm'] })
    await talk.write('yes but make it 3')
    expect(await talk.orders()).toEqual([])
  })

  it('says beforehand that the shop is closed at this hour', async () => {
    await talk.service.db.run(
      sql`update agents set opening_hours = '{"mon": []}' where id = ${talk.store.agent.id}`,
    )
    talk.think = orderKopi
    expect(repliesOf(await talk.write('2 kopi', KNOWN))[0]).toContain('closed right now')
  })

  it('asks again when a price changed between the question and the yes', async () => {
    talk.think = orderKopi
    await talk.write('2 kopi', KNOWN)
    await talk.store.sync([{ external_id: 'kopi', name: 'Kopi', price: 9 }])
    const [asked] = repliesOf(await talk.write('yes'))
    expect(asked).toContain('RM 18.00')
    expect(await talk.orders()).toEqual([])
    await talk.write('yes')
    expect((await talk.orders())[0].total).toBe(18)
  })

  it('says so when it was sold out between the question and the yes', async () => {
    talk.think = orderKopi
    await talk.write('2 kopi', KNOWN)
    await talk.store.levels([{ product_external_id: 'kopi', quantity: 1 }])
    const [answer] = repliesOf(await talk.write('yes'))
    expect(answer).toMatch(/Kopi: only 1 left/)
    expect(await talk.orders()).toEqual([])
    // What there is of it is offered at once, and a yes takes that.
    expect(answer).toContain('1 × Kopi')
    await talk.write('yes')
    expect((await talk.orders())[0].lines).toMatchObject([{ quantity: 1 }])
  })

  it('places an order once though the turn is cut off right after it', async () => {
    talk.think = orderKopi
    const { conversation_id: id } = (await talk.write('2 kopi', KNOWN)).json
    const broken = { ...talk.parts }
    broken.db = {
      ...broken.db,
      transaction: async (work) => {
        const result = await talk.service.db.transaction(work)
        // The order's own transaction is through; then the process ends.
        if ((await talk.orders()).length > 0) throw new Error('killed')
        return result
      },
    }
    const message = { channel: 'whatsapp', external_user_id: 'siti', text: 'yes' }
    await hear(broken, talk.context, message)
    expect(await takeTurn(broken, talk.store.agent.id, id)).toBe('failed')
    expect(await talk.orders()).toHaveLength(1)
    await talk.forget(id)
    expect(await takeTurn(talk.parts, talk.store.agent.id, id)).toBe('answered')
    const [one, ...more] = await talk.orders()
    expect(more).toEqual([])
    const last = (await talk.said(id)).at(-1)
    expect(last).toContain(one.order_number)
    expect((await talk.said(id)).filter((line) => line.includes(one.order_number))).toHaveLength(1)
  })
})
