import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { takeTurn, turnWork } from '../../src/modules/brain/index.ts'
import * as turns from '../../src/modules/brain/store.ts'
import { use } from '../../src/modules/brain/tool.ts'
import { searchCatalogue } from '../../src/modules/brain/tools/index.ts'
import { type Queryable, sql } from '../../src/platform/db/index.ts'
import { startWorker } from '../../src/platform/due.ts'
import { KNOWN, orderKopi, repliesOf, Talk } from '../harness/talk.ts'

const talk = new Talk()
const take = (id: string, parts = talk.parts) => takeTurn(parts, talk.store.agent.id, id)

/** A sync that has the catalogue for itself until it is let go. */
async function longSync(work: (tx: Queryable) => Promise<unknown> = async () => {}) {
  let letGo = () => {}
  const over = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const started = deferred()
  const done = talk.service.db.transaction(async (tx) => {
    await tx.run(
      sql`select pg_advisory_xact_lock(hashtextextended('catalogue ' || ${talk.store.agent.id}::text, 0))`,
    )
    await work(tx)
    started.resolve()
    await over
  })
  await started.promise
  return async () => {
    letGo()
    await done
  }
}

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

describe('a customer who is erased while the agent thinks', () => {
  it('gets no answer and leaves nothing, and nothing has failed', async () => {
    const id = await talk.drop('hi', 'forgotten')
    const [thinking, erased] = [deferred(), deferred()]
    talk.think = async () => {
      thinking.resolve()
      await erased.promise
      return { replies: ['hello'] }
    }
    const logged = talk.service.logs.length
    const taken = take(id)
    await thinking.promise
    expect((await talk.store.manage(`/customers/${id}/erase`, {})).status).toBe(200)
    erased.resolve()
    expect(await taken).toBe('silent')
    expect(talk.service.logs.slice(logged).filter((line) => line.includes('"error"'))).toEqual([])
    const left = await talk.service.db.rows(sql`select from messages where conversation_id = ${id}`)
    expect(left).toEqual([])
  })
})

describe('turns beside each other', () => {
  it('of one workspace with a webhook do not stand in each other’s way', async () => {
    const deadlocks = () =>
      talk.service.db.row(sql`select deadlocks from pg_stat_database where datname = current_database()`)
    const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => talk.drop('hi', `customer ${i}`)))
    const before = await deadlocks()
    expect(await Promise.all(ids.map((id) => take(id)))).toEqual(Array(8).fill('answered'))
    // The numbers come a moment later.
    await sleep(1_200)
    expect(await deadlocks()).toEqual(before)
  })

  it('place one order though the first outlived its time while it waited for a sync', async () => {
    talk.think = orderKopi
    const { conversation_id: id } = (await talk.write('2 kopi', KNOWN)).json
    await talk.drop('yes')
    const letGo = await longSync()
    const first = take(id)
    await expect
      .poll(() =>
        talk.service.db.row(sql`select claim is not null as busy from turns where conversation_id = ${id}`),
      )
      .toEqual({ busy: true })
    await sleep(200)
    // Whoever would take it over waits until the order is placed, and then finds it placed.
    const forgetting = talk.forget(id)
    const second = forgetting.then(() => take(id))
    await sleep(200)
    await letGo()
    expect(await Promise.all([first, second])).toContain('answered')
    for (let i = 0; i < 20 && (await take(id)) !== 'busy'; i++) await sleep(50)
    expect(await talk.orders()).toHaveLength(1)
    expect((await talk.said(id)).filter((line) => line.includes('/pay/'))).toHaveLength(1)
  })
})

describe('an order', () => {
  it('costs what was read back, or the customer is asked again', async () => {
    talk.think = orderKopi
    const { conversation_id: id } = (await talk.write('2 kopi', KNOWN)).json
    await talk.drop('yes')
    const letGo = await longSync((tx) =>
      tx.run(
        sql`update products set price_sen = 900 where agent_id = ${talk.store.agent.id} and external_id = 'kopi'`,
      ),
    )
    const taking = take(id)
    await sleep(200)
    await letGo()
    expect(await taking).toBe('answered')
    expect(await talk.orders()).toEqual([])
    expect((await talk.said(id)).at(-1)).toContain('RM 18.00')
  })

  it('placed before the turn was cut off is told though the customer wrote again', async () => {
    talk.think = orderKopi
    const { conversation_id: id } = (await talk.write('2 kopi', KNOWN)).json
    await talk.drop('yes')
    const killed = {
      ...talk.parts,
      db: {
        ...talk.service.db,
        transaction: async <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => {
          const result = await talk.service.db.transaction(work)
          if ((await talk.orders()).length > 0) throw new Error('killed')
          return result
        },
      },
    }
    expect(await take(id, killed)).toBe('failed')
    talk.think = () => ({ replies: ['hello there'] })
    await talk.drop('hello?')
    await take(id)
    await take(id)
    const [order] = await talk.orders()
    const said = await talk.said(id)
    expect(said.at(-2)).toContain(order.payment_url)
    expect(said.at(-1)).toBe('assistant: hello there')
  })

  it('is not placed by a yes to something else', async () => {
    talk.think = orderKopi
    await talk.write('2 kopi', KNOWN)
    talk.think = () => ({ replies: ['We have cakes too. Shall I show you?'] })
    await talk.write('ada kek?')
    talk.think = () => ({ replies: ['Here they are.'] })
    // The order is read back once more, and now a yes means it.
    expect(repliesOf(await talk.write('yes')).at(-1)).toMatch(/Reply YES/)
    expect(await talk.orders()).toEqual([])
    await talk.write('yes')
    expect(await talk.orders()).toHaveLength(1)
  })

  it('is asked for again after an answer to something else', async () => {
    talk.think = orderKopi
    await talk.write('2 kopi', KNOWN)
    talk.think = () => ({ replies: ['We open at 7.'] })
    expect(repliesOf(await talk.write('bila buka?')).at(-1)).toMatch(/Reply YES/)
    await talk.write('yes')
    expect(await talk.orders()).toHaveLength(1)
  })
})

describe('a person who takes over while the agent thinks', () => {
  it('leaves nothing behind that a worker would turn to again and again', async () => {
    let wake = () => {}
    talk.think = () =>
      new Promise((resolve) => {
        wake = () => resolve({ replies: ['late'] })
      })
    const id = await talk.drop('hello')
    const thinking = take(id)
    await expect
      .poll(() =>
        talk.service.db.row(sql`select claim is not null as busy from turns where conversation_id = ${id}`),
      )
      .toEqual({ busy: true })
    await talk.store.manage(`/conversations/${id}/messages`, { content: 'I take this' })
    await talk.drop('thanks')
    wake()
    await thinking
    expect(await turns.due(talk.service.db, 10)).toEqual([])
    let runs = 0
    const work = turnWork(talk.parts)
    const counted = {
      ...work,
      run: (stopping: AbortSignal, ring: () => void) => {
        runs++
        return work.run(stopping, ring)
      },
    }
    const deaf = { on: async () => {}, close: async () => {} }
    const worker = await startWorker([counted], deaf, talk.service.parts.log)
    await sleep(500)
    await worker.stop()
    expect(runs).toBeLessThan(5)
    expect(await talk.said(id)).not.toContain('assistant: late')
  })

  it('does not make the conversation mute when the thinker was killed', async () => {
    const { conversation_id: id } = (await talk.write('hello')).json
    await talk.drop('a slow question')
    await turns.claim(talk.service.db, talk.store.agent.id, id, 40_000)
    await talk.store.manage(`/conversations/${id}/messages`, { content: 'I am here' })
    await talk.drop('thanks')
    await talk.service.call(`/api/manage/conversations/${id}`, {
      key: talk.store.token,
      method: 'PATCH',
      body: { status: 'closed' },
    })
    expect(repliesOf(await talk.write('are you open?'))).toEqual(['heard are you open?'])
  })
})

describe('words that no database takes', () => {
  it('end no turn: half a character of a description, NUL in a reply', async () => {
    const description = `${'x'.repeat(299)}😀 sedap`
    await talk.store.sync([{ external_id: 'kopi', name: 'Kopi', price: 2.6, description }])
    talk.think = async (turn) => {
      await use(turn, searchCatalogue, { words: 'kopi' })
      turn.memory.topic.last = 'half \ud83d and \0'
      return { replies: ['found\0 \ud83d'] }
    }
    expect(repliesOf(await talk.write('kopi?'))).toEqual(['found \ufffd'])
  })
})

describe('an agent with nothing to say', () => {
  it('hands over rather than leave the customer without a word', async () => {
    talk.think = () => ({ replies: ['  '] })
    const reply = await talk.write('hi')
    expect(repliesOf(reply)).toHaveLength(1)
    expect(await talk.conversation(reply.json.conversation_id)).toMatchObject({ handler: 'human' })
  })
})

describe('credits', () => {
  it('below zero stay there: a reply forgives no debt', async () => {
    const { id } = talk.store.workspace
    await talk.service.db.run(sql`update workspaces set credits = -50 where id = ${id}`)
    await talk.write('hi')
    expect(await talk.service.db.row(sql`select credits from workspaces where id = ${id}`)).toEqual({
      credits: -50,
    })
  })
})
