import { plainWord } from './lexicon.ts'

type Kind = 'word' | 'number' | 'measure' | 'amount' | 'break'

/** A word, number or sign of what the customer wrote. */
export interface Token {
  /** As it was written. */
  raw: string
  /** Lower case, short forms written out. */
  word: string
  kind: Kind
  /** Of a number. */
  value?: number
  /** Of a number: "x3" or "3x" can only be a quantity; "a" and "one" may be none at all. */
  sure?: boolean
  weak?: boolean
}

/** As much of a message as is looked at. */
const LONGEST = 3_000
const MOST_TOKENS = 500

/** What somebody wrote as text without invisible signs. */
export function tidy(text: string): string {
  return text
    .slice(0, LONGEST)
    .toWellFormed()
    .normalize('NFKC')
    .slice(0, LONGEST)
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\p{Cf}/gu, '')
    .replace(/(?:[^\S\n]|(?!\n)\p{Cc})+/gu, ' ')
    .trim()
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    tokens.push(...spread(tokenOf(match)))
    if (tokens.length >= MOST_TOKENS) break
  }
  return tokens
}

/** Whether there is anything in it that can be read. */
export function isReadable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

const UNITS =
  'kg|gram|gm|g|ml|liter|litre|cm|mm|km|inch|inci|mah|gb|tb|watt|w|oz|sen|min|minit|minutes|jam|hours?'
const PATTERNS: [name: string, pattern: string][] = [
  ['amount', String.raw`rm\s?\d{1,7}(?:\.\d{1,2})?(?!\d)`],
  ['clock', String.raw`\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm)(?!\p{L})|\d{1,2}[:.]\d{2}(?!\d|\.\d)`],
  ['huge', String.raw`\d{1,9}\s?\^\s?\d{1,9}|\d{1,9}e\+?\d{1,9}(?!\p{L})`],
  ['measure', String.raw`\d{1,6}(?:\.\d{1,3})?\s?(?:${UNITS})(?![\p{L}\d])`],
  ['ordinal', String.raw`\d{1,3}(?:st|nd|rd|th)(?!\p{L})`],
  ['times', String.raw`(?<![\p{L}\p{N}])[x×]\s?\d{1,12}(?![\p{L}\p{N}])|\d{1,12}\s?[x×](?![\p{L}\p{N}])`],
  ['range', String.raw`(?<![\p{L}\p{N}])\d{1,4}\s?[-–]\s?\d{1,4}(?![\p{L}\p{N}-])`],
  ['number', String.raw`(?<![\p{L}\p{N}])[-−]?\d{1,30}(?:,\d{3})*(?:\.\d{1,9})?(?![\p{L}\p{N}])`],
  ['stuck', String.raw`(?<![\p{L}\p{N}])\d{1,2}(?=\p{L}{3})`],
  ['word', String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}]+)*`],
  ['break', String.raw`[\n.,;:!?+&/()|*•]`],
]
const TOKEN = new RegExp(PATTERNS.map(([name, pattern]) => `(?<${name}>${pattern})`).join('|'), 'giu')

/** A short form of several words is several words. */
function spread(token: Token): Token[] {
  if (!token.word.includes(' ')) return [token]
  return token.word.split(' ').map((word, i) => ({ ...token, word, raw: i === 0 ? token.raw : '' }))
}

function tokenOf({ 0: raw, groups = {} }: RegExpExecArray): Token {
  const lower = raw.toLowerCase()
  const number = (value: number, sure = false): Token => ({
    raw,
    word: String(value),
    kind: 'number',
    value,
    sure,
  })
  if (groups.amount || groups.clock) return { raw, word: lower.replace(/\s/g, ''), kind: 'amount' }
  if (groups.measure) return { raw, word: lower.replace(/\s/g, '').replace(/gram|gm$/, 'g'), kind: 'measure' }
  if (groups.huge) return number(Number.POSITIVE_INFINITY)
  // "2-3 pieces" is no quantity yet.
  if (groups.range) return number(Number.NaN)
  if (groups.times) return number(Number(lower.replace(/[x×\s]/g, '')), true)
  if (groups.number || groups.stuck) return number(Number(lower.replace(/,/g, '').replace('−', '-')))
  if (groups.break) return { raw, word: raw, kind: 'break' }
  return { raw, word: plainWord(lower), kind: 'word' }
}
