import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance } from './spelling.ts'

describe('the distance of two words', () => {
  it.each([
    ['ayam', 'ayam', 0],
    ['ayma', 'ayam', 1],
    ['lemk', 'lemak', 1],
    ['cofee', 'coffee', 1],
    ['', 'abc', 3],
    ['satay', 'rendang', 6],
  ])('%s and %s: %i', (a, b, steps) => {
    expect(distance(a, b)).toBe(steps)
  })

  it('is a number of steps: none for the same word, the same in both directions, never more than the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(distance(a, b)).toBe(distance(b, a))
        expect(distance(a, b) === 0).toBe(a === b)
        expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
      }),
    )
  })
})
