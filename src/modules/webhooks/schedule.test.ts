import { describe, expect, it } from 'vitest'
import { judge } from './schedule.ts'

const pauses = [60, 300, 1800, 7200, 21600]

describe('what becomes of a delivery', () => {
  it('delivered is delivered, at any attempt', () => {
    for (const attempts of [1, 3, 6]) expect(judge(true, attempts, pauses)).toEqual({ status: 'delivered' })
  })

  it('waits 1 min, 5 min, 30 min, 2 h, 6 h and is given up at the sixth failure', () => {
    const verdicts = [1, 2, 3, 4, 5, 6].map((attempts) => judge(false, attempts, pauses))
    expect(verdicts).toEqual([
      ...pauses.map((afterSeconds) => ({ status: 'pending', afterSeconds })),
      { status: 'failed' },
    ])
  })
})
