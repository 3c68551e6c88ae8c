import { describe, expect, it } from 'vitest'
import { toE164 } from '../../lib/phone.ts'
import { conversationSchema } from '../conversations/index.ts'
import { stories } from './stories.ts'

const LABELS = ['order', 'catering', 'complaint', 'delivery', 'vip', 'question']
const named = stories.map((story) => ({ story, name: `${story.daysAgo} days ago at ${story.at}` }))

describe('the demo shop’s week', () => {
  it('fills every day, every channel and every status', () => {
    expect(stories.length).toBeGreaterThanOrEqual(20)
    expect(new Set(stories.map(({ daysAgo }) => daysAgo))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]))
    expect(new Set(stories.map(({ channel }) => channel))).toEqual(
      new Set(['website', 'whatsapp', 'telegram']),
    )
    expect(new Set(stories.map(({ status }) => status))).toEqual(new Set(['open', 'pending', 'closed']))
    expect(new Set(stories.map(({ handler }) => handler))).toEqual(new Set(['ai', 'human']))
  })

  it('tells no two stories of the same customer', () => {
    const phones = stories.flatMap(({ customer }) => customer.phone ?? [])
    expect(new Set(phones).size).toBe(phones.length)
  })

  it.each(named)('$name: the phone, if any, is E.164 and valid', ({ story: { customer } }) => {
    if (customer.phone !== undefined) expect(toE164(customer.phone)).toBe(customer.phone)
  })

  it.each(named)('$name: the hour is one of a day', ({ story }) => {
    expect(story.at).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
  })

  it.each(named)('$name: stamps strictly increase', ({ story: { messages } }) => {
    const [first, ...later] = messages.map(([, secondsLater]) => secondsLater)
    expect(first).toBe(0)
    for (const seconds of later) expect(seconds).toBeGreaterThan(0)
  })

  it.each(named)('$name: the customer speaks first and somebody answers', ({ story: { messages } }) => {
    expect(messages.length).toBeGreaterThanOrEqual(2)
    expect(messages.length).toBeLessThanOrEqual(14)
    expect(messages[0]?.[0]).toBe('customer')
    expect(messages.some(([who]) => who !== 'customer')).toBe(true)
    for (const [, , text] of messages) expect(text.trim()).toBe(text)
  })

  it.each(named)('$name: labels are of the shop’s own set', ({ story: { labels } }) => {
    expect(labels.filter((label) => !LABELS.includes(label))).toEqual([])
    expect(conversationSchema.labels.parse(labels)).toEqual(labels)
  })

  it.each(named.filter(({ story }) => story.status === 'closed'))(
    '$name: a closed one has a summary and is back with the AI',
    ({ story }) => {
      expect(story.summary).toMatch(/^[A-Z].*\.$/)
      expect(story.handler).toBe('ai')
    },
  )

  it.each(named.filter(({ story }) => story.handler === 'human'))(
    '$name: one that a person handles has a message of theirs',
    ({ story }) => {
      expect(story.messages.some(([who]) => who === 'team')).toBe(true)
    },
  )
})
