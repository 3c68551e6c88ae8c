const DIGITS: Record<string, string> = {
  zero: '0',
  oh: '0',
  o: '0',
  kosong: '0',
  sifar: '0',
  one: '1',
  satu: '1',
  two: '2',
  dua: '2',
  three: '3',
  tiga: '3',
  four: '4',
  empat: '4',
  five: '5',
  lima: '5',
  six: '6',
  enam: '6',
  seven: '7',
  tujuh: '7',
  eight: '8',
  lapan: '8',
  nine: '9',
  sembilan: '9',
}
const TIMES: Record<string, number> = { double: 2, triple: 3 }
const WORD = `(?:${Object.keys(DIGITS).join('|')}|\\d{1,4})`
const ONE = `(?:(?:${Object.keys(TIMES).join('|')})\\s+)?${WORD}`
/** Fewer than so many in a row are amounts, not a number read out. */
const FEWEST = 6
const RUN = new RegExp(`\\b${ONE}(?:[\\s,.-]+${ONE}){${FEWEST - 1},}\\b`, 'gi')

/** Numbers that were read out digit by digit, as they are written: "zero one two, double three …" is 01233…. */
export function withNumerals(text: string): string {
  return text.replace(RUN, (run) => {
    const words = run.toLowerCase().split(/[\s,.-]+/)
    return words
      .map((word, i) => (word in TIMES ? '' : digitsOf(word).repeat(TIMES[words[i - 1] ?? ''] ?? 1)))
      .join('')
  })
}

function digitsOf(word: string): string {
  return DIGITS[word] ?? word
}
