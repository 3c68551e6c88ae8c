import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plain, spellings, wordsIn } from './words.ts'

describe('the words of a question', () => {
  it.each([
    ['Kopi O, ais!', ['Kopi', 'O', 'ais']],
    ["50% off' \\ _x_", ['50', 'off', 'x']],
    ['kopi kopi', ['kopi']],
    ['珍珠 奶茶', ['珍珠', '奶茶']],
    ['& | ! :* ( )', []],
    ['', []],
  ])('%j are %j', (question, words) => {
    expect(wordsIn(plain(question))).toEqual(words)
  })

  it('are few and short whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (question) => {
        const words = wordsIn(plain(question))
        expect(words.length).toBeLessThanOrEqual(6)
        for (const word of words) {
          expect(word.isWellFormed()).toBe(true)
          expect(word).not.toMatch(/[\0'"\\&|!:*()<>\s]/)
        }
      }),
    )
  })
})

describe('the words that may be misspelt', () => {
  it('are the distinct ones without digits, from three letters', () => {
    expect(spellings('Teh Tarik, teh O — SKU-12 3in1 M2 Rendang')).toEqual(['teh', 'tarik', 'sku', 'rendang'])
  })
})
