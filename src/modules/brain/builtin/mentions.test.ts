import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clausesOf } from './clauses.ts'
import { readContact } from './contact.ts'
import { madeText, mentionsOf } from './mentions.ts'
import { tidy } from './tokens.ts'

/** "2 kopi ais | kurang manis" for each thing spoken of. */
function mentionsIn(text: string): string[] {
  return clausesOf(text)
    .flatMap((clause) =>
      mentionsOf(
        clause,
        clause.meant.map(({ phrase }) => phrase),
      ),
    )
    .map(({ count, words, made }) => {
      const how = madeText(made)
      return `${count?.value ?? '-'} ${words.join(' ')}${how ? ` | ${how}` : ''}`
    })
}

describe('what a message speaks of', () => {
  it.each([
    ['nak 2 kopi ais', ['2 kopi ais']],
    ['I want two iced coffee kurang manis', ['2 iced coffee | kurang manis']],
    ['2 kopi ais 1 roti bakar', ['2 kopi ais', '1 roti bakar']],
    ['kopi ais 2 roti bakar 1', ['2 kopi ais', '1 roti bakar']],
    ['kopi 25, karipap 25', ['25 kopi', '25 karipap']],
    ['tiga bungkus nasi lemak', ['3 nasi lemak']],
    ['tapau 2 nasi', ['2 nasi | tapau']],
    ['tapau nasi lemak ayam 2', ['2 nasi lemak ayam | tapau']],
    ['nasi goreng tanpa telur', ['- nasi goreng | tanpa telur']],
    ['kopi o kosong', ['- kopi o | kosong']],
    ['meja untuk 6 orang', ['- meja']],
    ['kasut saiz 40', ['- kasut 40']],
    ['pukul 8', []],
    ['milo + teh & kopi', ['- milo', '- teh', '- kopi']],
  ])('%s', (text, mentions) => {
    expect(mentionsIn(text)).toEqual(mentions)
  })

  it('is read in bounded time, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4_000 }), (text) => {
        const tidied = tidy(text)
        mentionsIn(tidied)
        readContact(tidied, true)
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['letters', 'A'.repeat(100_000)],
    ['capitals before a phone number', `${'A'.repeat(2_900)} 0123456789`],
    ['capitals that are no name', `${'A'.repeat(2_900)}! 0123456789`],
    ['words before a phone number', `${'Ab '.repeat(900)} 0123456789`],
    ['digits', '1'.repeat(100_000)],
    ['digits and hyphens', '1-'.repeat(50_000)],
    ['digits and spaces', '0 '.repeat(50_000)],
    ['apostrophes', "a'".repeat(50_000)],
    ['newlines after a name', `nama${'\n'.repeat(100_000)}`],
    ['numbers and commas', '1,111,'.repeat(20_000)],
    ['phone words', 'no phone '.repeat(10_000)],
  ])('a hundred thousand %s take less than half a second', (_, text) => {
    const began = performance.now()
    const tidied = tidy(text)
    mentionsIn(tidied)
    readContact(tidied, true)
    expect(performance.now() - began).toBeLessThan(500)
  })
})
