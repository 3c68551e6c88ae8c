import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passagesOf } from './passages.ts'

const MOST = 900
const solid = (text: string) => text.replace(/\s/g, '')
const sentence = (n: number) => `Sentence number ${n} tells the customer something about the shop.`
const paragraph = (sentences: number, from = 0) =>
  Array.from({ length: sentences }, (_, i) => sentence(from + i)).join(' ')

describe('a document is cut', () => {
  it('along its headings, each passage with all it stands under', () => {
    const body = `Welcome.

# Delivery
We deliver every day.

## Areas ##
Bangsar and Brickfields.

Fees
----
RM 5.

Halal
=====
Yes.`
    expect(passagesOf(body)).toEqual([
      { heading: '', text: 'Welcome.' },
      { heading: 'Delivery', text: 'We deliver every day.' },
      { heading: 'Delivery › Areas', text: 'Bangsar and Brickfields.' },
      { heading: 'Delivery › Fees', text: 'RM 5.' },
      { heading: 'Halal', text: 'Yes.' },
    ])
  })

  it('with a heading that has nothing under it as a passage of its own', () => {
    expect(passagesOf('# Shop\n## No pets\n## Parking\nBehind the shop.\n# No smoking')).toEqual([
      { heading: 'Shop', text: 'No pets' },
      { heading: 'Shop › Parking', text: 'Behind the shop.' },
      { heading: '', text: 'No smoking' },
    ])
  })

  it('not at what only looks like a heading', () => {
    const body =
      '#hashtag\n\n```sh\n# a comment\n\nls\n```\n\n| a | b |\n|---|---|\n\n- item\n---\n\n####### seven'
    expect(passagesOf(body).map(({ heading }) => heading)).toEqual([''])
  })

  it('along its paragraphs, short ones together', () => {
    const paragraphs = Array.from({ length: 12 }, (_, i) => paragraph(2, i * 2))
    const pieces = passagesOf(paragraphs.join('\n\n'))
    expect(pieces.length).toBeGreaterThan(2)
    for (const { text } of pieces.slice(0, -1)) {
      expect(text.length).toBeGreaterThanOrEqual(300)
      expect(text.length).toBeLessThanOrEqual(MOST)
      for (const part of text.split('\n\n')) expect(paragraphs).toContain(part)
    }
  })

  it('within a paragraph only where it is too long, and then after a sentence or a line', () => {
    for (const { text } of passagesOf(paragraph(60))) expect(text).toMatch(/^Sentence .*shop\.$/)
    const list = Array.from({ length: 60 }, (_, i) => `- item ${i} of a long price list, RM ${i}`)
    for (const { text } of passagesOf(list.join('\n')))
      for (const line of text.split('\n')) expect(list).toContain(line)
  })

  it('never inside of a character', () => {
    const family = '👨‍👩‍👧‍👦'
    for (const { text } of passagesOf(family.repeat(300))) {
      expect(text.replaceAll(family, '')).toBe('')
      expect(text.length).toBeLessThanOrEqual(MOST)
    }
    // One letter with a thousand accents is one character to a reader, and still has to be cut somewhere.
    for (const { text } of passagesOf(`e${'\u0301'.repeat(5_000)}`))
      expect(text.length).toBeLessThanOrEqual(MOST)
  })

  it('into nothing when it says nothing', () => {
    expect(passagesOf(' \n\t\r\n\u00a0')).toEqual([])
  })
})

describe('nothing of a document is lost', () => {
  it('of any text without headings: the passages are the text', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replace(/[#=`~-]/g, '+'))
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.constantFrom('\n', '\r\n', '\n\n', ' '),
        (lines, by) => {
          const body = lines.join(by)
          const pieces = passagesOf(body)
          expect(solid(pieces.map(({ text }) => text).join(''))).toBe(solid(body))
        },
      ),
    )
  })

  it('of any Markdown: every word is in one passage, or a heading of some', () => {
    const block = fc.oneof(
      fc.integer({ min: 1, max: 6 }).map((level) => `${'#'.repeat(level)} w`),
      fc.integer({ min: 1, max: 200 }).map((count) => Array(count).fill('w').join(' ')),
      fc.integer({ min: 1, max: 80 }).map((count) => Array(count).fill('- w').join('\n')),
      fc.constantFrom(
        'w\n===',
        'w\n---',
        '```\n# w\n\nw\n```',
        '---',
        '> w',
        '| w | w |\n|---|---|\n| w | w |',
      ),
    )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), fc.constantFrom('\n', '\n\n'), (blocks, by) => {
        let count = 0
        const body = blocks.join(by).replace(/w/g, () => `word${count++}.`)
        const pieces = passagesOf(body)
        const wordsOf = (text: string) => text.match(/word\d+/g) ?? []
        const told = pieces.flatMap(({ text }) => wordsOf(text))
        expect(told).toEqual([...new Set(told)])
        const known = new Set([...told, ...pieces.flatMap(({ heading }) => wordsOf(heading))])
        expect(known.size).toBe(count)
      }),
    )
  })

  it('of anything at all: letters and digits stay, every passage is bounded and well formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
        const body = text.toWellFormed()
        const pieces = passagesOf(body)
        const known = pieces.map((piece) => solid(piece.heading + piece.text)).join('')
        for (const word of body.match(/[\p{L}\p{N}]{1,20}/gu) ?? []) expect(known).toContain(word)
        for (const piece of pieces) {
          expect(piece.text.length).toBeLessThanOrEqual(MOST)
          expect(piece.text.isWellFormed()).toBe(true)
          expect(piece.text.trim()).not.toBe('')
        }
      }),
    )
  })
})
