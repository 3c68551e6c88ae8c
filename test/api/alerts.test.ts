import { beforeEach, describe, expect, it } from 'vitest'
import { createAgent } from '../../src/modules/agents/index.ts'
import { alertWork } from '../../src/modules/alerts/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import { cancelOrder, flagOrder, payOrder, refundOrder } from '../../src/modules/orders/index.ts'
import { chargeVoice, createWorkspace, spend, updateWorkspace } from '../../src/modules/workspaces/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import { createMailer } from '../../src/platform/mail.ts'
import { changeIn } from '../../src/platform/news.ts'
import { runOnce } from '../harness/due.ts'
import { service, setUpStore, store } from '../harness/orders.ts'
import { openSmtp } from '../harness/smtp.ts'
import { CUSTOMER } from '../harness/store.ts'

setUpStore()

const list = async (query = '?unseen=1') => (await store.manage(`/alerts${query}`)).json.data
const provider = () => ({
  db: service.db,
  workspaceId: store.workspace.id,
  agentId: store.agent.id,
  actor: { kind: 'payments', id: null } as const,
})

/** What the team hears while something happens. */
async function heard(work: () => Promise<unknown>): Promise<string[]> {
  const all: string[] = []
  const unwatch = service.parts.news.watch(`workspace:${store.workspace.id}`, (which) =>
    all.push(which ?? ''),
  )
  await work()
  unwatch()
  return all
}

async function mailed() {
  const server = await openSmtp()
  const baseUrl = async () => 'https://bot.example.com'
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: undefined }, baseUrl, 1_000)
  const work = alertWork({ db: service.db, mailer, log: service.parts.log, baseUrl })
  while ((await runOnce(work)) === 0);
  return server.received
}

beforeEach(() => service.db.run(sql`delete from alerts`))

describe('an order that somebody has to decide about', () => {
  const placed = async () =>
    (await store.placed([{ product_external_id: 'kopi', quantity: 1 }])) as {
      id: string
      order_number: string
    }

  it('paid late without stock is told with its number and customer, on the live stream too', async () => {
    await store.sync([{ external_id: 'rare', name: 'Rare', price: 1, stock: 1 }])
    const { id, order_number } = await store.placed([{ product_external_id: 'rare', quantity: 1 }])
    await cancelOrder(provider(), id)
    await store.placed([{ product_external_id: 'rare', quantity: 1 }])
    const news = await heard(() => payOrder(provider(), id, {}))
    const [alert, ...more] = await list()
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      kind: 'order_attention',
      reason: 'stock_short',
      order_id: id,
      order_number,
      agent_id: store.agent.id,
      conversation_id: null,
      channel: 'dashboard',
      customer: CUSTOMER,
    })
    expect(changeIn(store.workspace.id, 'alert', alert.id)).toContain(
      news.find((one) => one.startsWith('alert:')),
    )
  })

  it('has one open alert, which says what the order says', async () => {
    const { id } = await placed()
    await payOrder(provider(), id, {})
    await Promise.all(Array.from({ length: 8 }, () => payOrder(provider(), id, {})))
    expect(await list()).toMatchObject([{ reason: 'paid_twice' }])
    await flagOrder(provider(), id, 'refund_failed')
    expect(await list('')).toMatchObject([{ reason: 'refund_failed', order_id: id }])
  })

  it.each([
    ['it is marked as handled', async (id: string) => store.manage(`/orders/${id}/handled`, {})],
    ['its money went back', async (id: string) => refundOrder(provider(), id)],
  ])('is settled when %s', async (_, decide) => {
    const [{ id }, other] = [await placed(), await placed()]
    for (const one of [id, other.id]) {
      await payOrder(provider(), one, {})
      await flagOrder(provider(), one, 'wrong_amount')
    }
    const news = await heard(() => decide(id))
    expect(await list()).toMatchObject([{ order_id: other.id }])
    expect(news.some((one) => one.startsWith('alert:'))).toBe(true)
    const { data } = (await store.manage('/audit')).json
    expect(data.filter(({ action }: { action: string }) => action === 'alert.seen')).not.toEqual([])
  })

  it('that somebody has seen still waits, and its next trouble is a new alert', async () => {
    const { id } = await placed()
    await flagOrder(provider(), id, 'wrong_amount')
    const [{ id: alertId }] = await list()
    expect((await store.manage(`/alerts/${alertId}/seen`, {})).json.data.seen_at).toEqual(expect.any(String))
    expect((await store.manage(`/orders/${id}`)).json.data.attention).toBe('wrong_amount')
    expect(await list()).toEqual([])
    await flagOrder(provider(), id, 'wrong_amount')
    expect(await list()).toHaveLength(1)
  })

  it('is mailed with the way to the order', async () => {
    const { id, order_number } = await placed()
    await flagOrder(provider(), id, 'paid_twice')
    const [mail] = await mailed()
    expect(mail?.subject).toBe(`${store.workspace.name}: order ${order_number} needs a decision`)
    expect(mail?.text).toContain(`Order ${order_number} of Siti (+60123456789): it was paid twice.`)
    expect(mail?.text).toContain(`https://bot.example.com/orders/${id}\n`)
  })

  it('tells nobody what was undone', async () => {
    const { id } = await placed()
    const undone = service.db.transaction(async (tx) => {
      const db = { ...provider().db, transaction: (work: (one: typeof tx) => Promise<unknown>) => work(tx) }
      await flagOrder({ ...provider(), db } as ReturnType<typeof provider>, id, 'paid_twice')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await list()).toEqual([])
  })
})

describe('credits that run low', () => {
  const use = (credits: number) =>
    service.db.transaction((tx) => spend(tx, store.workspace.id, credits, 'replies'))
  const fill = (credits: number, plan?: 'free' | 'paid') =>
    updateWorkspace(service.db, system, store.workspace.id, { credits, plan })

  beforeEach(async () => {
    await fill(1_000, 'free')
    await service.db.run(sql`delete from alerts`)
  })

  it('are told once, about the workspace and no conversation', async () => {
    await use(900)
    expect(await list()).toEqual([])
    await use(1)
    expect(await list()).toMatchObject([
      {
        kind: 'low_credits',
        reason: expect.stringContaining('99 credits are left'),
        agent_id: null,
        conversation_id: null,
        order_id: null,
        channel: null,
        customer: { name: null, phone: null },
      },
    ])
    for (const credits of [1, 50, 100]) await use(credits)
    expect(await list('')).toHaveLength(1)
  })

  it('are told once also when many spend at the same moment', async () => {
    await fill(103)
    const news = await heard(() => Promise.all(Array.from({ length: 10 }, () => use(1))))
    expect(await list('')).toHaveLength(1)
    expect(news.filter((one) => one.startsWith('alert:'))).toHaveLength(1)
  })

  it('are not told again by who has seen it, until they were filled up', async () => {
    await use(950)
    const [{ id }] = await list()
    await store.manage(`/alerts/${id}/seen`, {})
    await use(10)
    expect(await list()).toEqual([])
    await fill(200)
    await use(150)
    expect(await list()).toHaveLength(1)
  })

  it('are settled by filling them up above the line, and not below it', async () => {
    await use(950)
    await fill(99)
    expect(await list()).toHaveLength(1)
    const news = await heard(() => fill(100))
    expect(await list()).toEqual([])
    expect(news.some((one) => one.startsWith('alert:'))).toBe(true)
  })

  it('on the paid plan are less than five minutes of voice', async () => {
    await fill(2_020, 'paid')
    await service.db.transaction((tx) => chargeVoice(tx, store.workspace.id, 3, 'phone call'))
    expect(await list()).toEqual([])
    await service.db.transaction((tx) => chargeVoice(tx, store.workspace.id, 3, 'phone call'))
    expect(await list()).toMatchObject([{ reason: expect.stringContaining('1980 credits are left') }])
    // Enough for replies.
    await fill(1_980, 'free')
    expect(await list()).toEqual([])
  })

  it('are mailed with the way to the plan, also where there is no agent', async () => {
    await use(950)
    const [mail] = await mailed()
    expect(mail?.subject).toBe(`${store.workspace.name}: few credits are left`)
    expect(mail?.text).toContain('50 credits are left')
    expect(mail?.text).toContain('https://bot.example.com/settings/plan\n')
  })

  it('of another workspace are no business of this one', async () => {
    const other = await createWorkspace(service.db, system, { name: 'Other', credits: 100 })
    await createAgent(service.db, system, other.id, { name: 'Other' })
    await service.db.transaction((tx) => spend(tx, other.id, 1, 'replies'))
    expect(await list('')).toEqual([])
  })
})
