import { describe, expect, it } from 'vitest'
import { orderNumber } from './number.ts'

describe('order numbers', () => {
  it('are short, sayable and never the same twice', () => {
    const numbers = Array.from({ length: 150_000 }, (_, i) => orderNumber(i + 1))
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) {
      if (!/^[CDFHJKMNPRTWXY3479]{4,5}$/.test(number)) throw new Error(`${number} is not sayable`)
    }
    expect(numbers[0]).toHaveLength(4)
    expect(numbers[104_975]).toHaveLength(4)
    expect(numbers[104_976]).toHaveLength(5)
  })

  it('of neighbours differ in more than one place', () => {
    for (let n = 1; n < 5_000; n++) {
      const [left, right] = [orderNumber(n), orderNumber(n + 1)]
      const different = [...left].filter((character, i) => character !== right[i]).length
      expect(different, `${left} and ${right}`).toBeGreaterThan(1)
    }
  })

  it('stay unique where lengths change', () => {
    const fives = 18 ** 4 + 18 ** 5
    expect(orderNumber(fives)).toHaveLength(5)
    expect(orderNumber(fives + 1)).toHaveLength(6)
  })
})
