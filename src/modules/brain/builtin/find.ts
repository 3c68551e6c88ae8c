import { isRefused, use } from '../tool.ts'
import { searchCatalogue } from '../tools/index.ts'
import type { Clause } from './clauses.ts'
import { canon, isEmpty, otherWords } from './lexicon.ts'
import { type Candidate, isPartOfName, judge, nameWords, type Verdict } from './match.ts'
import { type Mention, mentionsOf, namingWords } from './mentions.ts'
import type { Talk } from './talk.ts'
import type { Token } from './tokens.ts'

/** A message asks for so much at most; a longer one is a list for a person. */
const MOST_SEARCHES = 16
const FOUND = 10
/** Of a longer question the search leaves words out. */
const TELLING = 4

/** Which product a mention speaks of, looked up in both languages. */
export async function find(talk: Talk, mention: Mention): Promise<Verdict> {
  const words = queryOf(mention)
  const found = await search(talk, words)
  const verdict = judge(mention, found)
  if (verdict.kind === 'one' || (verdict.kind === 'maybe' && !verdict.guessed)) return verdict
  const translated = words.map((word) => otherWords(word)[0] ?? word)
  if (translated.join() === words.join()) return verdict
  const known = new Set(found.map(({ id }) => id))
  const more = await search(talk, translated)
  return judge(mention, [...found, ...more.filter(({ id }) => !known.has(id))])
}

export async function search(talk: Talk, words: string[]): Promise<Candidate[]> {
  const question = words.join(' ').slice(0, 300)
  const before = talk.found.get(question)
  const isStrange = words.every((word) => talk.strange.has(word))
  if (before || isStrange || talk.found.size >= MOST_SEARCHES) return before ?? []
  const found = await use(talk.turn, searchCatalogue, { words: question, limit: FOUND })
  const products = isRefused(found) ? [] : found.products
  talk.found.set(question, products)
  // What nothing was found for is in no product, so that it need not be looked for by itself.
  if (products.length === 0 && words.length <= TELLING) for (const word of words) talk.strange.add(word)
  return products
}

/** What a clause speaks of, where numbers that belong to names are names: "iPhone 15 case". */
export async function readMentions(talk: Talk, clause: Clause, phrases: string[]): Promise<Mention[]> {
  const mentions = mentionsOf(clause, phrases)
  const unclear = clause.tokens.filter(
    (token, i) => isAmongNames(clause.tokens, i) && token.kind === 'number',
  )
  if (unclear.length === 0) return mentions
  const found = await search(talk, namingWords(clause.tokens.map(({ word }) => word)))
  const tokens = clause.tokens.map((token, i) => {
    if (!unclear.includes(token)) return token
    const digits = {
      number: token.raw,
      before: clause.tokens[i - 1]?.word ?? '',
      after: clause.tokens[i + 1]?.word ?? '',
    }
    const isName = found.some((product) => isPartOfName(product, digits))
    return isName ? ({ ...token, kind: 'measure', word: token.raw } as Token) : token
  })
  return mentionsOf({ ...clause, tokens }, phrases)
}

/** "Fish and chips" is one thing where it is sold: tried as one before it is taken for two. */
export async function joined(talk: Talk, first: Mention, second: Mention): Promise<Mention | undefined> {
  if (first.words.length === 0 || second.words.length === 0 || second.count || first.made.length > 0)
    return undefined
  const both: Mention = { ...first, words: [...first.words, ...second.words], made: second.made }
  const verdict = judge(both, await search(talk, both.words))
  if (verdict.kind !== 'one') return undefined
  const name = nameWords(verdict.meeting.product.name)
  return second.words.every((word) => name.includes(canon(word))) ? both : undefined
}

function queryOf({ words, made, count }: Mention): string[] {
  const told = words.length > 0 ? words : namingWords(made.map(({ word }) => word))
  const single = words.length > 0 && made.length === 1 ? made.map(({ word }) => word) : []
  const { before, number } = count?.digits ?? {}
  const digits = before === undefined || number === undefined || isEmpty(before) ? [] : [number]
  return [...told, ...single, ...digits].slice(0, 12)
}

/** Between names, or beside another number, it may belong to one of them. */
function isAmongNames(tokens: Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (!/^\d{1,4}$/.test(tokens[at]?.raw ?? '') || (after && after.kind !== 'word')) return false
  const others = tokens.some(({ kind, weak }, i) => i !== at && kind === 'number' && !weak)
  if (before === undefined) return false
  return others || (after !== undefined && isName(before) && isName(after))
}

function isName({ kind, word }: Token): boolean {
  return kind === 'word' && namingWords([word]).length > 0
}
