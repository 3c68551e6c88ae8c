import { describe, expect, it } from 'vitest'
import { isCountable, readNumbers } from './numbers.ts'
import { tokensOf } from './tokens.ts'

const numbersIn = (text: string) =>
  readNumbers(tokensOf(text))
    .filter(({ kind }) => kind === 'number')
    .map(({ value }) => value)

describe('numbers as people write them', () => {
  it.each([
    ['2 kopi', [2]],
    ['dua kopi', [2]],
    ['two coffees and three teas', [2, 3]],
    ['dua belas karipap', [12]],
    ['dua puluh lima karipap', [25]],
    ['twenty five curry puffs', [25]],
    ['seratus bungkus', [100]],
    ['half dozen', [6]],
    ['half a dozen donuts', [6]],
    ['setengah dozen', [6]],
    ['sedozen', [12]],
    ['a dozen', [12]],
    ['2 dozen', [24]],
    ['a couple of milo', [2]],
    ['sepasang', [2]],
    ['three pairs', [6]],
    ['sebungkus nasi', [1]],
    ['a kopi', [1]],
    ['x3', [3]],
    ['3x kopi', [3]],
    ['kopi x 2', [2]],
    ['2kopi', [2]],
    ['1,000 cups', [1000]],
    ['-3 kopi', [-3]],
    ['2.5 kopi', [2.5]],
    ['10^9 kopi', [Number.POSITIVE_INFINITY]],
    ['1e9 kopi', [Number.POSITIVE_INFINITY]],
    ['2-3 kopi', [Number.NaN]],
    ['250g', []],
    ['250 g', []],
    ['RM 5', []],
    ['at 8.30pm', []],
    ['11.30.', []],
    ['7up', []],
    ['half boiled eggs', []],
  ])('%s: %j', (text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers)
  })

  it.each([
    [1, true],
    [999, true],
    [1000, false],
    [0, false],
    [-3, false],
    [2.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('%d can be ordered: %s', (value, countable) => {
    expect(isCountable(value, 999)).toBe(countable)
  })
})
