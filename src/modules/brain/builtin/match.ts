import { distance } from '../../../lib/spelling.ts'
import { canon, isEmpty, isKnown, MADE_OPENERS, MADE_WORDS, PAIRED, USUAL_VARIANT } from './lexicon.ts'
import { type Digits, type Mention, madeText } from './mentions.ts'
import { type Token, tokensOf } from './tokens.ts'

/** What a match looks at of a product, as the catalogue tool shows it. */
export interface Candidate {
  id: string
  name: string
  category: string | null
  description: string | null
  price: number | null
  available: number | null
  variants: CandidateVariant[]
}

interface CandidateVariant {
  id: string
  name: string
  price: number | null
  available: number | null
}

/** A product that was meant, and what else was said of it. */
export interface Meeting {
  product: Candidate
  /** Those that fit what was said; one when it is clear which. */
  variants: CandidateVariant[]
  quantity: number
  /** Whether the customer said how many. */
  counted: boolean
  note: string
}

export type Verdict =
  | { kind: 'one'; meeting: Meeting }
  /** Guessed: words were said that fit none of them. */
  | { kind: 'maybe'; meetings: Meeting[]; guessed: boolean }
  | { kind: 'none' }

const MOST_MAYBE = 5
/** Less of a name than this is a guess worth a question. */
const TELLING_PART = 0.5

/** Which of the products found a mention speaks of: the longest name that is all there wins; a guess is asked. */
export function judge(mention: Mention, products: Candidate[]): Verdict {
  const scored = products.map((product) => score(mention, product)).filter(({ hits }) => hits > 0)
  const said = mention.words.length > 0
  const best = (list: Score[]) => list.sort((a, b) => b.weight - a.weight)
  const whole = best(scored.filter(({ isFull, unknown }) => isFull && unknown === 0))
  const [first, second] = whole
  if (first && (!second || first.weight > second.weight)) return { kind: 'one', meeting: first.meeting }
  if (first) return maybe(whole.filter(({ weight }) => weight === first.weight))
  if (!said) return { kind: 'none' }
  const known = best(scored.filter(({ unknown }) => unknown === 0))
  // Who says "mee goreng" means what is called so before what is only listed among the noodles.
  const called = known.filter(({ isNamed }) => isNamed)
  const covering = called.length > 0 ? called : known
  if (covering.length === 1 && (covering[0] as Score).part >= TELLING_PART) {
    return { kind: 'one', meeting: (covering[0] as Score).meeting }
  }
  // A word that only looks like a part of a name is a guess.
  if (covering.length > 0)
    return maybe(
      covering,
      covering.every(({ isAlike }) => isAlike),
    )
  const named = best(scored.filter(({ isFull }) => isFull))
  if (named.length > 0) return maybe(named.slice(0, 2), true)
  const partly = best(scored.filter(({ hits, unknown }) => hits >= unknown))
  if (partly.length > 0) return maybe(partly.slice(0, 3), true)
  const described = products.filter(
    (product) => mention.words.length > 1 && describes(product, mention.words),
  )
  if (described.length > 0)
    return maybe(
      described.map((product) => score(mention, product)),
      true,
    )
  return { kind: 'none' }
}

function maybe(scores: Score[], guessed = false): Verdict {
  return { kind: 'maybe', meetings: scores.slice(0, MOST_MAYBE).map(({ meeting }) => meeting), guessed }
}

interface Score {
  meeting: Meeting
  /** Words of the name that were said, and which part of it they are. */
  hits: number
  part: number
  isFull: boolean
  /** All that was said is in its name or its variants. */
  isNamed: boolean
  /** None of them was written as the name is. */
  isAlike: boolean
  /** Words said that have nothing to do with it. */
  unknown: number
  weight: number
}

function score(mention: Mention, product: Candidate): Score {
  const name = nameWords(product.name)
  const { digits } = mention.count ?? {}
  const isNumbered = digits !== undefined && isPartOfName(product, digits)
  const hard = mention.words.map(canon)
  const soft = mention.made.map(({ word }) => canon(word))
  const said = [...hard, ...soft, ...(isNumbered ? [digits.number] : [])]
  const hit = name.map((word) => closest(word, said))
  const hits = hit.filter((near) => near > 0).length
  const rest = hard.filter((word) => !name.some((one) => sameness(one, word) > 0))
  const variants = variantsSaid(
    product,
    [...rest, ...soft, ...mention.goal.map(canon), ...(isNumbered ? [digits.number] : [])],
    hard,
  )
  const ofVariants = variants.flatMap((one) => variantWords(one))
  const category = nameWords(product.category ?? '')
  // A size that nobody names does not make it another thing.
  const isFull = hits > 0 && name.every((word, i) => (hit[i] as number) > 0 || isSize(word))
  const described = isFull ? nameWords(product.description ?? '') : []
  const known = [...ofVariants, ...category, ...described]
  const unknown = rest.filter((word) => !KINDS.has(word) && !known.some((one) => sameness(one, word) > 0))
  const isChosen = variants.length < product.variants.length
  const note = noteOf(mention.made, [...name, ...(isChosen ? ofVariants : [])])
  const count = isNumbered ? undefined : mention.count
  const quantity = count === undefined ? 1 : count.pair && isPaired(product) ? count.value / 2 : count.value
  return {
    meeting: { product, variants, quantity, counted: count !== undefined && !count.weak, note },
    hits,
    part: hits / Math.max(1, name.length),
    isFull,
    isNamed: rest.every((word) => KINDS.has(word) || ofVariants.some((one) => sameness(one, word) > 0)),
    isAlike: hit.every((near) => near < 1),
    unknown: unknown.length,
    weight:
      hit.reduce((sum, near) => sum + near, 0) * 10 +
      (hits / Math.max(1, name.length)) * 5 +
      (isChosen ? 1 : 0),
  }
}

/** "Air teh o", "nasi goreng makanan": what kind of thing it is, said beside its name. */
const KINDS = new Set(['air', 'minuman', 'makanan', 'kuih'])

/** The words of a name that tell it from others. */
export function nameWords(name: string): string[] {
  const words = tokensOf(name.toLowerCase())
    .filter(({ kind }) => kind !== 'break')
    .map(({ word, raw, kind }) => (kind === 'number' ? raw.replace(/\s/g, '') : word))
  const telling = words.filter((word, i) => !isEmpty(word) || (word.length === 1 && i > 0))
  return (telling.length > 0 ? telling : words).map(canon)
}

/** The variants that have all the words said that any of them has; all of them when none was named. */
export function variantsSaid(
  { variants }: Pick<Candidate, 'variants'>,
  said: string[],
  also: string[] = said,
): CandidateVariant[] {
  const counts = variants.map((variant) => {
    const words = variantWords(variant)
    const of = (list: string[]) => words.filter((word) => list.some((one) => sameness(one, word) > 0)).length
    return { variant, hits: of(said) * 10 + of(also), isWhole: of(said) === words.length }
  })
  const most = Math.max(0, ...counts.map(({ hits }) => hits))
  if (most < 10) return variants
  const fitting = counts.filter(({ hits }) => hits === most)
  // "L" is said of L, not of "L slim".
  const whole = fitting.filter(({ isWhole }) => isWhole)
  return (whole.length === 1 ? whole : fitting).map(({ variant }) => variant)
}

/** The variant that is taken when nobody said which. */
export function usualVariant(variants: CandidateVariant[]): CandidateVariant | undefined {
  if (variants.length === 1) return variants[0]
  const usual = variants.filter((variant) => variantWords(variant).some((word) => USUAL_VARIANT.has(word)))
  return usual.length === 1 ? usual[0] : undefined
}

function isSize(word: string): boolean {
  return /^\d+(?:\.\d+)?[a-z]+$/.test(word)
}

/** 1 for the same word, less for one that was probably meant, 0 for another. */
export function sameness(a: string, b: string): number {
  if (a === b) return 1
  const [length, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  if (length === 3 && longer - length <= 2 && !isKnown(a.length < b.length ? a : b))
    return isShortened(a, b) ? 0.8 : 0
  if (length < 4 || longer - length > 2 || /\d/.test(a + b)) return 0
  // A word that is a word is no misspelling of another: "bayar" is not "bakar".
  if (isKnown(a) && isKnown(b)) return 0
  const allowed = length < 7 ? 1 : 2
  return distance(a, b) <= allowed ? 0.8 : 0
}

/** "Nsi" for "nasi", "aym" for "ayam": without its vowels it is the same. */
function isShortened(a: string, b: string): boolean {
  const bones = (word: string) => word.slice(0, 1) + word.slice(1).replace(/[aeiou]/g, '')
  return a !== b && bones(a).length > 1 && bones(a) === bones(b)
}

function variantWords({ name }: CandidateVariant): string[] {
  return nameWords(name)
}

function closest(word: string, said: string[]): number {
  return Math.max(0, ...said.map((one) => sameness(word, one)))
}

/** "100 Plus", "iPhone 15": the number and the word beside it stand in the name like this. */
export function isPartOfName({ name, variants }: Candidate, digits: Digits): boolean {
  return [name, ...variants.map((variant) => variant.name)].some((text) => {
    const words = tokensOf(text.toLowerCase()).map(({ word, raw, kind }) =>
      kind === 'number' ? raw : canon(word),
    )
    return words.some((word, i) => {
      if (word !== digits.number) return false
      const { before, after } = digits
      // A variant that is nothing but the number, such as a size of shoes.
      if (words.length === 1 && before) return true
      return (
        (before !== undefined && words[i - 1] === canon(before)) ||
        (after !== undefined && words[i + 1] === canon(after))
      )
    })
  })
}

function describes({ name, category, description, variants }: Candidate, words: string[]): boolean {
  const text = [name, category, description, ...variants.map((variant) => variant.name)].join(' ')
  const known = new Set(nameWords(text))
  return words.every((word) => known.has(canon(word)))
}

function isPaired({ name, category }: Candidate): boolean {
  return nameWords(`${name} ${category ?? ''}`).some((word) => PAIRED.has(word))
}

/** What is said of how to make it, without what is the name of the thing. */
function noteOf(made: Token[], known: string[]): string {
  const rest = made.filter(({ word }) => !known.some((one) => one === canon(word)))
  const isTold = rest.some(({ word }) => !isEmpty(word) || MADE_OPENERS.has(word) || MADE_WORDS.has(word))
  return isTold ? madeText(rest) : ''
}
