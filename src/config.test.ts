import { describe, expect, it } from 'vitest'
import { readConfig, settings } from './config.ts'

describe('settings', () => {
  it('all have a working default', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      rateLimit: 120,
      trustProxy: false,
      unknown: [],
    })
  })

  it('an empty one counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['ICEBOT_BASE_URL', 'shop.example.com'],
    ['ICEBOT_BASE_URL', 'ftp://shop.example.com'],
    ['ICEBOT_SECRET', 'short'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['REDIS_URL', 'localhost:6379'],
    ['ICEBOT_RATE_LIMIT', '0'],
    ['ICEBOT_TRUST_PROXY', 'perhaps'],
    ['ICEBOT_LOG_LEVEL', 'loud'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must `))
  })

  it('secrets are never repeated in the refusal', () => {
    for (const { name } of Object.values(settings).filter((setting) => 'secret' in setting)) {
      expect(() => readConfig({ [name]: 'x!?#' })).toThrow(/^[^!]*$/)
    }
  })

  it('names what looks like a setting and is none', () => {
    expect(readConfig({ ICEBOT_RATELIMIT: '5', OTHER: 'x' }).unknown).toEqual(['ICEBOT_RATELIMIT'])
  })
})
