import { describe, expect, it } from 'vitest'
import { canMove, type OrderStatus, statuses, stockOf, stockStep } from './status.ts'

describe('the moves of an order', () => {
  const allowed: Record<OrderStatus, OrderStatus[]> = {
    pending_payment: ['paid', 'cancelled', 'refunded'],
    paid: ['cancelled', 'refunded'],
    cancelled: ['paid', 'refunded'],
    refunded: ['cancelled'],
  }
  it.each(statuses.flatMap((from) => statuses.map((to) => ({ from, to }))))('$from → $to', ({ from, to }) => {
    expect(canMove(from, to)).toBe(allowed[from].includes(to))
  })
})

describe('the stock of a line', () => {
  it.each([
    ['pending_payment', false, 'held'],
    ['paid', false, 'held'],
    ['pending_payment', true, 'taken'],
    ['paid', true, 'taken'],
    ['cancelled', false, 'free'],
    ['cancelled', true, 'free'],
    ['refunded', false, 'free'],
    ['refunded', true, 'free'],
  ] as const)('%s, acknowledged %s: %s', (status, acknowledged, state) => {
    expect(stockOf(status, acknowledged)).toBe(state)
  })

  it('is conserved by every step there and back', () => {
    const sum = (from: 'held' | 'taken', to: 'free') => {
      const there = stockStep(from, to)
      const back = stockStep(to, from)
      return [(there?.held ?? 0) + (back?.held ?? 0), (there?.onHand ?? 0) + (back?.onHand ?? 0)]
    }
    expect(sum('held', 'free')).toEqual([0, 0])
    expect(sum('taken', 'free')).toEqual([0, 0])
  })
})
