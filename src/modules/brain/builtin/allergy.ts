import { isRefused, use } from '../tool.ts'
import { recommendProducts } from '../tools/index.ts'
import { type Clause, means } from './clauses.ts'
import { contained, isAvoided, isContent, isDiet, membersOf } from './contents.ts'
import { factsAsked, isOf, PERHAPS, tellFacts } from './facts.ts'
import { passagesFor, sentencesOf } from './knowledge.ts'
import { names } from './lines.ts'
import type { Candidate } from './match.ts'
import { hasThere, isQuestion, textOf } from './questions.ts'
import { listed } from './say.ts'
import { answer, offerPerson, type Talk } from './talk.ts'

/*
 * Who must not eat something hears what is written of it and what is not known, and is sold nothing in the same breath.
 */

const ALLERGIC =
  /\b(?:allerg\w*|alerg\w*|alahan|alah|intoleran\w*|celiac|coeliac|(?:tak|tidak|x|tk|cannot|can'?t|cant|dont|don'?t) (?:boleh |blh )?(?:makan|minum|eat|take|have)|(?:i'?m|i am|we are|saya|kami|is) (?:an? )?(?:vegetarian|vegan))\b/i
const MOST_LOOKED_AT = 60
const MOST_SENTENCES = 3
/** Asks for things by what is in them, or is not. */
const ANYTHING =
  /\b(?:anything|something|any|which|what|mana|yang|apa|semua|everything|free|without|tanpa|options?|food|makanan|dishes|menu)\b/

const POINTING = new Set(['it', 'itu', 'ini', 'this', 'that'])

/** Whether somebody says what they must not eat. */
export function isAllergic(text: string): boolean {
  return ALLERGIC.test(text) && wordsIn(text).some(isAvoided)
}

/** Remembers what the customer must not eat, wherever in the message it stands. */
export function noteAllergy(talk: Talk, text: string): void {
  if (!isAllergic(text)) return
  talk.topic.avoid = [...new Set([...talk.topic.avoid, ...wordsIn(text).filter(isAvoided)])].slice(0, 12)
  talk.turn.isBare = true
}

/** Answers what is said or asked of what may be in food; false when it is about one product, or something else. */
export async function avoiding(talk: Talk, clause: Clause): Promise<boolean> {
  const text = textOf(clause)
  const words = clause.tokens.map(({ word }) => word)
  const asked = words.filter((word) => isAvoided(word))
  const isTold = isAllergic(text)
  const isPlain = words.some(isDiet) || ANYTHING.test(text)
  const isAsked =
    (isQuestion(clause) || hasThere(clause) || means(clause, 'recommend', 'menu', 'stock')) && isPlain
  const isCounted = clause.tokens.some(({ kind, weak }) => kind === 'number' && !weak)
  if (isCounted) return false
  if (isTold || (ALLERGIC.test(text) && talk.topic.avoid.length > 0)) {
    // The question beside it was answered already.
    if (talk.topic.contents.length > 0) return true
    await warn(talk, asked.length > 0 ? asked : talk.topic.avoid)
    return true
  }
  if (asked.length === 0 || !isAsked) return false
  const isDieting = asked.some(isDiet)
  if (!isDieting && talk.topic.avoid.length === 0 && !/\b(?:free|without|tanpa|no|tak|tiada)\b/.test(text))
    return false
  const isPointed = words.some((word) => POINTING.has(word))
  const isOfOne = isPointed || (factsAsked(clause, text)?.thing.length ?? 0) > 0
  if (isOfOne && (await tellFacts(talk, clause, text))) return true
  const isSaid = talk.topic.contents.length > 0 && asked.every((word) => isAmong(word, talk.topic.contents))
  if (!isSaid) await warn(talk, asked)
  return true
}

/** Whether a warning of some things was one of this too. */
function isAmong(word: string, warned: string[]): boolean {
  const members = new Set(warned.flatMap(membersOf))
  return members.has(word) || membersOf(word).every((member) => members.has(member))
}

/** Which things have it as far as is written, what the shop says of it, and that nothing else is sure. */
async function warn(talk: Talk, asked: string[]): Promise<void> {
  const { say, turn } = talk
  const found = await use(turn, recommendProducts, { limit: MOST_LOOKED_AT })
  const written = await writtenOf(talk, asked)
  const having = (isRefused(found) ? [] : found.products).filter((product) => has(product, asked, written))
  const isDieting = asked.some(isDiet)
  if (written.length > 0 && !isDieting) answer(talk, written.slice(0, MOST_SENTENCES).join(' '))
  const what = listed([...new Set(asked.map((word) => CALLED[word] ?? word))], say.and)
  if (having.length > 0) answer(talk, say.allergyHas(isDieting ? say.animal : what, names(having, say.and)))
  else if (written.length === 0) answer(talk, say.allergyNoted(what))
  answer(talk, say.allergyUnsure)
  offerPerson(talk, say.offerPerson)
  talk.topic.contents = asked
  talk.topic.shown = []
  turn.isBare = true
}

/** Who has it avoids this. */
const CALLED: Record<string, string> = {
  celiac: 'gluten',
  coeliac: 'gluten',
  lactose: 'milk',
  laktosa: 'susu',
}

/** What the shop has written of it. */
async function writtenOf(talk: Talk, asked: string[]): Promise<string[]> {
  const ofAllergies = await passagesFor(talk, `alahan allergy allergies ingredients ${asked.join(' ')}`)
  const ofIt = await passagesFor(talk, asked.join(' '))
  const sentences = new Set([...ofAllergies, ...ofIt].flatMap(({ text }) => sentencesOf(text)))
  return [...sentences].filter((sentence) => contained(sentence, asked, true).length > 0)
}

function has(product: Candidate, asked: string[], written: string[]): boolean {
  const { name, description } = product
  if (contained(`${name}. ${description ?? ''}`, asked).length > 0) return true
  const telling = written.filter(
    (sentence) => !PERHAPS.test(sentence) && contained(sentence, asked).length > 0,
  )
  return telling.some((sentence) => isOf(sentence, [product], []))
}

/** Without what the customer must not eat, as far as is written. */
export async function safeOf(talk: Talk, products: Candidate[]): Promise<Candidate[]> {
  const { avoid } = talk.topic
  if (avoid.length === 0) return products
  const written = await writtenOf(talk, avoid)
  talk.turn.isBare = true
  answer(talk, talk.say.allergyUnsure)
  return products.filter((product) => !has(product, avoid, written))
}

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && isContent(word))
}
