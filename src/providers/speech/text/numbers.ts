/** How a language says numbers, letters and money; enough for prices, times, telephone numbers and order numbers. */
export interface Words {
  digit: readonly string[]
  /** Whole numbers below a thousand million. */
  number(value: number): string
  /** A single letter, so that its name is said. */
  letter(letter: string): string
  point: string
  minus: string
  plus: string
  ringgit: string
  sen: string
  /** Whether "six ringgit forty" is understood without its unit. */
  senAlone: boolean
  clock(hour: number, minute: number): string
  /** What stands for a sign or a unit after a number, and for signs between words. */
  units: Record<string, string>
  to: string
  at: string
  dot: string
}

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function english(value: number): string {
  if (value < 20) return EN_SMALL[value] as string
  if (value < 100) return join(EN_TENS[Math.floor(value / 10)], value % 10, english)
  if (value < 1_000) return join(`${EN_SMALL[Math.floor(value / 100)]} hundred`, value % 100, english)
  if (value < 1_000_000) return join(`${english(Math.floor(value / 1_000))} thousand`, value % 1_000, english)
  return join(`${english(Math.floor(value / 1_000_000))} million`, value % 1_000_000, english)
}

const MS_SMALL = 'kosong satu dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas'.split(' ')

function malay(value: number): string {
  if (value < 12) return MS_SMALL[value] as string
  if (value < 20) return `${MS_SMALL[value - 10]} belas`
  if (value < 100) return join(`${MS_SMALL[Math.floor(value / 10)]} puluh`, value % 10, malay)
  if (value < 1_000) return join(one('ratus', Math.floor(value / 100)), value % 100, malay)
  if (value < 1_000_000) return join(one('ribu', Math.floor(value / 1_000)), value % 1_000, malay)
  return join(one('juta', Math.floor(value / 1_000_000)), value % 1_000_000, malay)
}

/** One of them is a prefix: seratus, seribu, sejuta. */
function one(unit: string, count: number): string {
  return count === 1 ? `se${unit}` : `${malay(count)} ${unit}`
}

function join(head: string | undefined, rest: number, say: (value: number) => string): string {
  return rest === 0 ? `${head}` : `${head} ${say(rest)}`
}

function englishClock(hour: number, minute: number): string {
  const half = hour < 12 ? 'a m' : 'p m'
  const minutes = minute === 0 ? '' : minute < 10 ? ` oh ${english(minute)}` : ` ${english(minute)}`
  return `${english(hour % 12 === 0 ? 12 : hour % 12)}${minutes} ${half}`
}

const MS_PARTS: [number, string][] = [
  [12, 'pagi'],
  [14, 'tengah hari'],
  [19, 'petang'],
  [24, 'malam'],
]

function malayClock(hour: number, minute: number): string {
  const part = MS_PARTS.find(([until]) => hour < until)?.[1] ?? ''
  const minutes = minute === 0 ? '' : ` ${malay(minute)} minit`
  return `${malay(hour % 12 === 0 ? 12 : hour % 12)}${minutes} ${part}`
}

export const words: Record<string, Words> = {
  en: {
    digit: EN_SMALL.slice(0, 10),
    number: english,
    // Alone, an a is taken for the article.
    letter: (letter) => (letter === 'A' ? 'ay' : letter),
    point: 'point',
    minus: 'minus',
    plus: 'plus',
    ringgit: 'ringgit',
    sen: 'sen',
    senAlone: true,
    clock: englishClock,
    units: {
      '%': 'percent',
      kg: 'kilograms',
      g: 'grams',
      ml: 'millilitres',
      l: 'litres',
      cm: 'centimetres',
      mm: 'millimetres',
      km: 'kilometres',
      pcs: 'pieces',
      '&': 'and',
      '#': 'number',
      '+': 'plus',
      '=': 'equals',
    },
    to: 'to',
    at: 'at',
    dot: 'dot',
  },
  ms: {
    digit: MS_SMALL.slice(0, 10),
    number: malay,
    letter: (letter) => letter,
    point: 'perpuluhan',
    minus: 'tolak',
    plus: 'tambah',
    ringgit: 'ringgit',
    sen: 'sen',
    senAlone: false,
    clock: malayClock,
    units: {
      '%': 'peratus',
      kg: 'kilogram',
      g: 'gram',
      ml: 'mililiter',
      l: 'liter',
      cm: 'sentimeter',
      mm: 'milimeter',
      km: 'kilometer',
      pcs: 'unit',
      '&': 'dan',
      '#': 'nombor',
      '+': 'tambah',
      '=': 'sama dengan',
    },
    to: 'hingga',
    at: 'di',
    dot: 'titik',
  },
}
