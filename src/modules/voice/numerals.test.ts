import { describe, expect, it } from 'vitest'
import { withNumerals } from './numerals.ts'

describe('a number that is read out', () => {
  it.each([
    [
      'My phone number is zero one two three four five six seven eight nine.',
      'My phone number is 0123456789.',
    ],
    ['zero one two, three four five, six seven eight nine', '0123456789'],
    ['oh one nine double three four five triple six', '0193345666'],
    ['kosong satu dua tiga empat lima enam tujuh lapan sembilan', '0123456789'],
    ['it is 012 345 6 7 8 9 thanks', 'it is 0123456789 thanks'],
    ['0 1 2 3 4 5 6 7 8 9', '0123456789'],
  ])('%s', (heard, written) => {
    expect(withNumerals(heard)).toBe(written)
  })

  it.each([
    'two iced coffee and one chicken rice',
    'one two three',
    'Yes, one please.',
    'table five at seven thirty',
    '012-345 6789',
    '',
  ])('is not seen in “%s”', (heard) => {
    expect(withNumerals(heard)).toBe(heard)
  })
})
