import { avoiding } from './allergy.ts'
import { tellCategory, tellHours, tellKnowledge, tellMenu } from './answers.ts'
import { askedOfShop } from './asked-of-shop.ts'
import { clear, noteApart, takeOut } from './changes.ts'
import { chatting } from './chat.ts'
import { type Clause, means } from './clauses.ts'
import { removing, replacing, setting } from './edits.ts'
import { tellFacts } from './facts.ts'
import { find } from './find.ts'
import { ordering } from './items.ts'
import { type Mention, madeText, mentionsOf, namingWords } from './mentions.ts'
import { ORDINALS } from './numbers.ts'
import {
  asking,
  isProductQuestion,
  isQuestion,
  questionWords,
  tellCart,
  textOf,
  unknownQuestion,
} from './questions.ts'
import { recommending } from './recommend.ts'
import { askCancel, cancel, claimedNumberIn, orderNumberIn, ordersOf, tellStatus } from './status.ts'
import { answer, offerPerson, type Talk } from './talk.ts'
import { type Act, phrasesOf, saidOf, strippedOf } from './wording.ts'

/** Where in a message we are. */
export interface Course {
  act: Act
  /** The clause before took the next one in. */
  skip: boolean
  /** What was asked of the things before. */
  ask?: 'price' | 'stock' | undefined
}

const LOOKS =
  /\b(?:nak (?:tengok|lihat)|(?:boleh|can i|let me|want to|like to) (?:tengok|see|look)|show me)\b/
const READY = /\b(?:siap|ready|bila|when|how long|ambil|sampai|where|mana)\b/

/** Does what one clause asks for; whether anything of it was understood is noted in the talk. */
export async function act(
  talk: Talk,
  clause: Clause,
  next: Clause | undefined,
  course: Course,
): Promise<void> {
  const text = textOf(clause)
  if (await avoiding(talk, clause)) return
  if (means(clause, 'beyond') && (await beyond(talk, clause, text))) return
  if (means(clause, 'cancel')) return cancelling(talk, clause.tokens.map(({ raw }) => raw).join(' '))
  if (means(clause, 'clear')) return clearing(talk)
  const written = clause.tokens.map(({ raw }) => raw).join(' ')
  const number =
    orderNumberIn(written, means(clause, 'status')) ??
    (means(clause, 'status') ? claimedNumberIn(text) : undefined)
  const isStatus = means(clause, 'status') || number !== undefined
  const isWish = means(clause, 'want', 'more') && !(means(clause, 'status') && number !== undefined)
  if (isStatus && !isWish) return tellStatus(talk, number, READY.test(text))
  if (means(clause, 'hours')) {
    const isLast = /\blast order/.test(text) && (await tellKnowledge(talk, 'last orders', ['last', 'orders']))
    return isLast ? undefined : tellHours(talk, text, questionWords(clause))
  }
  if (await askedOfShop(talk, clause, text)) return
  if (await tellFacts(talk, clause, text)) return
  if (LOOKS.test(text)) return looking(talk, clause, text)
  if (await declining(talk, clause)) return
  if (talk.isWishing && isOnlyLike(clause)) return
  const removed = await removing(talk, clause, next, clause.meant.length === 0 ? course.act : undefined)
  if (removed) {
    course.act = 'remove'
    course.skip = removed === 'both'
    return
  }
  if (await replacing(talk, clause)) return
  if (
    means(clause, 'total', 'cart') &&
    mentionsOf(clause, phrasesOf(clause)).every(({ words }) => words.length === 0)
  )
    return tellCart(talk)
  if (await recommending(talk, clause)) return
  if (means(clause, 'menu', 'recommend') && (await browsing(talk, clause))) return
  if (means(clause, 'discount')) {
    if (!(await tellKnowledge(talk, text, ['discount', 'promo', 'promosi', 'diskaun', 'voucher'])))
      answer(talk, talk.say.noDiscount)
    return
  }
  if (isProductQuestion(clause, text)) {
    course.ask = means(clause, 'price', 'total') ? 'price' : 'stock'
    return asking(talk, clause, text)
  }
  if (course.ask && clause.meant.length === 0) {
    return asking(talk, { ...clause, meant: [{ intent: course.ask, phrase: '' }] }, text)
  }
  if (await setting(talk, clause)) return
  await taking(talk, clause, next, course, text)
}

async function taking(
  talk: Talk,
  clause: Clause,
  next: Clause | undefined,
  course: Course,
  text: string,
): Promise<void> {
  if (means(clause, 'more')) course.act = 'more'
  else if (means(clause, 'want')) course.act = 'add'
  const mentions = mentionsOf(clause, strippedOf(clause))
  const isPick = means(clause, 'want', 'more') && clause.tokens.some(({ word }) => word in ORDINALS)
  if (mentions.length === 0 && !isPick) {
    const subjects = isQuestion(clause) ? questionWords(clause) : []
    if (subjects.length > 0 && (await tellKnowledge(talk, text, subjects))) return
    if (subjects.length > 0 && clause.meant.length === 0) return unknownQuestion(talk, subjects)
    if (means(clause, 'set') && next) talk.asked = { kind: 'change' }
    else await chatting(talk, clause)
    return
  }
  const counted = mentions.some(({ count }) => count !== undefined && !count.weak)
  const isAsking = isQuestion(clause) && !counted && !means(clause, 'want', 'more')
  if (isAsking) return asking(talk, clause, text)
  const { joinedNext, strange } = await ordering(talk, clause, next, course.act)
  course.skip = joinedNext
  if (counted && course.act === undefined && strange.length < mentions.length) course.act = 'add'
  for (const mention of strange) await strangeMention(talk, clause, mention, text, course)
  if (strange.length === mentions.length && !talk.understood) await chatting(talk, clause)
}

/** Something that is no product here: a way to make it, a question the shop has answered, or nothing we know. */
async function strangeMention(
  talk: Talk,
  clause: Clause,
  mention: Mention,
  text: string,
  { act }: Course,
): Promise<void> {
  const isPolite = clause.tokens.some(({ word }) => word === 'please' || word === 'tolong')
  const made = {
    ...mention,
    made: clause.tokens.filter(({ word }) => word !== 'please' && word !== 'tolong'),
    words: [],
  }
  if (clause.joiner === 'with' && (await noteApart(talk, made, clause))) return
  if (mention.words.length === 0 && !mention.count && mention.made.length > 0) {
    // "Tak pe la" is said to nobody in the kitchen.
    if (madeText(mention.made) !== '') answer(talk, talk.say.noteForWhat)
    talk.understood = true
    return
  }
  // Only a bare word in a list is taken for a thing; the rest is talk.
  const isListed =
    act !== undefined &&
    clause.tokens.every(({ word, kind }) => kind !== 'word' || namingWords([word]).length > 0)
  const isOrder =
    isListed || means(clause, 'want', 'more') || (mention.count !== undefined && !mention.count.weak)
  if (mention.words.length === 0 && mention.count) {
    if (isOrder || mention.count) talk.isOrdering = talk.isOrdering || talk.turn.memory.cart.length > 0
    if (act !== undefined) answer(talk, talk.say.whatToOrder)
    return
  }
  if (isPolite && act === undefined && !mention.count && (await noteApart(talk, made, clause))) return
  if (!isOrder && (await tellCategory(talk, mention.words))) return
  if (await tellKnowledge(talk, text, mention.words)) return
  if (isOrder) answer(talk, talk.say.notSold(saidOf(mention)))
}

/** What no shop's agent can do, unless the shop has written how it is done; false where such a thing is sold. */
async function beyond(talk: Talk, clause: Clause, text: string): Promise<boolean> {
  const [mention] = mentionsOf(clause, [])
  const verdict = mention && mention.words.length > 0 ? await find(talk, mention) : undefined
  if (verdict?.kind === 'one' || (verdict?.kind === 'maybe' && !verdict.guessed)) return false
  if (!(await tellKnowledge(talk, text, questionWords(clause)))) offerPerson(talk, talk.say.cannotDo)
  return true
}

/** "Nak tengok kuih": to be shown, not to be ordered. */
async function looking(talk: Talk, clause: Clause, text: string): Promise<void> {
  const words = mentionsOf(clause, phrasesOf(clause)).flatMap((mention) => mention.words)
  if (words.length > 0 && (await tellMenu(talk, words))) return
  if (words.length > 0) return asking(talk, clause, text)
  if (/order|pesanan|cart/.test(text)) return tellCart(talk)
  await tellMenu(talk, [])
}

/** "And no toast set": what is not wanted, by its whole name. */
async function declining(talk: Talk, clause: Clause): Promise<boolean> {
  const [first, ...rest] = clause.tokens
  if (!first || !['no', 'not', 'without'].includes(first.word)) return false
  const words = namingWords(rest.map(({ word }) => word))
  if (words.length < 2 || clause.meant.length > 0) return false
  const mention = { words, made: [], goal: [] }
  if ((await find(talk, mention)).kind !== 'one') return false
  if (!(await takeOut(talk, clause, mention))) talk.understood = true
  return true
}

/** "Something cold, not too sweet": the end of a wish is no way to make what is in the order. */
function isOnlyLike(clause: Clause): boolean {
  const mentions = mentionsOf(clause, [])
  return mentions.every(({ words, count }) => words.length === 0 && count === undefined)
}

async function browsing(talk: Talk, clause: Clause): Promise<boolean> {
  const words = mentionsOf(clause, phrasesOf(clause)).flatMap((mention) => mention.words)
  return tellMenu(talk, words)
}

async function cancelling(talk: Talk, text: string): Promise<void> {
  const number = orderNumberIn(text, true) ?? claimedNumberIn(text)
  const hasCart = talk.turn.memory.cart.length > 0 || talk.topic.waiting.length > 0
  if (number !== undefined) return cancel(talk, number)
  if (!hasCart) return cancel(talk, undefined)
  const unpaid = (await ordersOf(talk)).some(({ status }) => status === 'pending_payment')
  await clear(talk)
  if (unpaid) await askCancel(talk, talk.say.alsoCancel)
}

async function clearing(talk: Talk): Promise<void> {
  if (talk.turn.memory.cart.length > 0 || talk.topic.waiting.length > 0) return clear(talk)
  if (!(await askCancel(talk))) answer(talk, talk.say.emptyCart)
}
