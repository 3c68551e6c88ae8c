import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { system } from '../../src/modules/audit/index.ts'
import { manageRoutes } from '../../src/modules/manage/index.ts'
import { createPasswordLink, createToken, createUser, revokeToken } from '../../src/modules/users/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop
let other: Shop

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
  other = await openShop(service.db)
})
afterAll(() => service.close())

const manage = (path: string, options: Parameters<TestService['call']>[1] = {}) =>
  service.call(`/api/manage${path}`, { key: shop.token, ...options })
const deliver = (body: object, of = shop) =>
  manage(`/agents/${of.agent.id}/inbound`, {
    key: of.token,
    body: { channel: 'whatsapp', text: 'hello', ...body },
  })

describe('a customer’s message arrives (inbound)', () => {
  it('goes on in the same conversation for the same channel and user, and nowhere else', async () => {
    const first = await deliver({ external_user_id: 'u1' })
    const again = await deliver({ external_user_id: 'u1', text: 'me again' })
    const elsewhere = await deliver({ external_user_id: 'u1', channel: 'telegram' })
    expect(first.json).toEqual({
      conversation_id: expect.any(String),
      message: {
        id: expect.any(String),
        role: 'user',
        content: 'hello',
        channel: 'whatsapp',
        created_at: expect.any(String),
      },
      replies: [],
    })
    expect(again.json.conversation_id).toBe(first.json.conversation_id)
    expect(elsewhere.json.conversation_id).not.toBe(first.json.conversation_id)
  })

  it('the same external message again is the same message, also twenty times at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        deliver({ external_user_id: 'twice', external_message_id: 'wamid.1' }),
      ),
    )
    expect(new Set(replies.map(({ status, json }) => `${status} ${json.message.id}`)).size).toBe(1)
    const { json } = await manage(`/conversations/${replies[0]?.json.conversation_id}/messages`)
    expect(json.data).toHaveLength(1)
  })

  it('reopens a closed conversation', async () => {
    const { json } = await deliver({ external_user_id: 'closed' })
    const path = `/conversations/${json.conversation_id}`
    await manage(path, { method: 'PATCH', body: { status: 'closed' } })
    await deliver({ external_user_id: 'closed', text: 'hello again' })
    expect((await manage(path)).json.data).toMatchObject({ status: 'open', handler: 'ai' })
  })

  it('is refused for another workspace’s agent exactly as for none', async () => {
    const body = { channel: 'whatsapp', external_user_id: 'u', text: 'x' }
    const foreign = await manage(`/agents/${other.agent.id}/inbound`, { body })
    const missing = await manage(`/agents/${newId()}/inbound`, { body })
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
  })
})

describe('the team answers', () => {
  it('a reply has the role assistant and makes a person the handler until it is handed back', async () => {
    const { json } = await deliver({ external_user_id: 'handler' })
    const path = `/conversations/${json.conversation_id}`
    const reply = await manage(`${path}/messages`, { body: { content: 'I am here' } })
    expect([reply.status, reply.json.data.role, reply.json.data.content]).toEqual([
      201,
      'assistant',
      'I am here',
    ])
    expect((await manage(path)).json.data.handler).toBe('human')
    await manage(path, { method: 'PATCH', body: { handler: 'ai' } })
    expect((await manage(path)).json.data.handler).toBe('ai')
  })

  it('closing hands it back to the AI', async () => {
    const { json } = await deliver({ external_user_id: 'closing' })
    const path = `/conversations/${json.conversation_id}`
    await manage(`${path}/messages`, { body: { content: 'done' } })
    const closed = await manage(path, { method: 'PATCH', body: { status: 'closed' } })
    expect(closed.json.data).toMatchObject({ status: 'closed', handler: 'ai' })
  })

  it('a note is never a message', async () => {
    const { json } = await deliver({ external_user_id: 'note' })
    const path = `/conversations/${json.conversation_id}`
    const note = await manage(`${path}/notes`, { body: { body: 'likes less sugar' } })
    expect(note.json.data).toMatchObject({
      body: 'likes less sugar',
      author: { kind: 'user', id: shop.owner.id },
    })
    const keyed = await service.call(`/api/v1${path}/messages`, { key: shop.key })
    expect(keyed.text).not.toContain('less sugar')
    expect((await manage(`${path}/messages`)).text).not.toContain('less sugar')
    expect((await manage(`${path}/notes`)).json.data).toHaveLength(1)
  })

  it('labels are trimmed and de-duplicated; bounds are kept', async () => {
    const { json } = await deliver({ external_user_id: 'labels' })
    const path = `/conversations/${json.conversation_id}`
    const patch = (body: object) => manage(path, { method: 'PATCH', body })
    expect((await patch({ labels: [' vip ', 'vip', 'late'] })).json.data.labels).toEqual(['vip', 'late'])
    const bad = [
      { labels: Array(21).fill('x') },
      { labels: ['x'.repeat(51)] },
      { labels: [' '] },
      { labels: 'vip' },
      { status: 'done' },
      { handler: 'robot' },
      { status: 'closed', handler: 'human' },
      {},
    ]
    for (const body of bad) expect([body, (await patch(body)).status]).toEqual([body, 400])
    expect((await manage(path)).json.data.labels).toEqual(['vip', 'late'])
  })

  it('every change is in the audit log with who, what and what it was before; contents are not', async () => {
    const { json } = await deliver({ external_user_id: 'audited' })
    const path = `/conversations/${json.conversation_id}`
    await manage(path, { method: 'PATCH', body: { status: 'pending', labels: ['a'] } })
    await manage(`${path}/messages`, { body: { content: 'private words' } })
    await manage(`${path}/notes`, { body: { body: 'private note' } })
    const log = await manage('/audit?limit=5')
    const rows = log.json.data.filter((row: { target_id: string }) => row.target_id === json.conversation_id)
    expect(rows.map((row: { action: string }) => row.action)).toEqual([
      'conversation.note_added',
      'conversation.handler_changed',
      'conversation.replied',
      'conversation.labels_changed',
      'conversation.status_changed',
    ])
    for (const row of rows) expect(row.actor).toEqual({ kind: 'user', id: shop.owner.id })
    expect(rows[4].detail).toEqual({ before: 'open', after: 'pending' })
    expect(log.text).not.toContain('private')
  })
})

describe('who may', () => {
  it('every route refuses strangers, API keys and revoked tokens', async () => {
    const { token, id } = await createToken(service.db, system, shop.owner, false)
    await revokeToken(service.db, system, id)
    for (const { method, path } of manageRoutes) {
      const concrete = path.replace(/:\w+/g, newId())
      for (const key of [undefined, shop.key, token, 'imt_nonsense']) {
        const reply = await service.call(`/api/manage${concrete}`, { method, key })
        expect([method, path, reply.status]).toEqual([method, path, 401])
      }
    }
  })

  it('a token for inbound only can deliver messages and nothing else', async () => {
    const { token } = await createToken(service.db, system, shop.owner, true)
    for (const route of manageRoutes) {
      const path = route.path.replace(':agent_id', shop.agent.id).replace(/:\w+/g, newId())
      const body = { channel: 'x', external_user_id: 'only', text: 'hello' }
      const reply = await manage(path, {
        method: route.method,
        key: token,
        ...(route.method === 'GET' ? {} : { body }),
      })
      expect([route.path, reply.status]).toEqual([route.path, route.scope === 'inbound' ? 200 : 403])
    }
  })
})

describe('keys by management', () => {
  it('creates a key that is shown once, works, and dies with its revocation', async () => {
    const body = { name: 'shop', scopes: ['catalogue:sync'], origins: ['https://shop.example/'] }
    const created = await manage(`/agents/${shop.agent.id}/keys`, { body })
    expect(created.status).toBe(201)
    const { key, id, prefix, origins } = created.json.data
    expect([prefix, origins]).toEqual([key.slice(0, 12), ['https://shop.example']])
    expect((await service.call('/api/v1/conversations', { key })).status).toBe(200)
    expect((await manage(`/agents/${shop.agent.id}/keys`)).text).not.toContain(key)
    expect((await manage(`/keys/${id}/revoke`, { method: 'POST' })).json.data.revoked_at).toEqual(
      expect.any(String),
    )
    expect((await service.call('/api/v1/conversations', { key })).status).toBe(401)
  })

  it('refuses unknown scopes and what is no origin, with their places', async () => {
    const body = {
      scopes: ['catalogue:sync', 'everything'],
      origins: ['shop.example', 'https://a.example/path'],
    }
    const reply = await manage(`/agents/${shop.agent.id}/keys`, { body })
    expect(reply.json.details.map((problem: { path: string }) => problem.path)).toEqual([
      'scopes[1]',
      'origins[0]',
      'origins[1]',
    ])
  })
})

describe('signing in', () => {
  const password = 'correct horse battery'
  const signIn = (email: string, secret: string, headers: Record<string, string> = {}) =>
    service.call('/api/manage/session', { body: { email, password: secret }, headers })

  it('sets a cookie that scripts cannot read and that works until signed out', async () => {
    await createUser(service.db, system, shop.workspace.id, { email: 'Mei@example.com', password })
    const reply = await signIn('mei@EXAMPLE.com', password)
    expect([reply.status, reply.json.data.user.email]).toEqual([200, 'Mei@example.com'])
    const cookie = reply.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    const headers = { Cookie: cookie.split(';')[0] as string }
    const me = await service.call('/api/manage/me', { headers })
    expect(me.json.data.workspace_id).toBe(shop.workspace.id)
    const foreign = { ...headers, Origin: 'https://evil.example' }
    expect((await service.call('/api/manage/session', { method: 'DELETE', headers: foreign })).status).toBe(
      403,
    )
    const crossSite = { ...headers, 'Sec-Fetch-Site': 'cross-site' }
    expect((await service.call('/api/manage/session', { method: 'DELETE', headers: crossSite })).status).toBe(
      403,
    )
    expect((await service.call('/api/manage/session', { method: 'DELETE', headers })).status).toBe(204)
    expect((await service.call('/api/manage/me', { headers })).status).toBe(401)
  })

  it('tells nobody whether the email or the password was wrong, and slows guessing down', async () => {
    await createUser(service.db, system, shop.workspace.id, { email: 'ravi@example.com', password })
    const wrong = await signIn('ravi@example.com', 'wrong password')
    const unknown = await signIn('nobody@example.com', 'wrong password')
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text])
    const replies = []
    for (let i = 0; i < 12; i++) replies.push((await signIn('ravi@example.com', 'wrong password')).status)
    expect(replies.at(-1)).toBe(429)
    expect((await signIn('ravi@example.com', password)).status).toBe(429)
  })

  it('a one-time link sets a password once and ends older sign-ins', async () => {
    const fresh = await startService({ database: service.database })
    const user = await createUser(service.db, system, shop.workspace.id, {
      email: 'link@example.com',
      password,
    })
    const signedIn = await fresh.call('/api/manage/session', { body: { email: user.email, password } })
    const headers = { Cookie: (signedIn.headers.get('Set-Cookie') ?? '').split(';')[0] as string }
    const old = await createPasswordLink(service.db, system, user)
    const token = await createPasswordLink(service.db, system, user)
    const send = (link: string, secret: string) =>
      fresh.call(`/set-password/${link}`, {
        raw: new URLSearchParams({ password: secret }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
    expect((await fresh.call(`/set-password/${old}`)).status).toBe(404)
    expect((await fresh.call(`/set-password/${token}`)).status).toBe(200)
    expect((await send(token, 'short')).status).toBe(400)
    expect((await send(token, 'a much better one')).status).toBe(200)
    expect((await send(token, 'a much better one')).status).toBe(404)
    expect((await fresh.call('/api/manage/me', { headers })).status).toBe(401)
    const again = await fresh.call('/api/manage/session', {
      body: { email: user.email, password: 'a much better one' },
    })
    expect(again.status).toBe(200)
    await fresh.close()
  })
})
