import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../src/lib/ids.ts'
import { mintCredential } from '../../src/lib/secrets.ts'
import { system } from '../../src/modules/audit/index.ts'
import { createRegister, keyedDoor, keyedRoute, revokeKey } from '../../src/modules/keys/index.ts'
import { v1Routes } from '../../src/modules/reference/index.ts'
import { createServer, mount } from '../../src/platform/http/index.ts'
import { createLimits, type Limits } from '../../src/platform/limits/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { newKey, openShop, request, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop

beforeAll(async () => {
  service = await startService()
  shop = await openShop(service.db)
})
afterAll(() => service.close())

const path = '/api/v1/conversations'

describe('who is it (401)', () => {
  const strangers: [string, Record<string, string>][] = [
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic abc' }],
    ['an empty bearer', { Authorization: 'Bearer ' }],
    ['a word', { Authorization: 'Bearer hello' }],
    ['strange characters with a right checksum', { Authorization: `Bearer svk_${'-'.repeat(36)}3wwpou` }],
    ['a wrong checksum', { Authorization: `Bearer ${mintCredential('svk_').slice(0, -1)}_` }],
    ['a well-formed key nobody has', { Authorization: `Bearer ${mintCredential('svk_')}` }],
    ['a management token', { Authorization: `Bearer ${mintCredential('imt_')}` }],
  ]
  it.each(strangers)('%s', async (_, headers) => {
    const reply = await service.call(path, { headers })
    expect(reply.status).toBe(401)
    expect(reply.text).toBe('{"error":"unauthorized"}')
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(reply.headers.get('X-Request-Id')).toBeTruthy()
  })

  it('reads the scheme without regard to case', async () => {
    const reply = await service.call(path, { headers: { Authorization: `bearer ${shop.key}` } })
    expect(reply.status).toBe(200)
  })

  it('does no database work for a missing or malformed bearer', async () => {
    const spied: string[] = []
    const { rows, row, texts, run } = service.db
    for (const name of ['rows', 'row', 'texts', 'run'] as const) {
      const original = { rows, row, texts, run }[name] as (...given: never[]) => unknown
      Object.assign(service.db, {
        [name]: (...given: never[]) => {
          spied.push(name)
          return original(...given)
        },
      })
    }
    try {
      for (const [, headers] of strangers.slice(0, 6)) await service.call(path, { headers })
      expect(spied).toEqual([])
      await service.call(path, { key: mintCredential('svk_') })
      expect(spied).not.toEqual([])
    } finally {
      Object.assign(service.db, { rows, row, texts, run })
    }
  })
})

describe('revocation', () => {
  it('takes effect on the very next request of an open connection', async () => {
    const { key, id } = await newKey(service.db, shop.agent)
    expect((await service.call(path, { key })).status).toBe(200)
    await revokeKey(service.db, system, id)
    expect((await service.call(path, { key })).status).toBe(401)
  })

  it('comes before every other refusal', async () => {
    const { key, id } = await newKey(service.db, shop.agent, { origins: ['https://a.example'] })
    const warm = await service.call(path, { key })
    expect(warm.status).toBe(200)
    await revokeKey(service.db, system, id)
    const refusals = [
      service.call(path, { key, headers: { Origin: 'https://b.example' } }),
      service.call(`${path}?limit=0`, { key }),
      service.call(`${path}/${newId()}/messages`, { key }),
      service.call(`${path}/no-uuid/messages`, { key }),
      service.call(`${path}/${newId()}/messages?before=x`, { key }),
    ]
    const unknown = await service.call(path, { key: mintCredential('svk_') })
    const visible = ({ status, text, headers }: typeof unknown) => [status, text, [...headers.keys()].sort()]
    for (const reply of await Promise.all(refusals)) expect(visible(reply)).toEqual(visible(unknown))
  })

  it('comes before a full window too', async () => {
    const narrow = await startService({ env: { ICEBOT_RATE_LIMIT: '1' }, database: service.database })
    const { key, id } = await newKey(service.db, shop.agent)
    expect((await narrow.call(path, { key })).status).toBe(200)
    expect((await narrow.call(path, { key })).status).toBe(429)
    await revokeKey(service.db, system, id)
    expect((await narrow.call(path, { key })).status).toBe(401)
    await narrow.close()
  })
})

describe('origins', () => {
  it('a key without origins works from anywhere', async () => {
    const reply = await service.call(path, { key: shop.key, headers: { Origin: 'https://anywhere.example' } })
    expect(reply.status).toBe(200)
  })

  it('a key with origins refuses every other Origin, look-alikes and null included, and accepts none', async () => {
    const { key } = await newKey(service.db, shop.agent, { origins: ['https://shop.example'] })
    const withOrigin = (origin: string) => service.call(path, { key, headers: { Origin: origin } })
    expect((await withOrigin('https://shop.example')).status).toBe(200)
    expect((await service.call(path, { key })).status).toBe(200)
    const others = [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example.evil.example',
      'https://shop.example:8443',
      'null',
    ]
    for (const origin of others) {
      const reply = await withOrigin(origin)
      expect(reply.status).toBe(403)
      expect(reply.json).toMatchObject({ error: 'origin not allowed', message: expect.any(String) })
    }
  })
})

describe('paths and methods', () => {
  it('answers an unknown path with 404 and a wrong method with 405 and Allow', async () => {
    const unknown = await service.call('/api/v1/nothing', { key: shop.key })
    expect([unknown.status, unknown.text]).toEqual([404, '{"error":"not found"}'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await service.call(path, { key: shop.key, method })
      expect([method, reply.status]).toEqual([method, 405])
      expect(reply.headers.get('Allow')).toBe('GET, HEAD')
      expect(reply.headers.get('X-Request-Id')).toBeTruthy()
    }
  })

  it('a key without the scope a route asks for is refused by its name, after the rate and before the body', async () => {
    const app = createServer({ log: createLog('silent', () => {}), trustProxy: false, observe: () => {} })
    const rate = createLimits({}) as Limits
    const door = keyedDoor(
      service.db,
      createRegister(service.db),
      rate.window('key', { limit: 2, windowMs: 60_000 }),
    )
    const body = z.object({ x: z.string() })
    const write = keyedRoute({
      method: 'POST',
      path: '/w',
      tag: 't',
      summary: 's',
      scope: 'calls:create',
      body,
      handle: () => ({}),
    })
    mount(app, door, [write])
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const refused = await request(`${url}/api/v1/w`, { key: shop.key, raw: 'no json' })
    const text = 'missing scope: calls:create'
    expect([refused.status, refused.json]).toEqual([403, { error: text, message: text }])
    expect(refused.headers.get('RateLimit-Remaining')).toBe('1')
    const { key } = await newKey(service.db, shop.agent, { scopes: ['calls:create'] })
    expect((await request(`${url}/api/v1/w`, { key, raw: 'no json' })).status).toBe(400)
    expect((await request(`${url}/api/v1/w`, { key, body: { x: 'y' } })).status).toBe(200)
    await app.close()
  })

  it('writes need exactly one scope, reads need none', () => {
    for (const route of v1Routes) {
      const place = `${route.method} ${route.path}`
      const readWithScope = route.path === '/calls/:id/recording'
      if (route.method === 'GET' && !readWithScope) expect([place, route.scope]).toEqual([place, undefined])
      else expect([place, typeof route.scope]).toEqual([place, 'string'])
    }
  })
})
