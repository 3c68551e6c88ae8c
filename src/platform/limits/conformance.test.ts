import { Redis } from 'ioredis'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startRedis } from '../../../test/harness/redis.ts'
import { createLimits, type Limits, type Verdict, type Window } from './index.ts'

/** A driver and a way to let time pass. */
interface Bench {
  limits: Limits
  pass(ms: number): Promise<void>
}

const redis = await startRedis()
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  await redis?.stop()
})

describe('the local window', () => {
  conforms(async () => {
    let clock = 1_000_000
    const limits = await createLimits({ now: () => clock })
    return {
      limits,
      async pass(ms) {
        clock += ms
      },
    }
  })
})

describe.skipIf(!redis)('the window shared through Redis', () => {
  conforms(async () => {
    const url = redis?.url as string
    const limits = await createLimits({ redisUrl: url })
    const admin = new Redis(url)
    ends.push(() => limits.close())
    ends.push(() => admin.quit())
    await admin.flushall()
    return { limits, pass: (ms) => age(admin, ms) }
  })
})

function conforms(open: () => Promise<Bench>): void {
  let limits: Limits
  let pass: Bench['pass']
  beforeEach(async () => {
    const bench = await open()
    limits = bench.limits
    pass = bench.pass
  })
  const perMinute = (limit: number) => limits.window('requests', { limit, windowMs: 60_000 })

  it('lets the limit through and refuses the next', async () => {
    const verdicts = await takes(perMinute(3), 4)
    expect(verdicts).toEqual([
      { allowed: true, limit: 3, remaining: 2, resetSeconds: 60 },
      { allowed: true, limit: 3, remaining: 1, resetSeconds: 60 },
      { allowed: true, limit: 3, remaining: 0, resetSeconds: 60 },
      { allowed: false, limit: 3, remaining: 0, resetSeconds: 60 },
    ])
  })

  it('counts the trailing 60 s: 60 at 0 s, 60 at 59 s, and of 100 at 61 s exactly 60 pass', async () => {
    const window = perMinute(120)
    expect(passed(await takes(window, 60))).toBe(60)
    await pass(59_000)
    expect(passed(await takes(window, 60))).toBe(60)
    await pass(2_000)
    const last = await takes(window, 100)
    expect(passed(last)).toBe(60)
    expect(last.slice(0, 60).every((verdict) => verdict.allowed)).toBe(true)
  })

  it('does not count a refused request', async () => {
    const window = perMinute(2)
    await takes(window, 1)
    await pass(30_000)
    expect(passed(await takes(window, 50))).toBe(1)
    await pass(30_000)
    expect(await takes(window, 1)).toMatchObject([{ allowed: true, remaining: 0, resetSeconds: 30 }])
  })

  it('counts as remaining only what lies in the window', async () => {
    const window = perMinute(10)
    await takes(window, 4)
    await pass(40_000)
    await takes(window, 3)
    await pass(21_000)
    expect(await takes(window, 1)).toMatchObject([{ remaining: 6, resetSeconds: 39 }])
  })

  it('frees a slot after resetSeconds, and not a second earlier', async () => {
    const window = perMinute(2)
    await takes(window, 1)
    await pass(12_100)
    await takes(window, 1)
    await pass(10_000)
    const [refused] = await takes(window, 1)
    expect(refused).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 38 })
    await pass(37_000)
    expect(await takes(window, 1)).toMatchObject([{ allowed: false, resetSeconds: 1 }])
    await pass(1_000)
    expect(passed(await takes(window, 2))).toBe(1)
  })

  it('says 1 second where less is left', async () => {
    const window = perMinute(1)
    await takes(window, 1)
    await pass(59_100)
    expect(await takes(window, 1)).toMatchObject([{ allowed: false, resetSeconds: 1 }])
  })

  it('keeps keys apart, whatever they are called', async () => {
    const window = perMinute(1)
    for (const key of ['a', 'b', '', 'a:b', '__proto__', 'constructor', 'kedai ✓', 'x'.repeat(500)]) {
      expect(passed(await takes(window, 2, key)), key).toBe(1)
    }
  })

  it('keeps windows of different names apart, and a name asked for twice is one window', async () => {
    const again = perMinute(2)
    const other = limits.window('calls', { limit: 1, windowMs: 60_000 })
    expect(passed(await takes(perMinute(2), 1))).toBe(1)
    expect(passed(await takes(other, 2))).toBe(1)
    expect(passed(await takes(again, 2))).toBe(1)
  })

  it('refuses one name with two rules, and a rule that lets nothing through', () => {
    perMinute(2)
    expect(() => perMinute(3)).toThrow('requests')
    for (const [limit, windowMs] of [
      [0, 1000],
      [-1, 1000],
      [1.5, 1000],
      [Number.NaN, 1000],
      [1, 0],
      [1, 0.5],
    ] as const) {
      expect(() => limits.window('odd', { limit, windowMs })).toThrow(RangeError)
    }
  })

  it('serves a large limit', async () => {
    const window = limits.window('large', { limit: 5_000, windowMs: 60_000 })
    expect(passed(await takes(window, 5_100))).toBe(5_000)
    await pass(60_000)
    expect(await takes(window, 1)).toMatchObject([{ allowed: true, remaining: 4_999 }])
  })
}

async function takes(window: Window, times: number, key = 'key'): Promise<Verdict[]> {
  return Promise.all(Array.from({ length: times }, () => window.take(key)))
}

const passed = (verdicts: Verdict[]) => verdicts.filter((verdict) => verdict.allowed).length

/** Redis has a clock of its own: instead of waiting, every counted request is made older. */
async function age(admin: Redis, ms: number): Promise<void> {
  for (const key of await admin.keys('icebot:limit:*:*')) {
    const moments = await admin.lrange(key, 0, -1)
    await admin.del(key)
    await admin.rpush(key, ...moments.map((moment) => BigInt(moment) - BigInt(ms * 1000)).map(String))
  }
}
