import type { Clause } from './clauses.ts'
import { isEmpty, MADE_OPENERS, MADE_WORDS } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** Something a customer speaks of: perhaps a product, how many, and how it is to be made. */
export interface Mention {
  /** Words that may name it. */
  words: string[]
  /** How it is to be made, as written. */
  made: Token[]
  count?: Count
  /** What follows "for": "kurang manis untuk kopi". */
  goal: string[]
}

interface Count {
  value: number
  /** "a pair", not two pieces. */
  pair: boolean
  weak: boolean
  /** Written as digits, it may belong to the name beside it: "100 Plus", "iPhone 15". */
  digits?: Digits
}

export interface Digits {
  number: string
  before?: string
  after?: string
}

const PEOPLE = new Set(['orang', 'pax', 'people', 'person', 'persons', 'guests', 'tetamu'])
/** A number after these belongs to the thing. */
const OF_THE_THING = new Set(['saiz', 'size', 'no', 'nombor', 'number', 'model', 'level', 'umur', 'age'])
const GOAL = new Set(['untuk', 'for'])
/** They count, and they also say how it is to be packed. */
const COUNTERS = new Set(['bungkus'])
/** A number after these is a time. */
const AT = new Set([
  'around',
  'at',
  'pukul',
  'before',
  'after',
  'sebelum',
  'lepas',
  'by',
  'jam',
  'within',
  'until',
  'till',
  'sampai',
])

/** What a clause speaks of, without the words of `phrases`. */
export function mentionsOf(clause: Clause, phrases: string[]): Mention[] {
  const tokens = without(clause.tokens, phrases)
  const closing = isClosing(tokens)
  const mentions: Mention[] = []
  let now = blank()
  let isGoal = false
  const next = () => {
    if (now.words.length > 0 || now.made.length > 0 || now.count) mentions.push(now)
    now = blank()
    isGoal = false
  }
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]?.word
    if (token.kind === 'amount' || (isEmpty(token.word) && PEOPLE.has(token.word))) continue
    if (token.kind === 'number' && !OF_THE_THING.has(before ?? '')) {
      if (PEOPLE.has(tokens[i + 1]?.word ?? '') || AT.has(before ?? '')) continue
      const count = countOf(tokens, i)
      const counted = now.count !== undefined && !now.count.weak
      const begun = now.words.length > 0 || now.made.length > 0
      if (count.weak && (counted || begun)) continue
      // "Roti bakar potong 4": how it is made, when it is counted already and nothing follows.
      const isLast = tokens.slice(i + 1).every(({ kind, word }) => kind === 'word' && isEmpty(word))
      if (counted && isLast && !closing && now.words.length > 0 && now.made.length > 0) {
        now.made.push(token)
        continue
      }
      if (closing || (now.words.length > 0 && !counted && !namesFollow(tokens, i))) {
        now.count = count
        if (closing) next()
      } else {
        if (begun || counted) next()
        now.count = count
      }
    } else if (GOAL.has(token.word)) isGoal = now.words.length > 0 || now.made.length > 0
    else if (isGoal) {
      if (names(token)) now.goal.push(token.word)
    } else if (opensMade(token, now, tokens[i - 1]) && !isHalfBoiled(tokens, i)) now.made.push(token)
    else if (now.made.length > 0 && !isPacking(now, tokens)) now.made.push(token)
    else if (names(token)) now.words.push(token.word)
  }
  next()
  return leading(mentions)
}

/** Words of a sentence that may name something. */
export function namingWords(words: string[]): string[] {
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word) && !isEmpty(word))
}

export function madeText(made: Token[]): string {
  // A "no" by itself is an answer, and no way to make anything.
  if (made.every(({ word }) => BARE_NO.has(word))) return ''
  const text = made
    .map(({ raw }) => raw)
    .filter((raw) => raw !== '')
    .join(' ')
  return CHATTER.test(text) ? '' : text
}

/** Said to us, and not to the kitchen. */
const CHATTER =
  /^(?:(?:tak|x|no|not|dont|don't|jangan)\s+(?:pe|pa|apa|kisah|tau|tahu|pasti|faham|sure|know|worry|worries|problem|rush|yet|thanks|thank|really|risau|sempat|boleh|bole|dapat|jadi|ada|betul|the)\b|(?:takpe|xpe|takpa|never ?mind|nvm)\b)/i

function blank(): Mention {
  return { words: [], made: [], goal: [] }
}

function without(tokens: Token[], phrases: string[]): Token[] {
  let rest = tokens
  for (const phrase of phrases) {
    const words = phrase.split(' ')
    const at = rest.findIndex((_, i) => words.every((word, j) => rest[i + j]?.word === word))
    if (at >= 0) rest = [...rest.slice(0, at), ...rest.slice(at + words.length)]
  }
  return rest
}

/** "Nasi lemak 25 karipap 25": each number closes what it counts. */
function isClosing(tokens: Token[]): boolean {
  const telling = tokens.filter((token) => token.kind === 'number' || names(token))
  return (
    telling[0]?.kind !== 'number' &&
    telling.at(-1)?.kind === 'number' &&
    telling.filter(({ kind }) => kind === 'number').length > 1
  )
}

function namesFollow(tokens: Token[], at: number): boolean {
  for (const [i, token] of tokens.slice(at + 1).entries()) {
    if (token.kind === 'number' || GOAL.has(token.word)) return false
    const isMade = MADE_OPENERS.has(token.word) || MADE_WORDS.has(token.word)
    if (isMade && !(i === 0 && COUNTERS.has(token.word))) return false
    if (names(token)) return true
  }
  return false
}

function names(token: Token): boolean {
  if (token.kind === 'measure' || token.kind === 'number') return true
  return token.kind === 'word' && !isEmpty(token.word)
}

/** "2 half boiled eggs": a way to cook, which is part of the name. */
function isHalfBoiled(tokens: Token[], at: number): boolean {
  const [half, cooked] = [tokens[at]?.word ?? '', tokens[at + 1]?.word ?? '']
  return (half === 'half' || half === 'separuh') && /^(?:boil|boiled|masak|rebus)$/.test(cooked)
}

/** "Tiga bungkus nasi lemak": right after a number it only counts. */
function opensMade({ word }: Token, { words }: Mention, before: Token | undefined): boolean {
  if (before?.kind === 'number' && COUNTERS.has(word)) return false
  if (MADE_OPENERS.has(word)) return true
  return words.length > 0 && MADE_WORDS.has(word)
}

function countOf(tokens: Token[], at: number): Count {
  const { value = 0, sure, weak, word, raw } = tokens[at] as Token
  const count: Count = { value, pair: word === 'pair', weak: weak === true }
  if (sure || !/^\d{1,4}$/.test(raw)) return count
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  count.digits = { number: raw }
  if (before?.kind === 'word') count.digits.before = before.word
  if (after?.kind === 'word') count.digits.after = after.word
  return count
}

/** "Tapau 2 kopi": what stands alone in front is said of what follows. */
function leading([first, second, ...rest]: Mention[]): Mention[] {
  if (!first) return []
  if (!second || first.words.length > 0 || first.count || second.words.length === 0) {
    return [first, ...(second ? [second] : []), ...rest]
  }
  return [{ ...second, made: [...first.made, ...second.made] }, ...rest]
}

const BARE_NO = new Set(['no', 'not', 'dont', 'tak', 'taknak', 'jangan', 'eh'])
const PACKING = new Set(['tapau', 'takeaway', 'bungkus'])

/** "tapau nasi lemak": it is to be packed, and what is to be packed comes next. */
function isPacking({ words, made }: Mention, tokens: Token[]): boolean {
  if (!made.every(({ word }) => PACKING.has(word))) return false
  const named = tokens.findIndex(({ word }) => word === words[0])
  return named < 0 || tokens.indexOf(made[0] as Token) < named
}
