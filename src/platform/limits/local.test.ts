import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLimits, type Rule, type Verdict } from './index.ts'
import { LocalWindow } from './local.ts'

describe('a local window', () => {
  it('answers without a promise', () => {
    const limits = createLimits({})
    if (limits instanceof Promise) throw new Error('a promise')
    expect(limits.window('requests', { limit: 1, windowMs: 60_000 }).take('key')).toMatchObject({
      allowed: true,
    })
  })

  it('lets a request leave exactly windowMs after it came, and not a microsecond before', () => {
    let clock = 0.25
    const window = new LocalWindow({ limit: 1, windowMs: 60_000 }, () => clock)
    expect(window.take('key').allowed).toBe(true)
    clock = 60_000.249
    expect(window.take('key')).toMatchObject({ allowed: false, resetSeconds: 1 })
    clock = 60_000.25
    expect(window.take('key').allowed).toBe(true)
  })

  it('agrees with a naive count for any rule, any keys and any arrivals', () => {
    fc.assert(
      fc.property(
        fc.record({ limit: fc.integer({ min: 1, max: 40 }), windowMs: fc.integer({ min: 1, max: 5_000 }) }),
        arrivals,
        (rule, requests) => {
          let clock = 0
          const window = new LocalWindow(rule, () => clock)
          const naive = naiveWindow(rule)
          for (const { key, gap, burst } of requests) {
            clock += gap * rule.windowMs
            for (let i = 0; i < burst; i++) expect(window.take(key)).toEqual(naive(key, clock))
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('frees a slot after the announced wait, on a clock with fractions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.double({ min: 0, max: 40_000, noNaN: true }), { minLength: 1, maxLength: 60 }),
        (limit, gaps) => {
          let clock = 0
          const window = new LocalWindow({ limit, windowMs: 60_000 }, () => clock)
          for (const gap of gaps) {
            clock += gap
            const verdict = window.take('key')
            if (verdict.allowed) continue
            clock += verdict.resetSeconds * 1000
            expect(window.take('key').allowed).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('forgets idle keys as traffic goes on', () => {
    let clock = 0
    const window = new LocalWindow({ limit: 120, windowMs: 60_000 }, () => clock)
    let mostHeld = 0
    for (let visitor = 0; visitor < 600_000; visitor++) {
      clock = visitor
      window.take(`visitor ${visitor}`)
      mostHeld = Math.max(mostHeld, window.heldKeys)
    }
    expect(mostHeld).toBe(120_000)
    clock += 120_000
    window.take('one more')
    expect(window.heldKeys).toBe(1)
  })

  it('keeps little for a key of one request, and gives back the room of a burst', () => {
    let clock = 0
    const window = new LocalWindow({ limit: 10_000, windowMs: 60_000 }, () => clock)
    for (let i = 0; i < 200; i++) window.take(`key ${i}`)
    expect(roomOf(window)).toBeLessThanOrEqual(200 * 4)
    clock += 1
    for (let i = 0; i < 200; i++) for (let n = 0; n < 500; n++) window.take(`key ${i}`)
    expect(roomOf(window)).toBeGreaterThan(200 * 500)
    clock += 60_000
    for (let i = 0; i < 200; i++) expect(window.take(`key ${i}`).remaining).toBe(9_999)
    expect(roomOf(window)).toBeLessThanOrEqual(200 * 4)
  })
})

const arrivals = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    /** In windows; multiples of 1/8 make arrivals meet the edge of the window exactly. */
    gap: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 24 }).map((eighths) => eighths / 8),
      fc.integer({ min: 0, max: 64 }).map((part) => part / 4096),
    ),
    burst: fc.integer({ min: 1, max: 30 }),
  }),
  { maxLength: 80 },
)

function naiveWindow({ limit, windowMs }: Rule): (key: string, now: number) => Verdict {
  const counted: { key: string; at: number }[] = []
  // The window counts in whole microseconds.
  const micros = (ms: number) => Math.floor(ms * 1000)
  return (key, nowMs) => {
    const now = micros(nowMs)
    const inWindow = () =>
      counted.filter((request) => request.key === key && now - request.at < windowMs * 1000)
    const allowed = inWindow().length < limit
    if (allowed) counted.push({ key, at: now })
    const oldest = Math.min(...inWindow().map((request) => request.at))
    return {
      allowed,
      limit,
      remaining: limit - inWindow().length,
      resetSeconds: Math.ceil((oldest + windowMs * 1000 - now) / 1_000_000),
    }
  }
}

/** The slots of all rings, read from the inside: the heap is too noisy to tell. */
function roomOf(window: LocalWindow): number {
  const { young, old } = window as unknown as Record<'young' | 'old', Map<string, { ring: number[] }>>
  return [...young.values(), ...old.values()].reduce((room, trail) => room + trail.ring.length, 0)
}
