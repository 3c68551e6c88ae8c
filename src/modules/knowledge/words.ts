import { englishBases, englishForms } from '../../lib/english.ts'
import { malayForms, malayRoots } from '../../lib/malay.ts'
import { distance } from '../../lib/spelling.ts'

const MAX_WORD = 60

/** The words of a text, in order, as they are kept and asked for: lower case, `café` as `cafe`. */
export function wordsIn(text: string): string[] {
  const plain = text.toWellFormed().normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase()
  return (plain.match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD).toWellFormed())
}

const ACCENTS = /[\u0300-\u036f]/g
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Whether one may have been meant to be the other. Short words are too near to one another to tell. */
export function mayBe(asked: string, known: string): boolean {
  const length = Math.max(asked.length, known.length)
  if (length < 5 || Math.min(asked.length, known.length) < 4 || asked[0] !== known[0]) return false
  return distance(asked, known) <= (length < 8 ? 1 : 2)
}

/**
 * A word and what English and Malay make of it; those that do not exist do no harm, for nobody wrote them. Each language
 * bends the other's words (`refundkan`), so both are asked about all.
 */
export function formsOf(word: string): string[] {
  const bases = new Set([word, ...malayRoots(word), ...englishBases(word)])
  // `deliveries` is of `delivery`, which is of `deliver`; `pembayarannya` of `pembayaran` and `bayar`.
  for (const base of [...bases]) for (const further of englishBases(base)) bases.add(further)
  return [...new Set([...bases].flatMap((base) => [...englishForms(base), ...malayForms(base)]))]
}
