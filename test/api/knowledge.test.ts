import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { raiseAlert } from '../../src/modules/alerts/index.ts'
import { openShop, type Reply, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop
let other: Shop

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
  other = await openShop(service.db)
})
afterAll(() => service.close())

const manage = (path: string, options: Parameters<TestService['call']>[1] = {}): Promise<Reply> =>
  service.call(`/api/manage${path}`, { key: shop.token, ...options })

describe('an agent’s documents', () => {
  it('are saved, listed, read and removed', async () => {
    const path = `/agents/${shop.agent.id}/documents`
    const saved = await manage(path, { body: { title: ' FAQ ', body: '# Parking\nBehind the shop.' } })
    expect([saved.status, saved.json.data]).toEqual([
      201,
      {
        id: expect.any(String),
        agent_id: shop.agent.id,
        title: 'FAQ',
        characters: 26,
        passages: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    const { data } = saved.json
    expect((await manage(path)).json).toEqual({ data: [data] })
    const one = `${path}/${data.id}`
    expect((await manage(one)).json.data).toEqual({ ...data, body: '# Parking\nBehind the shop.' })
    expect((await manage(one, { method: 'DELETE' })).status).toBe(204)
    expect((await manage(one, { method: 'DELETE' })).status).toBe(404)
    expect((await manage(path)).json).toEqual({ data: [] })
  })

  it.each([
    ['no title', { body: 'x' }, 'title'],
    ['an empty title', { title: '  ', body: 'x' }, 'title'],
    ['a title of two lines', { title: 'a\nb', body: 'x' }, 'title'],
    ['a title too long', { title: 'x'.repeat(201), body: 'x' }, 'title'],
    ['an empty body', { title: 'x', body: ' \n' }, 'body'],
    ['a body too long', { title: 'x', body: 'x'.repeat(500_001) }, 'body'],
    ['a body with NUL', { title: 'x', body: 'a\0b' }, 'body'],
  ])('with %s are refused', async (_, body, path) => {
    const reply = await manage(`/agents/${shop.agent.id}/documents`, { body })
    expect([reply.status, reply.json.details[0].path]).toEqual([400, path])
  })

  it('of another workspace are as good as missing', async () => {
    const theirs = `/agents/${other.agent.id}/documents`
    const saved = await manage(theirs, { key: other.token, body: { title: 'x', body: 'y' } })
    const { id } = saved.json.data
    for (const path of [theirs, `${theirs}/${id}`, `/agents/${shop.agent.id}/documents/${id}`]) {
      expect((await manage(path)).status).toBe(404)
    }
    expect((await manage(theirs, { body: { title: 'x', body: 'z' } })).status).toBe(404)
    expect((await manage(`${theirs}/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await manage(`${theirs}/${id}`, { key: other.token })).json.data.body).toBe('y')
  })
})

describe('alerts', () => {
  async function raise(of: Shop): Promise<string> {
    const body = { channel: 'whatsapp', external_user_id: newId(), text: 'hello', name: 'Siti' }
    const { json } = await manage(`/agents/${of.agent.id}/inbound`, { key: of.token, body })
    const owner = { workspaceId: of.workspace.id, agentId: of.agent.id }
    const alert = {
      ...owner,
      conversationId: json.conversation_id,
      kind: 'handover',
      reason: 'asked',
    } as const
    await service.db.transaction((tx) => raiseAlert(tx, alert))
    return json.conversation_id
  }

  it('are listed newest first until somebody has seen them', async () => {
    const conversations = [await raise(shop), await raise(shop), await raise(shop)].reverse()
    const { data } = (await manage('/alerts')).json
    expect(data.map((alert: { conversation_id: string }) => alert.conversation_id)).toEqual(conversations)
    expect(data[0]).toEqual({
      id: expect.any(String),
      agent_id: shop.agent.id,
      conversation_id: conversations[0],
      order_id: null,
      order_number: null,
      kind: 'handover',
      reason: 'asked',
      channel: 'whatsapp',
      customer: { name: 'Siti', phone: null },
      created_at: expect.any(String),
      seen_at: null,
    })
    const page = await manage(`/alerts?limit=1&before=${data[0].id}`)
    expect(page.json).toEqual({ data: [data[1]], hasMore: true })

    const seen = await manage(`/alerts/${data[1].id}/seen`, { method: 'POST' })
    expect(seen.json.data).toEqual({ ...data[1], seen_at: expect.any(String) })
    expect((await manage('/alerts?unseen=1')).json.data).toEqual([data[0], data[2]])
    expect((await manage('/alerts')).json.data).toHaveLength(3)
  })

  it('of another workspace are as good as missing', async () => {
    await raise(other)
    const { data } = (await manage('/alerts', { key: other.token })).json
    const foreign = await manage(`/alerts/${data[0].id}/seen`, { method: 'POST' })
    const missing = await manage(`/alerts/${newId()}/seen`, { method: 'POST' })
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    expect((await manage('/alerts/x/seen', { method: 'POST' })).status).toBe(404)
    expect((await manage('/alerts', { key: other.token })).json.data[0].seen_at).toBeNull()
  })
})
