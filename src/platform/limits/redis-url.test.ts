import { describe, expect, it } from 'vitest'
import { UserError } from '../../lib/user-error.ts'
import { parseRedisUrl } from './redis-url.ts'

describe('REDIS_URL', () => {
  it.each([
    ['redis://cache', { host: 'cache', port: 6379, db: 0 }],
    ['redis://127.0.0.1:6380/', { host: '127.0.0.1', port: 6380, db: 0 }],
    ['redis://[::1]:6380/4', { host: '::1', port: 6380, db: 4 }],
    ['redis://:p%40ss%2F%3F@cache', { host: 'cache', port: 6379, db: 0, password: 'p@ss/?' }],
    [
      'rediss://me:secret@cache:1/15',
      { host: 'cache', port: 1, db: 15, username: 'me', password: 'secret', tls: {} },
    ],
  ])('%s is understood', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address)
  })

  it.each([
    'hunter2',
    'cache:6379',
    'localhost:6379/hunter2',
    'http://:hunter2@cache',
    'redis:hunter2',
    'redis://',
    'redis://:hunter2@',
    'redis://:hunter2@cache:99999',
    'redis://:hunter2@cache/first',
    'redis://:hunter2@cache/0/1',
    'redis://me:hunter2%zz@cache',
    'redis://me:12/hunter2@cache',
    'redis://me:12?hunter2@cache',
    'redis://me:12#hunter2@cache',
    ' ',
  ])('%s is refused in one sentence that says what to write and repeats nothing', (url) => {
    let refusal: unknown
    try {
      parseRedisUrl(url)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(UserError)
    expect(`${refusal}`).toContain('REDIS_URL')
    expect(`${refusal}`).toContain('redis://[user:password@]host')
    expect(`${refusal}`).not.toContain('hunter2')
  })
})
