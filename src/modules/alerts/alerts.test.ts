import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openShop } from '../../../test/harness/service.ts'
import { newId } from '../../lib/ids.ts'
import { type Db, sql } from '../../platform/db/index.ts'
import { type Actor, auditPage, system } from '../audit/index.ts'
import { change, read, receive, replyAsTeam } from '../conversations/index.ts'
import { type AlertContext, listAlerts, markSeen, raiseAlert } from './alerts.ts'
import type { NewAlert } from './store.ts'

type TalkAlert = Extract<NewAlert, { conversationId: string }>

let database: TestDatabase
let db: Db
let context: AlertContext
let alert: TalkAlert
let member: Actor

beforeAll(async () => {
  database = await createDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  const { workspace, agent, owner } = await openShop(db)
  member = { kind: 'user', id: owner.id }
  context = { db, workspaceId: workspace.id, actor: system }
  const { conversation } = await receive(
    { ...context, agentId: agent.id },
    { channel: 'whatsapp', external_user_id: 'u1', text: 'hello', name: 'Siti', phone: '+60123456789' },
  )
  alert = {
    workspaceId: workspace.id,
    agentId: agent.id,
    conversationId: conversation.id,
    kind: 'handover',
    reason: 'Siti asks for a person.',
  }
})

const raise = (changes: Partial<TalkAlert> = {}) =>
  db.transaction((tx) => raiseAlert(tx, { ...alert, ...changes }))
const alerts = () => listAlerts(db, context.workspaceId)

describe('an alert', () => {
  it('tells who, where and why', async () => {
    expect(await raise()).toBe(true)
    expect(await alerts()).toMatchObject([
      {
        agent_id: alert.agentId,
        conversation_id: alert.conversationId,
        kind: 'handover',
        reason: 'Siti asks for a person.',
        customer_name: 'Siti',
        channel: 'whatsapp',
        seen_at: null,
      },
    ])
  })

  it('is open once per conversation and kind, also when raised twenty times at once', async () => {
    const raised = await Promise.all(Array.from({ length: 20 }, () => raise()))
    expect(raised.filter(Boolean)).toHaveLength(1)
    expect(await raise({ kind: 'llm_failed' })).toBe(true)
    expect(await alerts()).toHaveLength(2)
    const mails = await db.rows(sql`select from alert_mails where workspace_id = ${context.workspaceId}`)
    expect(mails).toHaveLength(2)
  })

  it('does not exist when what it tells about was undone', async () => {
    const undone = db.transaction(async (tx) => {
      await raiseAlert(tx, alert)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await alerts()).toEqual([])
  })

  it('that was seen makes room for the next', async () => {
    await raise()
    const [first] = await alerts()
    const seen = await markSeen(context, first?.id as string)
    expect(seen.seen_at).toEqual(expect.any(String))
    expect(await markSeen(context, first?.id as string)).toEqual(seen)
    const { data } = await auditPage(db, context.workspaceId, { limit: 100 })
    expect(data.filter(({ action }) => action === 'alert.seen')).toHaveLength(1)
    expect(await raise()).toBe(true)
    expect(await listAlerts(db, context.workspaceId, { limit: 10, unseen: true })).toHaveLength(1)
    expect(await alerts()).toHaveLength(2)
  })

  it('of another workspace cannot be seen', async () => {
    await raise()
    const [first] = await alerts()
    const { workspace } = await openShop(db)
    const stranger = { ...context, workspaceId: workspace.id }
    for (const id of [first?.id as string, newId(), 'x']) {
      await expect(markSeen(stranger, id)).rejects.toMatchObject({ status: 404 })
    }
    expect(await listAlerts(db, workspace.id)).toEqual([])
    expect(await alerts()).toMatchObject([{ seen_at: null }])
  })

  it.each([['a\0b'], ['\ud800'], ['x'.repeat(100_000)], ['']])('takes any reason', async (reason) => {
    expect(await raise({ reason })).toBe(true)
    expect((await alerts())[0]?.reason.length).toBeLessThanOrEqual(1_000)
  })

  it('goes with its conversation', async () => {
    await raise()
    await db.run(sql`delete from conversations where id = ${alert.conversationId}`)
    expect(await alerts()).toEqual([])
  })
})

describe('open alerts of a conversation', () => {
  const unseen = () => listAlerts(db, context.workspaceId, { limit: 10, unseen: true })
  const team = () => ({ ...context, agentId: alert.agentId, actor: member })

  beforeEach(async () => {
    await raise()
    await raise({ kind: 'llm_failed' })
  })

  it.each([
    ['a team member answers it', () => replyAsTeam(team(), alert.conversationId, 'I am here.')],
    ['it is handed back', () => change(team(), alert.conversationId, { handler: 'ai' })],
    ['it is closed', () => change(team(), alert.conversationId, { status: 'closed' })],
  ])('are seen when %s, with a trace of who saw them', async (_, act) => {
    await act()
    expect(await unseen()).toEqual([])
    const { data } = await auditPage(db, context.workspaceId, { limit: 100 })
    const traces = data.filter(({ action }) => action === 'alert.seen')
    expect(traces.map(({ target_id, detail }) => [target_id, detail])).toEqual(
      expect.arrayContaining((await alerts()).map(({ id, kind }) => [id, { kind }])),
    )
    expect(traces).toHaveLength(2)
    // What happens next is told again.
    expect(await raise()).toBe(true)
  })

  it.each([
    ['labels change', { labels: ['vip'] }],
    ['it waits for the team', { status: 'pending' as const }],
    ['a person takes it', { handler: 'human' as const }],
  ])('stay open when %s', async (_, fields) => {
    await change(team(), alert.conversationId, fields)
    expect(await unseen()).toHaveLength(2)
  })

  it('stay open when it is closed by itself: nobody looked', async () => {
    await change({ ...team(), actor: system }, alert.conversationId, { status: 'closed' })
    expect(await unseen()).toHaveLength(2)
  })

  it('stay open when the customer writes again, and those of others whatever happens here', async () => {
    const again = { channel: 'whatsapp', external_user_id: 'u1', text: 'hello?' }
    await receive(team(), again)
    const other = await receive(team(), { ...again, external_user_id: 'u2' })
    await replyAsTeam(team(), other.conversation.id, 'Hi.')
    expect(await unseen()).toHaveLength(2)
  })

  it('stay open when the answer is undone', async () => {
    const broken = new Error('undone')
    const failing = {
      ...team(),
      db: {
        ...db,
        transaction: <T>(work: (tx: Parameters<Parameters<Db['transaction']>[0]>[0]) => Promise<T>) =>
          db.transaction(async (tx) => {
            await work(tx)
            throw broken
          }),
      } as Db,
    }
    await expect(replyAsTeam(failing, alert.conversationId, 'Hi.')).rejects.toBe(broken)
    expect(await unseen()).toHaveLength(2)
    expect(await read(team(), alert.conversationId)).toMatchObject({ handler: 'ai' })
  })
})
