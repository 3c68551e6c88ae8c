import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleaned, cleanedArguments } from './clean.ts'

it('no control character and no half of a character is left', () => {
  expect(cleaned('a\0b\u0007c\td\ne\ud800😀')).toBe('abc\td\ne\ufffd😀')
})

it.each([
  ['{"name":"Ali\\u0000","more":[{"deep":"\\ud800"}]}', '{"name":"Ali","more":[{"deep":"\ufffd"}]}'],
  ['{ "quantity": 2 }', '{"quantity":2}'],
  ['', '{}'],
  ['[]', 'no object: []'],
  ['null', 'no object: null'],
  ['"text"', 'no object: "text"'],
  ['{"item"', 'no object: {"item"'],
])('arguments %s are taken as %s', (given, taken) => {
  expect(cleanedArguments(given)).toBe(taken)
})

it('whatever the arguments are, they end up as an object or as no JSON', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
      const taken = cleanedArguments(text)
      const value = parse(taken)
      expect(
        value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value)),
      ).toBe(true)
      expect(taken.isWellFormed()).toBe(true)
    }),
  )
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
