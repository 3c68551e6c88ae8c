import { describe, expect, it } from 'vitest'
import { effectsOf } from './effects.ts'
import { movesOf } from './moves.ts'

type Step = [action: string, status: 'pending_payment' | 'paid' | 'cancelled' | 'refunded', detail?: object]

const historyOf = (steps: Step[]) =>
  steps.map(([action, status, detail = {}]) => ({
    action,
    status,
    detail: { ...detail },
    actor: { kind: 'user', id: null },
    created_at: '',
  }))

describe('what each step of an order did to the stock', () => {
  it.each<[string, Step[], (string | undefined)[]]>([
    [
      'placed and paid',
      [
        ['placed', 'pending_payment'],
        ['paid', 'paid'],
      ],
      ['held', undefined],
    ],
    [
      'not paid in time',
      [
        ['placed', 'pending_payment'],
        ['expired', 'cancelled'],
      ],
      ['held', 'released'],
    ],
    [
      'handled, then refunded',
      [
        ['placed', 'pending_payment'],
        ['paid', 'paid'],
        ['handled', 'paid'],
        ['refunded', 'refunded'],
      ],
      ['held', undefined, 'taken', 'returned'],
    ],
    [
      'paid late',
      [
        ['placed', 'pending_payment'],
        ['expired', 'cancelled'],
        ['paid', 'paid'],
      ],
      ['held', 'released', 'reserved'],
    ],
    [
      'paid and taken over by the store in one word',
      [
        ['placed', 'pending_payment'],
        ['paid', 'paid', { external_id: 'S-1' }],
      ],
      ['held', 'taken'],
    ],
    [
      'refunded, then cancelled',
      [
        ['placed', 'pending_payment'],
        ['refunded', 'refunded'],
        ['cancelled', 'cancelled'],
      ],
      ['held', 'released', undefined],
    ],
  ])('%s', (_, steps, effects) => {
    expect(effectsOf(historyOf(steps))).toEqual(effects)
  })
})

describe('what can be done with an order', () => {
  const order = { status: 'paid', acknowledged_at: null, attention: null, paid_at: 'then' }
  const can = (facts: object) => {
    const moves = movesOf({ ...order, ...facts } as unknown as Parameters<typeof movesOf>[0])
    return Object.entries(moves)
      .filter(([, isPossible]) => isPossible)
      .map(([move]) => move)
  }
  it.each([
    ['waiting for payment', { status: 'pending_payment', paid_at: null }, ['handle', 'cancel']],
    ['paid', {}, ['handle', 'cancel', 'refund']],
    ['paid and handled', { acknowledged_at: 'then' }, ['cancel', 'refund']],
    [
      'handled, and alarming',
      { acknowledged_at: 'then', attention: 'paid_twice' },
      ['settle', 'cancel', 'refund'],
    ],
    ['cancelled unpaid', { status: 'cancelled', paid_at: null }, []],
    ['cancelled after it was paid', { status: 'cancelled' }, ['refund']],
    ['refunded', { status: 'refunded' }, []],
    [
      'paid again after a refund',
      { status: 'refunded', attention: 'paid_after_refund' },
      ['settle', 'refund'],
    ],
    ['refund sent back', { status: 'refunded', attention: 'refund_failed' }, ['settle']],
  ])('%s', (_, facts, moves) => {
    expect(can(facts)).toEqual(moves)
  })
})
