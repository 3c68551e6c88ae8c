import type { Token } from './tokens.ts'

// biome-ignore format: a table
const ONES: Record<string, number> = {
  satu: 1, dua: 2, tiga: 3, empat: 4, lima: 5, enam: 6, tujuh: 7, lapan: 8, delapan: 8, sembilan: 9,
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9,
}
// biome-ignore format: a table
const WHOLE: Record<string, number> = {
  ...ONES, sepuluh: 10, sebelas: 11, ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16,
  seventeen: 17, eighteen: 18, nineteen: 19, sedozen: 12, sedosin: 12, couple: 2, sepasang: 2,
  sebungkus: 1, sekeping: 1, sebiji: 1, secawan: 1, segelas: 1, sebotol: 1, sepinggan: 1, semangkuk: 1, sehelai: 1, sebuah: 1, sekotak: 1, seketul: 1, sebalang: 1,
  zero: 0, sifar: 0,
}
// biome-ignore format: a table
const TENS: Record<string, number> = {
  twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
}
const TIMES: Record<string, number> = { puluh: 10, ratus: 100, hundred: 100, ribu: 1000, thousand: 1000 }
const DOZEN = new Set(['dozen', 'dozens', 'dosin', 'lusin'])
const PAIR = new Set(['pair', 'pairs', 'pasang'])
const HALF = new Set(['half', 'setengah', 'separuh'])

/** Which of several, from 0; from the end when below. */
// biome-ignore format: a table
export const ORDINALS: Record<string, number> = {
  first: 0, pertama: 0, '1st': 0, second: 1, kedua: 1, '2nd': 1, third: 2, ketiga: 2, '3rd': 2, last: -1, terakhir: -1, akhir: -1,
}

/** Tokens with numbers in words made numbers: "dua puluh lima", "half a dozen", "a couple of". */
export function readNumbers(tokens: Token[]): Token[] {
  const read: Token[] = []
  for (let i = 0; i < tokens.length; ) {
    const [number, length] = numberAt(tokens, i)
    read.push(number ?? (tokens[i] as Token))
    i += number ? length : 1
  }
  return read
}

/** Whether so many of something can be ordered at all. */
export function isCountable(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most
}

function numberAt(tokens: Token[], start: number): [Token | undefined, number] {
  const word = (i: number) => (tokens[i]?.kind === 'word' ? (tokens[i] as Token).word : '')
  const made = (value: number, length: number, weak = false): [Token, number] => {
    const raw = tokens
      .slice(start, start + length)
      .map((token) => token.raw)
      .join(' ')
    return [
      {
        raw,
        word: weak ? raw.toLowerCase() : String(value),
        kind: 'number',
        value,
        ...(weak ? { weak } : {}),
      },
      length,
    ]
  }
  const first = word(start)
  if (HALF.has(first)) {
    const skip = word(start + 1) === 'a' ? 2 : 1
    return DOZEN.has(word(start + skip)) ? made(6, skip + 1) : [undefined, 1]
  }
  if (DOZEN.has(first)) return made(12, ofAfter(word, start + 1) - start)
  if (first === 'a' || first === 'an') {
    if (word(start + 1) === 'couple') return made(2, ofAfter(word, start + 2) - start)
    if (DOZEN.has(word(start + 1))) return made(12, ofAfter(word, start + 2) - start)
    if (PAIR.has(word(start + 1))) return pair(made, 1, ofAfter(word, start + 2) - start)
    return word(start + 1) === '' ? [undefined, 1] : made(1, 1, true)
  }
  const token = tokens[start] as Token
  const [value, end] = token.kind === 'number' ? [token.value as number, start + 1] : inWords(word, start)
  if (value === undefined) return [undefined, 1]
  if (DOZEN.has(word(end))) return made(value * 12, ofAfter(word, end + 1) - start)
  if (PAIR.has(word(end))) return pair(made, value, ofAfter(word, end + 1) - start)
  if (first === 'sepasang') return pair(made, 1, 1)
  if (token.kind === 'number') return [token, 1]
  // "the large one": a word of Manglish more often than a number.
  const isWeak = first === 'one' && word(start + 1) === '' && start > 0
  return made(value, end - start, isWeak)
}

/** A pair is two pieces, unless the thing itself is sold in pairs: the word is kept for whoever knows the thing. */
function pair(made: (value: number, length: number) => [Token, number], pairs: number, length: number) {
  const [token] = made(pairs * 2, length)
  return [{ ...token, word: 'pair' }, length] as [Token, number]
}

function inWords(word: (i: number) => string, start: number): [number | undefined, number] {
  const first = word(start)
  if (TENS[first] !== undefined) {
    const ones = ONES[word(start + 1)]
    return [TENS[first] + (ones ?? 0), start + (ones === undefined ? 1 : 2)]
  }
  let value = WHOLE[first] ?? (first === 'seratus' ? 100 : first === 'seribu' ? 1000 : undefined)
  if (value === undefined) return [undefined, start]
  let next = start + 1
  if (word(next) === 'belas' && value < 10) return [value + 10, next + 1]
  for (let times = TIMES[word(next)]; times !== undefined; times = TIMES[word(next)]) {
    value *= times
    next++
  }
  const rest = ONES[word(next)]
  return value >= 20 && value % 10 === 0 && rest !== undefined ? [value + rest, next + 1] : [value, next]
}

function ofAfter(word: (i: number) => string, at: number): number {
  return word(at) === 'of' ? at + 1 : at
}
