import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/index.ts'
import { isSigned, openReceiver } from '../harness/receiver.ts'
import { openShop, type Reply, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop
const names: Record<string, string[]> = {
  'inside.example.com': ['10.0.0.5'],
  'mixed.example.com': ['8.8.8.8', '::1'],
}

beforeAll(async () => {
  service = await startService({
    env: { ICEBOT_WEBHOOK_ALLOW: '127.0.0.1' },
    resolve: async (host) => names[host] ?? ['93.184.216.34'],
  })
})
afterAll(() => service.close())
beforeEach(async () => {
  shop = await openShop(service.db)
})

const manage = (path: string, body?: unknown, method?: string): Promise<Reply> =>
  service.call(`/api/manage${path}`, { key: shop.token, body, ...(method ? { method } : {}) })
const save = (url: string, events?: string[]) =>
  manage('/webhook', { url, ...(events ? { events } : {}) }, 'PUT')
const audited = async () =>
  (
    await service.db.rows<{ action: string; detail: unknown }>(
      sql`select action, detail from audit_log where workspace_id = ${shop.workspace.id} and action like 'webhook%' order by id`,
    )
  ).map(({ action }) => action)

describe('saving a webhook', () => {
  it('shows the secret the first time and never again', async () => {
    const first = await save('https://shop.example.com/hook')
    expect(first.status).toBe(200)
    expect(first.json.data).toMatchObject({
      url: 'https://shop.example.com/hook',
      events: ['message.created'],
      health: 'untried',
      pending: 0,
      failed: 0,
    })
    const { secret } = first.json.data
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{40}$/)
    const later = [
      await save('https://shop.example.com/other', ['order.paid', 'order.placed', 'order.paid']),
      await manage('/webhook'),
    ]
    for (const reply of later) {
      expect(reply.json.data).toMatchObject({
        url: 'https://shop.example.com/other',
        events: ['order.paid', 'order.placed'],
      })
      expect(reply.text).not.toContain('secret')
    }
    expect(await service.db.row(sql`select secret from webhook_endpoints`)).not.toMatchObject({ secret })
    expect(await audited()).toEqual(['webhook.created', 'webhook.updated'])
  })

  it('keeps the events when only the address changes', async () => {
    await save('https://shop.example.com/a', ['order.paid'])
    expect((await save('https://shop.example.com/b')).json.data.events).toEqual(['order.paid'])
  })

  it('made twice at once, one of them has the secret', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, i) => save(`https://shop.example.com/${i}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(replies.filter(({ json }) => json.data.secret)).toHaveLength(1)
  })

  it('sends nothing', async () => {
    const receiver = await openReceiver()
    expect((await save(receiver.url)).status).toBe(200)
    expect(receiver.connections()).toBe(0)
  })

  it.each([
    'https://8.8.8.8/hook',
    'https://203.0.113.7:8443/hook?shop=1',
    'https://[2606:4700::1111]/hook',
    'https://hooks.example.com',
    'http://127.0.0.1:4000/hook',
  ])('%s may be one', async (url) => {
    const reply = await save(url)
    expect(reply.status, reply.text).toBe(200)
  })

  it.each([
    'http://hooks.example.com/',
    'https://inside.example.com/',
    'https://mixed.example.com/',
    'https://10.1.2.3/',
    'https://localhost/',
    'https://0x7f000002/',
    'https://user:pass@hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
    '',
  ])('%s is refused with a sentence and nothing is saved', async (url) => {
    const reply = await save(url)
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ error: 'invalid body', details: [{ path: 'url' }] })
    expect(reply.json.details[0].message).toMatch(/^[A-Z].+\.$/)
    expect((await manage('/webhook')).json).toEqual({ data: null })
  })

  it.each([
    [{ url: 5 }, 'url'],
    [{}, 'url'],
    [{ url: 'https://a.example.com', events: [] }, 'events'],
    [{ url: 'https://a.example.com', events: ['order.lost'] }, 'events[0]'],
  ])('%j is refused', async (body, path) => {
    const reply = await manage('/webhook', body, 'PUT')
    expect(reply.status).toBe(400)
    expect(reply.json.details[0].path).toBe(path)
  })
})

describe('without a webhook', () => {
  it.each(['/webhook/rotate', '/webhook/test'])('%s says so', async (path) => {
    const reply = await manage(path, {})
    expect(reply.status).toBe(409)
    expect(reply.json.error).toBe('no webhook')
  })

  it('nothing is written down when something happens', async () => {
    await inbound('hello')
    expect((await manage('/webhook/deliveries')).json).toEqual({ data: [], hasMore: false })
  })
})

describe('what is written down', () => {
  it('is every message of customers and team, in the specification’s key order, and no note', async () => {
    await save('https://shop.example.com/hook')
    const { conversation_id, message } = (await inbound('Ada nasi lemak? 🌶️')).json
    await inbound('Ada nasi lemak? 🌶️')
    const reply = await manage(`/conversations/${conversation_id}/messages`, { content: 'Ada!' })
    await manage(`/conversations/${conversation_id}/notes`, { body: 'a regular' })
    await manage(`/conversations/${conversation_id}`, { labels: ['food'] }, 'PATCH')

    const { data } = (await manage('/webhook/deliveries')).json
    const bodies: string[] = []
    for (const { id } of data.toReversed()) {
      bodies.push((await manage(`/webhook/deliveries/${id}`)).json.data.body)
    }
    const event = (m: Record<string, string>, role: string, content: string) =>
      `{"event":"message.created","message":{"id":"${m.id}","conversation_id":"${conversation_id}","role":"${role}",` +
      `"content":"${content}","channel":"whatsapp","created_at":"${m.created_at}"}}`
    expect(bodies).toEqual([
      event(message, 'user', 'Ada nasi lemak? 🌶️'),
      event(reply.json.data, 'assistant', 'Ada!'),
    ])
    expect(data[1]).toMatchObject({ event: 'message.created', subject_id: message.id, status: 'pending' })
  })

  it('is only what was asked for', async () => {
    await save('https://shop.example.com/hook', ['order.paid'])
    await inbound('hello')
    expect((await manage('/webhook/deliveries')).json.data).toEqual([])
  })
})

describe('a test', () => {
  it('is signed, sent at once, and says how it ended', async () => {
    const receiver = await openReceiver()
    const { secret } = (await save(receiver.url)).json.data
    const reply = await manage('/webhook/test', {})
    expect(reply.json.data).toMatchObject({ event: 'webhook.test', status: 'delivered', attempts: 1 })
    expect(reply.json.data.log).toEqual([
      { at: expect.any(String), status: 204, duration_ms: expect.any(Number), error: null },
    ])
    const [received] = receiver.received
    expect(received).toMatchObject({ event: 'webhook.test', id: reply.json.data.id })
    expect(received && isSigned(received, secret)).toBe(true)
    expect((await manage('/webhook')).json.data).toMatchObject({ health: 'healthy', last_error: null })
  })

  it('that fails is not tried again, and three make the webhook unhealthy', async () => {
    const receiver = await openReceiver((response) => response.writeHead(500).end('broken'))
    await save(receiver.url)
    for (const health of ['healthy', 'healthy', 'unhealthy']) {
      const reply = await manage('/webhook/test', {})
      expect(reply.json.data).toMatchObject({ status: 'failed', next_attempt_at: null })
      expect(reply.json.data.log[0]).toMatchObject({ status: 500, error: 'answered 500' })
      expect((await manage('/webhook')).json.data).toMatchObject({ health, last_error: 'answered 500' })
    }
  })

  it('that fails is nothing that anybody missed: it is not counted, and not sent again with what failed', async () => {
    let isBroken = true
    const receiver = await openReceiver((response) => response.writeHead(isBroken ? 500 : 200).end())
    await save(receiver.url)
    const { id } = (await manage('/webhook/test', {})).json.data
    expect((await manage('/webhook')).json.data).toMatchObject({ failed: 0, pending: 0 })
    const range = { from: '2026-01-01T00:00:00Z' }
    expect((await manage('/webhook/replay', range)).json).toEqual({ data: { replayed: 0 } })
    expect((await manage('/webhook/deliveries?status=failed')).json.data).toMatchObject([{ id }])
    isBroken = false
    // By hand it is: whoever names it means it.
    expect((await manage(`/webhook/deliveries/${id}/replay`, {})).json.data).toMatchObject({
      status: 'pending',
    })
  })

  it('after a rotation is signed with the new secret', async () => {
    const receiver = await openReceiver()
    const { secret: old } = (await save(receiver.url)).json.data
    const { secret } = (await manage('/webhook/rotate', {})).json.data
    expect(secret).not.toBe(old)
    await manage('/webhook/test', {})
    const [received] = receiver.received
    expect(received && isSigned(received, secret)).toBe(true)
    expect(await audited()).toEqual(['webhook.created', 'webhook.secret_rotated', 'webhook.tested'])
  })
})

describe('deliveries', () => {
  it('are listed newest first, by status, page by page', async () => {
    const receiver = await openReceiver((response) => {
      response.writeHead(receiver.received.length % 2 === 0 ? 500 : 200).end()
    })
    await save(receiver.url)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await manage('/webhook/test', {})).json.data.id)
    const page = (await manage('/webhook/deliveries?limit=2')).json
    expect(page).toMatchObject({ data: [{ id: ids[0] }, { id: ids[1] }], hasMore: true })
    const next = (await manage(`/webhook/deliveries?limit=3&before=${ids[1]}`)).json
    expect(next.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(next.hasMore).toBe(false)
    const failed = (await manage('/webhook/deliveries?status=failed')).json.data
    expect(failed.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[3]])
    expect((await manage('/webhook/deliveries?status=lost')).status).toBe(400)
  })

  it('of another workspace are as good as missing', async () => {
    const receiver = await openReceiver()
    await save(receiver.url)
    const { id } = (await manage('/webhook/test', {})).json.data
    const mine = shop
    shop = await openShop(service.db)
    const foreign = [
      await manage(`/webhook/deliveries/${id}`),
      await manage(`/webhook/deliveries/${mine.agent.id}`),
      await manage('/webhook/deliveries/nonsense'),
    ]
    for (const { status, text } of foreign) {
      expect([status, text]).toEqual([404, '{"error":"delivery not found"}'])
    }
    await save(receiver.url)
    expect((await manage(`/webhook/deliveries/${id}/replay`, {})).status).toBe(404)
  })

  it('removed with the webhook, what was waiting counts as failed and cannot be replayed', async () => {
    await save('https://shop.example.com/hook')
    await inbound('hello')
    const [waiting] = (await manage('/webhook/deliveries')).json.data
    expect((await manage('/webhook', undefined, 'DELETE')).status).toBe(204)
    expect((await manage('/webhook')).json).toEqual({ data: null })
    expect((await manage(`/webhook/deliveries/${waiting.id}`)).json.data.status).toBe('failed')
    expect((await manage(`/webhook/deliveries/${waiting.id}/replay`, {})).status).toBe(409)
    expect((await manage('/webhook', undefined, 'DELETE')).status).toBe(409)
  })

  it.each([{}, { from: 'yesterday' }, { from: '2026-01-01T00:00:00Z', until: 5 }])(
    'a range %j is refused',
    async (body) => {
      await save('https://shop.example.com/hook')
      expect((await manage('/webhook/replay', body)).status).toBe(400)
    },
  )
})

function inbound(text: string): Promise<Reply> {
  const message = { channel: 'whatsapp', external_user_id: 'siti', external_message_id: text, text }
  return manage(`/agents/${shop.agent.id}/inbound`, message)
}
