import { exchangeFor, lineMeant, makeIt, makeVariant, noteApart, sidesOf, takeOut } from './changes.ts'
import { type Clause, means } from './clauses.ts'
import { find } from './find.ts'
import { canon, isEmpty } from './lexicon.ts'
import { type Line, linesSaid, MOST } from './lines.ts'
import { nameWords } from './match.ts'
import { type Mention, mentionsOf } from './mentions.ts'
import { isCountable } from './numbers.ts'
import { tellEmpty } from './status.ts'
import { answer, cartOf, type Talk } from './talk.ts'
import type { Token } from './tokens.ts'
import { type Act, around, phrasesOf, saidOf, strippedOf } from './wording.ts'

const ONLY = new Set(['saja', 'only', 'just'])
/** "Tak nak pedas" may be about a line, or about how it is made. */
const SOFT = new Set([
  'taknak',
  'tak nak',
  'dont want',
  'do not want',
  'no need',
  'takpayah',
  'tak payah',
  'without the',
  'no more',
])

/** "Buang roti": false when the clause removes nothing. */
export async function removing(
  talk: Talk,
  clause: Clause,
  next: Clause | undefined,
  inherited: Act,
): Promise<boolean | 'both'> {
  const phrase = clause.meant.find(({ intent }) => intent === 'remove')?.phrase
  if (phrase === undefined && inherited !== 'remove') return false
  const { before, after } = around(clause, phrase)
  if (before.length > 0 && after.length > 0) {
    const isSoft = phrase !== undefined && SOFT.has(phrase)
    const named = { words: before, made: [], goal: [] }
    return isSoft && (await insteadOf(talk, [named], next)) ? 'both' : false
  }
  const mentions = mentionsOf(clause, phrasesOf(clause))
  if (mentions.length === 0) return false
  if (phrase !== undefined && SOFT.has(phrase) && (await insteadOf(talk, mentions, next))) return 'both'
  for (const mention of mentions) {
    if (await takeOut(talk, clause, mention)) continue
    const isSoft = phrase !== undefined && SOFT.has(phrase)
    const made = { ...mention, made: fromPhrase(clause, phrase), words: [] }
    if (isSoft && (await noteApart(talk, made, clause))) continue
    const said = saidOf(mention)
    if (talk.turn.memory.cart.length === 0 && isSoft) {
      // It is said of what is being ordered; with nothing at all to take it from, nothing is wanted.
      if (talk.topic.kept.length + talk.topic.waiting.length > 0) return false
      answer(talk, talk.say.okay)
      continue
    }
    if (talk.turn.memory.cart.length === 0) await tellEmpty(talk, true)
    else answer(talk, talk.say.notInCart(said))
  }
  return true
}

/** "Tak nak sambal", without what it is for. */
function fromPhrase({ tokens }: Clause, phrase: string | undefined): Token[] {
  const from = tokens.findIndex(({ word }) => word !== '' && phrase?.startsWith(word))
  const to = tokens.findIndex(({ word }, i) => i > from && (word === 'untuk' || word === 'for'))
  return tokens.slice(from, to < 0 ? undefined : to)
}

/** "Tak nak ais, nak panas": the same thing in another variant. */
async function insteadOf(talk: Talk, [mention]: Mention[], next: Clause | undefined): Promise<boolean> {
  if (!mention || !next || !means(next, 'want')) return false
  const [wanted] = mentionsOf(next, phrasesOf(next))
  const [line, ...others] = linesSaid((await cartOf(talk)).lines, mention.words)
  if (!wanted || wanted.count || !line || others.length > 0) return false
  return makeVariant(talk, line, wanted.words)
}

/** "Tukar kopi jadi teh": false when it is no exchange. */
export async function replacing(talk: Talk, clause: Clause): Promise<boolean> {
  const phrase = clause.meant.find(({ intent }) => intent === 'replace')?.phrase
  if (phrase === undefined || talk.turn.memory.cart.length === 0) return false
  const { from, to } = sidesOf(clause, phrase)
  const [left] = mentionsOf(from, strippedOf(from))
  const [right] = mentionsOf(to, strippedOf(to))
  if (!left && !right) {
    if (talk.understood) return true
    answer(talk, talk.say.whatToChange)
    talk.topic.asked = { kind: 'change' }
    return true
  }
  if (!right || (right.words.length === 0 && right.made.length === 0 && !right.count)) return false
  const line = await lineMeant(talk, left ? wordsOf(left) : [], clause)
  if (!line) {
    if (talk.topic.asked?.kind !== 'again') answer(talk, talk.say.notInCart(left ? saidOf(left) : ''))
    return true
  }
  const pieces = left?.count && !left.count.weak ? left.count.value : undefined
  if (right.words.length === 0 && right.count && right.made.length === 0)
    await makeIt(talk, line, right.count.value)
  else if (right.words.length === 0) await noteApart(talk, { ...right, goal: nameWords(line.name) }, clause)
  else if (await makeVariant(talk, line, right.words, pieces)) return true
  else if (!(await exchangeFor(talk, line, right, pieces))) answer(talk, talk.say.notSold(saidOf(right)))
  return true
}

/** "Make it 3", "actually iced", "kopi 3 saja": false when it changes no line. */
export async function setting(talk: Talk, clause: Clause): Promise<boolean> {
  const becomes = clause.tokens.some(
    ({ word }, i) => word === 'jadi' && clause.tokens[i + 1]?.kind === 'number',
  )
  const isThat = clause.tokens.some(({ word }) => word === 'itu') && !means(clause, 'want')
  const isSet = becomes || isThat || means(clause, 'set') || talk.asked?.kind === 'change'
  const isOnly = clause.tokens.some(({ word }) => ONLY.has(word))
  if ((!isSet && !isOnly) || means(clause, 'more')) return false
  const [mention, ...others] = mentionsOf(clause, phrasesOf(clause))
  if (!mention || others.length > 0) return false
  if (setKept(talk, mention)) return true
  if (talk.turn.memory.cart.length === 0) return false
  const { lines } = await cartOf(talk)
  const named = linesSaid(lines, mention.words)
  const isNamed = mention.words.length > 0
  if (mention.count && !mention.count.weak) {
    if (isNamed && named.length !== 1) return false
    if (!isNamed && mention.made.length > 0) return false
    const line = named[0] ?? (await lineMeant(talk, [], clause))
    if (!line) return false
    await makeIt(talk, line, mention.count.value)
    return true
  }
  if (!isSet || means(clause, 'want')) return false
  if (named.length === 1 && mention.made.length > 0)
    return noteApart(talk, { ...mention, goal: mention.words }, clause)
  const line = named[0] ?? lineNamed(lines, mention.words) ?? (await lineMeant(talk, [], clause))
  if (!line) return false
  if (isNamed && (await makeVariant(talk, line, mention.words))) return true
  if (!means(clause, 'set') || (isNamed && (await find(talk, mention)).kind === 'one')) return false
  return noteApart(
    talk,
    { ...mention, made: clause.tokens.filter(({ word }) => !isEmpty(word) || !isFiller(word)) },
    clause,
  )
}

/** Of what the same message ordered before, how many: "2 kopi o, eh kopi o tu 3". */
function setKept(talk: Talk, { words, made, count }: Mention): boolean {
  const said = words.map(canon)
  const same = talk.topic.kept.filter(({ product, variants }) => {
    const own = nameWords([product.name, ...variants.map(({ name }) => name)].join(' '))
    return said.length > 0 && said.every((word) => own.includes(word))
  })
  const [meeting, ...others] = same
  if (!meeting || others.length > 0 || !count || count.weak || made.length > 0) return false
  if (!isCountable(count.value, MOST)) return false
  Object.assign(meeting, { quantity: count.value, counted: true })
  talk.understood = true
  return true
}

/** The one line that has most of the words in its name: "teh tu ais" is the tea, whatever it was before. */
function lineNamed(lines: Line[], words: string[]): Line | undefined {
  const said = words.map(canon)
  const hits = lines.map(
    (line) => nameWords(line.name.replace(/\s\([^)]*\)$/, '')).filter((word) => said.includes(word)).length,
  )
  const most = Math.max(0, ...hits)
  const fitting = lines.filter((_, i) => hits[i] === most)
  return most > 0 && fitting.length === 1 ? fitting[0] : undefined
}

function wordsOf({ words, made }: Mention): string[] {
  return words.length > 0 ? words : made.map(({ word }) => word)
}

function isFiller(word: string): boolean {
  return [
    'make',
    'it',
    'that',
    'actually',
    'please',
    'sebenarnya',
    'jadikan',
    'tolong',
    'just',
    'saja',
    'i',
    'mean',
  ].includes(word)
}
