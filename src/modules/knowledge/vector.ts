import type { Piece } from './passages.ts'
import { wordsIn } from './words.ts'

/** So that no phrase reaches from a heading into the text. */
const GAP = 10

/**
 * The words of a passage as a `tsvector`, put together here and not by a text search configuration of the database: a
 * question is taken apart by the same function, in every version of PostgreSQL and every locale.
 */
export function vectorOf(title: string, { heading, text }: Piece): string {
  const headings = wordsIn(`${title} ${heading}`)
  // A word says no more by standing in several headings above one another.
  const above = headings.flatMap((word, i) =>
    headings.lastIndexOf(word) === i ? [`'${word}':${i + 1}A`] : [],
  )
  const below = wordsIn(text).map((word, i) => `'${word}':${headings.length + GAP + i + 1}`)
  return [...above, ...below].join(' ')
}

/** Every word of a document, once. */
export function vocabularyOf(title: string, pieces: Piece[]): string[] {
  return [...new Set(wordsIn([title, ...pieces.flatMap(({ heading, text }) => [heading, text])].join(' ')))]
}
