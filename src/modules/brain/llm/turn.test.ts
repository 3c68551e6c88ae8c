import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { type FakeModel, type Play, startModel } from '../../../../test/harness/model.ts'
import { openShop } from '../../../../test/harness/service.ts'
import { sql } from '../../../platform/db/index.ts'
import { createLog } from '../../../platform/log.ts'
import { createLanguageModel } from '../../../providers/llm/index.ts'
import { system } from '../../audit/index.ts'
import { read } from '../../conversations/index.ts'
import { hear, type Listening, replyTo } from '../hear.ts'
import { createModelBrain } from './index.ts'

let database: TestDatabase
let server: FakeModel
beforeAll(async () => {
  database = await createDatabase()
  server = await startModel('openai-compatible')
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

async function ask(text: string, plays: Play[], early?: (soFar: string) => void) {
  server.play(plays)
  const { db } = database
  const { agent } = await openShop(db)
  const model = createLanguageModel({ ...server, model: 'scripted', pauseMs: 5 })
  const logs: string[] = []
  const parts: Listening = {
    db,
    brain: createModelBrain({ model, timeoutMs: 1_000 }),
    log: createLog('debug', (line) => void logs.push(line)),
    terms: async () => ({ payUrl: null, windowSeconds: 60 }),
    messageCredits: 0,
    burstMs: 0,
    early,
  }
  const context = { db, workspaceId: agent.workspace_id, agentId: agent.id, actor: system }
  const heard = await hear(parts, context, { channel: 'api', external_user_id: 'u', text })
  const replies = await replyTo(parts, heard)
  parts.log.flush()
  return {
    replies: replies.map(({ content }) => content),
    conversation: await read(context, heard.conversation.id),
    alerts: await db.rows(sql`select kind from alerts where agent_id = ${agent.id}`),
    actions: await db.rows(sql`select tool, input, result from actions where agent_id = ${agent.id}`),
    logs: logs.join(''),
  }
}

describe('a turn taken with a language model', () => {
  it('ends with its reply, and what it did is on record', async () => {
    const calls = [{ name: 'set_customer', raw: '{"name":"Si\\u0000ti"}' }, { name: 'place_order' }]
    const { replies, conversation, alerts, actions } = await ask('saya Siti', [
      { calls },
      { text: 'Hai Siti!\u0000' },
    ])
    expect(replies).toEqual(['Hai Siti!'])
    expect(conversation).toMatchObject({ handler: 'ai', status: 'open' })
    expect(alerts).toEqual([])
    expect(actions).toMatchObject([{ tool: 'set_customer', input: { name: 'Siti' } }])
  })

  it('is told to whoever wants its first sentences early, and is then the same', async () => {
    const early: string[] = []
    const text = 'We have kopi. It is good. Come by!'
    expect((await ask('kopi', [{ text }], (soFar) => void early.push(soFar))).replies).toEqual([text])
    expect(early.at(-1)).toBe('We have kopi. It is good.')
  })

  it('goes to the team when the model breaks after its first sentence', async () => {
    const early: string[] = []
    const text = 'We have kopi today. It is good and it is cold and it is sweet and it is yours.'
    const { replies, alerts } = await ask(
      'kopi',
      [{ text, fault: 'break' }],
      (soFar) => void early.push(soFar),
    )
    expect(new Set(early)).toEqual(new Set(['We have kopi today.']))
    expect(replies.join()).toMatch(/^Sorry, I cannot answer right now/)
    expect(alerts).toEqual([{ kind: 'llm_failed' }])
  })

  it.each<[string, Play[]]>([
    ['is out of order', [{ fault: 500 }]],
    [
      'does not know the key',
      [{ fault: 401, message: 'Incorrect API key provided: sk-harness-0123456789abcdef' }],
    ],
    ['hangs', [{ fault: 'hang' }]],
    ['says nothing', [{}]],
    ['calls tools without end', [{ calls: [{ name: 'show_cart' }] }]],
  ])(
    'goes to the team when the model %s, and says so; the log has neither key nor words',
    async (_how, plays) => {
      const { replies, conversation, alerts, logs } = await ask('my number is 012-3456789', plays)
      expect(replies).toEqual([
        'Sorry, I cannot answer right now. Our team will reply to you as soon as possible.',
      ])
      expect(conversation).toMatchObject({ handler: 'human', status: 'pending' })
      expect(alerts).toEqual([{ kind: 'llm_failed' }])
      expect(logs).toContain('the language model failed')
      expect(logs).not.toMatch(/sk-harness|012-3456789/)
    },
  )
})
