import { describe, expect, it } from 'vitest'
import { toE164 } from '../../lib/phone.ts'
import { recorded } from '../voice/index.ts'
import { calls } from './calls.ts'
import { counterOrders } from './counter.ts'
import { stories } from './stories.ts'
import type { Message } from './story.ts'
import { pastCall } from './tell.ts'

const LABELS = ['order', 'catering', 'complaint', 'delivery', 'vip', 'question']
/** How fast anybody speaks, in characters a second; a second to think is everybody's. */
const FASTEST = 20
const SLOWEST = 7

const named = calls.map((call) => ({ call, name: `${call.direction}, ${call.customer.name}` }))
const talked = named.filter(({ call }) => call.status === 'completed')
const unanswered = named.filter(({ call }) => call.status !== 'completed')

function expectSayable(text: string, seconds: number): void {
  expect(seconds, text).toBeGreaterThan(text.length / FASTEST)
  expect(seconds, text).toBeLessThan(text.length / SLOWEST + 3)
}

describe('the calls of the demo shop’s week', () => {
  it('go both ways and come to different ends', () => {
    const ends = new Set(calls.map(({ direction, status }) => `${direction} ${status}`))
    expect(ends).toEqual(
      new Set(['inbound completed', 'outbound completed', 'outbound no_answer', 'outbound busy']),
    )
    expect(new Set(calls.map(({ daysAgo }) => daysAgo)).size).toBeGreaterThanOrEqual(4)
  })

  it.each(named)('$name: the number is valid, made up, and the same person’s everywhere', ({ call }) => {
    const { name, phone } = call.customer
    expect(toE164(phone)).toBe(phone)
    expect(phone).toMatch(/^\+601\d+55501\d\d$/)
    const known = [...stories, ...counterOrders].filter(({ customer }) => customer.phone === phone)
    expect(known.map(({ customer }) => customer.name)).toEqual(known.map(() => name))
    if (call.direction === 'outbound') expect(known).toHaveLength(1)
    expect(call.placedBy !== undefined).toBe(call.direction === 'outbound')
    expect(call.labels.filter((label) => !LABELS.includes(label))).toEqual([])
  })

  it.each(named)('$name: lies within the opening hours, whenever the demo is made', ({ call }) => {
    for (let hour = 0; hour < 24; hour++) {
      const { dialledAt, endedAt } = pastCall(call, new Date(Date.UTC(2026, 2, 1, hour)), {
        ownerId: 'owner',
        keyId: 'key',
      })
      const hourOf = (at: Date) => ((at.getTime() / 3_600_000 + 8) % 24) as number
      expect(hourOf(dialledAt)).toBeGreaterThan(7)
      expect(hourOf(endedAt)).toBeLessThan(18)
    }
  })

  it.each(talked)('$name: opens by saying that it is recorded, and takes turns', ({ call }) => {
    expect(call.messages[0]?.[2]).toMatch(new RegExp(`^${recorded.en} `))
    const speakers = call.messages.map(([who]) => who)
    expect(speakers).toEqual(speakers.map((_, i) => (i % 2 === 0 ? 'agent' : 'customer')))
    expect(call.summary).toMatch(/^[A-Z].*\.$/)
  })

  // The agent's words are written down as it begins to say them, the customer's when they were said.
  it.each(talked)('$name: takes as long as what is said', ({ call: { messages, talks } }) => {
    expect(messages[0]?.[1]).toBe(0)
    messages.forEach(([who, seconds, text], i) => {
      const before = (messages[i - 1]?.[2] ?? '') as Message[2]
      if (i > 0 && who === 'agent') expect(seconds).toBe(2)
      if (who === 'customer') expectSayable(before + text, seconds)
    })
    const [, , last] = messages.at(-1) as Message
    const begun = messages.reduce((sum, [, seconds]) => sum + seconds, 0)
    expectSayable(last, talks - begun)
  })

  it.each(unanswered)('$name: rang and was not talked', ({ call: { rings, talks, messages, summary } }) => {
    expect(rings).toBeGreaterThan(0)
    expect([talks, messages, summary]).toEqual([0, [], null])
  })
})
