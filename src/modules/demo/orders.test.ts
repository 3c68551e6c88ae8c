import { describe, expect, it } from 'vitest'
import { formatRinggit, toSen } from '../../lib/money.ts'
import { toE164 } from '../../lib/phone.ts'
import { canMove, type OrderStatus, orderSchema } from '../orders/index.ts'
import { calls } from './calls.ts'
import { counterOrders } from './counter.ts'
import { products } from './products.ts'
import { stories } from './stories.ts'
import type { Happening, Story, StoryCall, StoryOrder } from './story.ts'
import { pastCall, pastConversation, pastOrder } from './tell.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const cast = { ownerId: 'owner', keyId: 'key' }
const happenings: Happening[] = [...stories, ...calls, ...counterOrders]
const ordered = happenings.flatMap(({ order, ...rest }) =>
  order ? [{ ...rest, order, name: rest.customer.name as string }] : [],
)
const agreed = [...stories, ...calls].flatMap((story) =>
  story.order ? [{ story, order: story.order, name: story.customer.name as string }] : [],
)
const prices = new Map(
  products.flatMap(({ external_id, price, variants }) =>
    variants
      ? variants.map((variant) => [variant.external_id, variant.price ?? price] as const)
      : [[external_id, price] as const],
  ),
)

function totalOf({ lines }: StoryOrder): number {
  return lines.reduce((sum, { item, quantity, price = prices.get(item) }) => {
    return sum + quantity * (toSen(price as number) as number)
  }, 0)
}

/** What was said until that minute, and what is written about it. */
function textOf({ messages = [], rings = 0 }: Happening, untilMinute = Number.POSITIVE_INFINITY): string {
  let seconds = rings
  return messages
    .filter(([, later]) => {
      seconds += later
      return seconds <= untilMinute * 60
    })
    .map(([, , text]) => text)
    .join('\n')
}

function beginOf(story: Story | StoryCall, now: Date): Date {
  if ('direction' in story) return pastCall(story, now, cast).dialledAt
  return pastConversation(story, 0, now, cast).messages[0]?.at as Date
}

function pastOf(now: Date) {
  return ordered.map((happening) => pastOrder(happening, now, cast, undefined))
}

describe('the orders of the demo shop’s week', () => {
  it('are about a dozen, on every day, and have come to every end', () => {
    expect(ordered.length).toBeGreaterThanOrEqual(12)
    expect(new Set(ordered.map(({ daysAgo }) => daysAgo))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]))
    const ends = ordered.map(({ order }) => order.steps.at(-1)?.[1] as string)
    const count = (end: string) => ends.filter((one) => one === end).length
    expect(['cancelled', 'expired', 'refunded'].map(count)).toEqual([1, 1, 1])
    expect(count('handled')).toBeGreaterThanOrEqual(5)
    expect(count('paid')).toBeGreaterThanOrEqual(2)
  })

  it('that are still to be handled are of today', () => {
    const fresh = ordered.filter(({ order }) => order.steps.at(-1)?.[1] === 'paid')
    expect(fresh.map(({ daysAgo }) => daysAgo)).toEqual(fresh.map(() => 0))
  })

  it.each(ordered)('$name: every line is something the catalogue sells', ({ order }) => {
    for (const { item } of order.lines) expect(prices.get(item), item).toBeGreaterThan(0)
  })

  it.each(ordered)('$name: the customer can be called', ({ customer }) => {
    expect(toE164(customer.phone as string)).toBe(customer.phone)
  })

  it.each(agreed)('$name: the total is what the conversation says it is', ({ story, order }) => {
    const total = `RM ${formatRinggit(totalOf(order))}`
    const placed = order.steps[0]?.[0] as number
    // An order that is only looked back to is named when it is talked about.
    const notes = 'notes' in story ? story.notes : []
    const text = placed < 0 ? [textOf(story), ...notes].join('\n') : textOf(story, placed)
    expect(text).toContain(total)
  })

  it.each(agreed)('$name: no line is missing from the conversation', ({ story, order }) => {
    const text = textOf(story).toLowerCase()
    for (const { item } of order.lines) {
      const word = item.replace(/-(panas|ais|250|500)$/, '').split('-')[0] as string
      if (item !== 'delivery') expect(text, item).toContain(word)
    }
  })

  it.each(ordered)('$name: steps are possible, one after another, and paid in time', ({ order }) => {
    const [[placed, first] = [0, ''], ...later] = order.steps
    expect(first).toBe('placed')
    let [before, status]: [number, OrderStatus] = [placed, 'pending_payment']
    for (const [minute, action] of later) {
      expect(minute).toBeGreaterThan(before)
      before = minute
      if (action === 'handled') continue
      const next = orderSchema.status.parse(action === 'expired' ? 'cancelled' : action)
      expect(canMove(status, next), `${status} to ${next}`).toBe(true)
      if (status === 'pending_payment') {
        const over = minute >= placed + order.payWithin
        expect(over, action).toBe(action === 'expired')
      }
      status = next
    }
    // One that still waits would be cancelled as soon as the demo is there.
    expect(status).not.toBe('pending_payment')
  })

  it('nothing of the week lies in the future or at one moment with another order, whenever the demo is made', () => {
    const midnight = Date.UTC(2026, 2, 1, 16)
    for (let minute = 0; minute < 24 * 60; minute++) {
      const now = new Date(midnight + minute * MINUTE_MS)
      const past = pastOf(now)
      const placed = past.map(({ steps }) => steps[0].at.getTime())
      const moments = [
        ...past.flatMap(({ steps }) => steps.map(({ at }) => at)),
        ...stories.flatMap((story, i) => pastConversation(story, i, now, cast).messages.map(({ at }) => at)),
        ...calls.flatMap((call) => {
          const { dialledAt, endedAt, messages } = pastCall(call, now, cast)
          return [dialledAt, endedAt, ...messages.map(({ at }) => at)]
        }),
      ].map((at) => at.getTime())
      expect(new Set(placed).size).toBe(placed.length)
      expect(Math.max(...moments)).toBeLessThan(now.getTime())
      expect(Math.min(...moments)).toBeGreaterThan(now.getTime() - 8 * DAY_MS)
    }
  })

  it('a conversation and the order taken in it keep their distance, whenever the demo is made', () => {
    const midnight = Date.UTC(2026, 2, 1, 16)
    for (const { story, order } of agreed) {
      for (let minute = 0; minute < 24 * 60; minute += 7) {
        const now = new Date(midnight + minute * MINUTE_MS)
        const began = beginOf(story, now).getTime()
        const placed = pastOrder({ ...story, order }, now, cast, undefined).steps[0].at.getTime()
        expect(placed - began).toBe((order.steps[0]?.[0] as number) * MINUTE_MS)
      }
    }
  })
})
