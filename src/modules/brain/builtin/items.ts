import { exchangeFor, lineMeant, makeIt, makeVariant, noteApart, sidesOf, takeOut } from './changes.ts'
import { type Clause, means } from './clauses.ts'
import { find, joined, readMentions } from './find.ts'
import type { Intent } from './intents.ts'
import { canon, isEmpty } from './lexicon.ts'
import { linesSaid, MOST, setQuantity } from './lines.ts'
import { type Meeting, nameWords, sameness, variantsSaid } from './match.ts'
import { type Mention, mentionsOf, namingWords } from './mentions.ts'
import { isCountable } from './numbers.ts'
import { order } from './order.ts'
import { answer, cartOf, type Talk } from './talk.ts'
import { variantsShown } from './topic.ts'

/** What a clause without a verb of its own is taken for: what the one before it did. */
export type Act = 'add' | 'more' | 'remove' | undefined

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
const KEPT: Intent[] = ['remove', 'more', 'set']

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
  if (before.length > 0 && after.length > 0) return false
  const mentions = mentionsOf(clause, phrasesOf(clause))
  if (mentions.length === 0) return false
  if (phrase !== undefined && SOFT.has(phrase) && (await insteadOf(talk, mentions, next))) return 'both'
  for (const mention of mentions) {
    if (await takeOut(talk, clause, mention)) continue
    const isSoft = phrase !== undefined && SOFT.has(phrase)
    const made = {
      ...mention,
      made: clause.tokens.slice(clause.tokens.findIndex(({ word }) => phrase?.startsWith(word))),
      words: [],
    }
    if (isSoft && (await noteApart(talk, made, clause))) continue
    const said = saidOf(mention)
    if (talk.turn.memory.cart.length === 0 && isSoft) return false
    answer(talk, talk.turn.memory.cart.length === 0 ? talk.say.emptyCart : talk.say.notInCart(said))
  }
  return true
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
  if ((!isSet && !isOnly) || talk.turn.memory.cart.length === 0 || means(clause, 'more')) return false
  const mentions = mentionsOf(clause, phrasesOf(clause))
  const [mention, ...others] = mentions
  if (!mention || others.length > 0) return false
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
  const line = await lineMeant(talk, [], clause)
  if (!line) return false
  if (isNamed && (await makeVariant(talk, line, mention.words))) return true
  if (!means(clause, 'set') || (isNamed && (await find(talk, mention)).kind === 'one')) return false
  return noteApart(
    talk,
    { ...mention, made: clause.tokens.filter(({ word }) => !isEmpty(word) || !isFiller(word)) },
    clause,
  )
}

/** What is ordered. Returns what could not be made out. */
export async function ordering(
  talk: Talk,
  clause: Clause,
  next: Clause | undefined,
  act: Act,
): Promise<{ joinedNext: boolean; strange: Mention[] }> {
  const strange: Mention[] = []
  const mentions = await readMentions(talk, clause, strippedOf(clause))
  const isWanted = act !== undefined || means(clause, 'want', 'more')
  let joinedNext = false
  for (const [i, given] of mentions.entries()) {
    let mention = given
    if (i === mentions.length - 1 && next && isContinued(next)) {
      const [first] = mentionsOf(next, strippedOf(next))
      const both = first && (await joined(talk, mention, first))
      if (both) [mention, joinedNext] = [both, true]
    }
    if (!(await orderOne(talk, clause, mention, isWanted, act))) strange.push(mention)
  }
  return { joinedNext, strange }
}

async function orderOne(
  talk: Talk,
  clause: Clause,
  mention: Mention,
  isWanted: boolean,
  act: Act,
): Promise<boolean> {
  const isCounted = mention.count !== undefined && !mention.count.weak
  if ((act === 'more' || means(clause, 'more')) && (await increase(talk, clause, mention))) return true
  if (mention.words.length === 0 && mention.made.length > 0) {
    const isThing = isCounted || isWanted
    const verdict = isThing ? await find(talk, mention) : undefined
    if (verdict?.kind === 'one') {
      await order(talk, { meetings: [verdict.meeting], guessed: false })
      return true
    }
    return noteApart(talk, mention, clause)
  }
  if (mention.words.length === 0) return countAfter(talk, clause, mention) || ofShown(talk, mention)
  const verdict = await find(talk, mention)
  if (verdict.kind === 'one') {
    await order(talk, { meetings: [verdict.meeting], guessed: false, said: saidOf(mention) })
    return true
  }
  const isMeant = isWanted || isCounted || !talk.isLong
  if (isMeant && talk.topic.shown.length > 0 && (await ofShown(talk, mention))) return true
  if (verdict.kind === 'none' || (verdict.guessed && !isWanted && !isCounted)) return false
  await order(talk, { meetings: verdict.meetings, guessed: verdict.guessed, said: saidOf(mention) })
  return true
}

/** "Satu lagi", "yang ais tu tambah satu", "tambah kopi": more of what is in the order. */
async function increase(talk: Talk, clause: Clause, mention: Mention): Promise<boolean> {
  const { lines } = await cartOf(talk)
  if (lines.length === 0) return false
  const said = linesSaid(lines, mention.words)
  const isVague = mention.words.length === 0 && mention.made.length === 0
  if (isVague && talk.topic.shown.length === 1 && talk.topic.last.length === 0) return false
  if (!isVague && said.length !== 1) return false
  const line = isVague ? await lineMeant(talk, [], clause) : said[0]
  if (!line || mention.made.length > 0) return false
  // "Tambah nasi lemak" may be another one than the one that is there.
  if (!isVague && !coversName(line.name, mention.words)) return false
  const more = mention.count?.value ?? 1
  if (!Number.isInteger(more) || more < 1) return false
  return setQuantity(talk, line, line.quantity + more).then(() => true)
}

function coversName(name: string, words: string[]): boolean {
  const [, base = name, variant = ''] = /^(.*?)(?:\s\(([^)]*)\))?$/.exec(name) ?? []
  const said = words.map(canon)
  const isAll = (own: string[]) =>
    own.length > 0 && own.every((word) => said.some((one) => sameness(one, word) > 0))
  return isAll(nameWords(base)) || isAll(nameWords(variant))
}

/** "Screen protector, 2 pcs": how many of what was said just before. */
function countAfter(talk: Talk, { joiner }: Clause, { count }: Mention): boolean {
  const last = talk.waitedNow.at(-1)?.meetings ?? talk.topic.kept.slice(-1)
  if (joiner === 'sentence' || !count || last.length === 0 || last.some(({ counted }) => counted))
    return false
  for (const meeting of last) Object.assign(meeting, { quantity: count.value, counted: true })
  return isCountable(count.value, MOST)
}

/** "Nak 2", "yang ais satu": of what was just spoken of. */
async function ofShown(talk: Talk, mention: Mention): Promise<boolean> {
  const { shown } = talk.topic
  const [only] = shown
  if (!only) return false
  const quantity = mention.count?.value ?? 1
  const counted = mention.count !== undefined
  const words = mention.words.map(canon)
  const meetings: Meeting[] = shown.map((product) => {
    return {
      product,
      variants: words.length > 0 ? variantsSaid(product, words) : variantsShown(product),
      quantity,
      counted,
      note: '',
    }
  })
  if (words.length > 0) {
    const fitting = meetings.filter(({ variants, product }) => {
      const known = [...nameWords(product.name), ...variants.flatMap(({ name }) => nameWords(name))]
      return words.every((word) => known.some((one) => sameness(one, word) > 0))
    })
    if (fitting.length !== 1) return false
    await order(talk, { meetings: fitting, guessed: false })
    return true
  }
  if (!counted && mention.made.length === 0) return false
  await order(talk, { meetings, guessed: false, said: '' })
  return true
}

export function saidOf(mention: Mention): string {
  const words = mention.words.length > 0 ? mention.words : mention.made.map(({ word }) => word)
  return words.join(' ').slice(0, 60)
}

export function phrasesOf({ meant }: Clause): string[] {
  return meant.map(({ phrase }) => phrase)
}

/** Without the words that say what to do; "less", "no" and "more" may say how to make it, unless they begin the clause. */
export function strippedOf(clause: Clause): string[] {
  return clause.meant
    .filter(
      ({ intent, phrase }) =>
        !KEPT.includes(intent) || around(clause, phrase).before.length === 0 || intent === 'more',
    )
    .map(({ phrase }) => phrase)
}

function around(clause: Clause, phrase: string | undefined): { before: string[]; after: string[] } {
  const words = clause.tokens.map(({ word }) => word)
  const parts = phrase?.split(' ') ?? []
  const at = words.findIndex((_, i) => parts.every((word, j) => words[i + j] === word))
  return { before: namingWords(words.slice(0, at)), after: namingWords(words.slice(at + parts.length)) }
}

function isContinued({ joiner, tokens, meant }: Clause): boolean {
  return (joiner === 'and' || joiner === 'with') && meant.length === 0 && tokens[0]?.kind === 'word'
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
