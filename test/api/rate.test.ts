import { afterEach, describe, expect, it } from 'vitest'
import { newKey, openShop, startService, type TestService } from '../harness/service.ts'

let service: TestService
afterEach(() => service.close())

const path = '/api/v1/conversations'

describe('120 requests in any 60 seconds', () => {
  it('the trailing window: 60 at 0 s, 60 at 59 s, 100 at 61 s → 60 pass', async () => {
    let now = 0
    service = await startService({ env: { ICEBOT_RATE_LIMIT: '120' }, now: () => now })
    const { key } = await openShop(service.db)
    const burst = async (count: number) => {
      const replies = await Promise.all(Array.from({ length: count }, () => service.call(path, { key })))
      return replies.filter(({ status }) => status === 200).length
    }
    expect(await burst(60)).toBe(60)
    now = 59_000
    expect(await burst(60)).toBe(60)
    now = 61_000
    expect(await burst(100)).toBe(60)
  })

  it('the 121st is refused with the documented body and headers', async () => {
    service = await startService({ env: { ICEBOT_RATE_LIMIT: '120' }, now: () => 0 })
    const { key } = await openShop(service.db)
    for (let i = 1; i <= 120; i++) {
      const reply = await service.call(path, { key })
      expect(reply.status).toBe(200)
      expect(reply.headers.get('RateLimit-Limit')).toBe('120')
      expect(reply.headers.get('RateLimit-Remaining')).toBe(String(120 - i))
    }
    const refused = await service.call(path, { key })
    expect([refused.status, refused.text]).toEqual([429, '{"error":"rate limit exceeded"}'])
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(refused.headers.get('RateLimit-Remaining')).toBe('0')
    expect(refused.headers.get('RateLimit-Reset')).toBe('60')
  })

  it('every answer but a 429 counts, and each key has a window of its own', async () => {
    service = await startService({ env: { ICEBOT_RATE_LIMIT: '4' }, now: () => 0 })
    const shop = await openShop(service.db)
    const { key } = await newKey(service.db, shop.agent, { origins: ['https://a.example'] })
    expect((await service.call(`${path}?limit=0`, { key })).status).toBe(400)
    expect((await service.call(`${path}/x/messages`, { key })).status).toBe(404)
    expect((await service.call(path, { key, headers: { Origin: 'https://b.example' } })).status).toBe(403)
    expect((await service.call(path, { key })).status).toBe(200)
    expect((await service.call(path, { key })).status).toBe(429)
    expect((await service.call(path, { key, headers: { Origin: 'https://b.example' } })).status).toBe(403)
    expect((await service.call(path, { key: shop.key })).status).toBe(200)
  })
})
