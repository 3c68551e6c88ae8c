import { type Intent, intentsOf, type Meant } from './intents.ts'
import { isEmpty } from './lexicon.ts'
import { readNumbers } from './numbers.ts'
import { type Token, tokensOf } from './tokens.ts'

/** How a clause hangs on the one before it. */
type Joiner = 'sentence' | 'comma' | 'and' | 'with'

/** A part of a message that says one thing. */
export interface Clause {
  tokens: Token[]
  joiner: Joiner
  /** Of a sentence that ends in a question mark. */
  question: boolean
  meant: Meant[]
}

const SENTENCE = new Set(['.', '!', '?', ';', '\n'])
const AND = new Set(['+', '&', 'and', 'dan'])
const WITH = new Set(['with', 'dengan', 'serta', 'campur'])
const THEN = new Set(['pastu', 'then', 'kemudian', 'tapi', 'but', 'lepastu'])
/** These have their own "with": "talk with somebody", "change this with that". */
const WHOLE: Intent[] = ['person', 'replace']
const MOST_CLAUSES = 40
const TAKE_AWAY = /\btake[ -]away\b/gi

export function clausesOf(text: string): Clause[] {
  const clauses: Omit<Clause, 'meant'>[] = []
  for (const { tokens, question } of sentencesOf(
    readNumbers(tokensOf(text.replace(TAKE_AWAY, 'takeaway'))),
  )) {
    const words = tokens.map(({ word }) => word)
    const isWhole = intentsOf(words).some(({ intent }) => WHOLE.includes(intent))
    clauses.push(...described(split(tokens, isWhole)).map((part) => ({ ...part, question })))
  }
  return clauses.slice(0, MOST_CLAUSES).map((clause) => ({ ...clause, meant: intentsOf(wordsOf(clause)) }))
}

export function wordsOf({ tokens }: Pick<Clause, 'tokens'>): string[] {
  return tokens.map(({ word }) => word)
}

export function means({ meant }: Clause, ...intents: Intent[]): boolean {
  return meant.some(({ intent }) => intents.includes(intent))
}

/** "2 kopi + 1 karipap = berapa?": what is asked last is asked of all. */
export function priced(clauses: Clause[]): Clause[] {
  const asked = [...clauses]
  for (let i = asked.length - 1; i > 0; i--) {
    const [clause, before] = [asked[i] as Clause, asked[i - 1] as Clause]
    const isLast = clause.tokens.length > 0 && /^(?:berapa|how much)$/.test(lastPrice(clause))
    if (clause.joiner !== 'sentence' && isLast && before.meant.length === 0)
      asked[i - 1] = { ...before, meant: [{ intent: 'price', phrase: lastPrice(clause) }] }
  }
  return asked
}

function lastPrice({ tokens, meant }: Clause): string {
  const price = meant.find(({ intent }) => intent === 'price')?.phrase ?? ''
  const text = wordsOf({ tokens }).join(' ')
  return price !== '' && (text.endsWith(price) || !text.includes(price)) ? price : ''
}

/** "Dua ais satu panas": each number begins an answer of its own. */
export function partsOf(clause: Clause): Clause[] {
  const { tokens } = clause
  const starts = tokens.flatMap(({ kind, weak }, i) => (kind === 'number' && !weak ? [i] : []))
  if (starts.length < 2 || tokens.at(-1)?.kind === 'number') return [clause]
  return starts.map((start, i) => {
    const part = tokens.slice(i === 0 ? 0 : start, starts[i + 1])
    return { ...clause, tokens: part, meant: intentsOf(wordsOf({ tokens: part })) }
  })
}

function sentencesOf(tokens: Token[]): { tokens: Token[]; question: boolean }[] {
  const sentences: { tokens: Token[]; question: boolean }[] = []
  let current: Token[] = []
  const close = (question: boolean) => {
    if (current.length > 0) sentences.push({ tokens: current, question })
    current = []
  }
  for (const token of tokens) {
    if (token.kind === 'break' && SENTENCE.has(token.word)) close(token.word === '?')
    else current.push(token)
  }
  close(false)
  return sentences
}

function split(tokens: Token[], isWhole: boolean): Pick<Clause, 'tokens' | 'joiner'>[] {
  const parts: Pick<Clause, 'tokens' | 'joiner'>[] = []
  let current: Token[] = []
  let joiner: Joiner = 'sentence'
  for (const [i, token] of tokens.entries()) {
    const next = isPlus(tokens, i) ? 'and' : joinerOf(token, isWhole)
    if (next === undefined && opensExtra(tokens, i)) {
      parts.push({ tokens: current, joiner })
      joiner = 'with'
      current = [token]
    } else if (next === undefined) current.push(token)
    else {
      if (current.length > 0) parts.push({ tokens: current, joiner })
      joiner = next
      current = []
    }
  }
  if (current.length > 0) parts.push({ tokens: current, joiner })
  return parts
}

/** "Anything with peanuts": what is asked for has no name of its own. */
function described(parts: Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const before = all.at(-1)
    const isAny = before?.tokens.some(({ word }) => ANYTHING.has(word))
    if (part.joiner === 'with' && before && isAny) before.tokens.push(...part.tokens)
    else all.push(part)
  }
  return all
}

type Part = Pick<Clause, 'tokens' | 'joiner'>
const ANYTHING = new Set(['anything', 'something', 'any', 'apa', 'sesuatu', 'food', 'makanan'])

/** "Nasi goreng tambah telur mata": another thing, or something on top. "Kopi tambah satu" is more of the same. */
function opensExtra(tokens: Token[], at: number): boolean {
  if (tokens[at]?.word !== 'tambah') return false
  const isNaming = ({ kind, word }: Token) => kind === 'word' && !isEmpty(word)
  return tokens.slice(0, at).some(isNaming) && tokens.slice(at + 1).some(isNaming)
}

/** "Plus teh tarik", but not the one of "100 Plus". */
function isPlus(tokens: Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (tokens[at]?.word !== 'plus' || after === undefined) return false
  return before?.kind !== 'number' || (before.value ?? 0) < 10
}

function joinerOf({ kind, word }: Token, isWhole: boolean): Joiner | undefined {
  if (AND.has(word)) return 'and'
  if (WITH.has(word)) return isWhole ? undefined : 'with'
  return kind === 'break' || THEN.has(word) ? 'comma' : undefined
}
