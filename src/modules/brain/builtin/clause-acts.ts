import {
  tellCategory,
  tellHours,
  tellKnowledge,
  tellMenu,
  tellPrices,
  tellStock,
  tellSuggestions,
} from './answers.ts'
import { clear, noteApart } from './changes.ts'
import { type Clause, means } from './clauses.ts'
import { find } from './find.ts'
import { type Act, ordering, phrasesOf, removing, replacing, saidOf, setting, strippedOf } from './items.ts'
import { canon } from './lexicon.ts'
import { lineText } from './lines.ts'
import type { Meeting } from './match.ts'
import { type Mention, mentionsOf, namingWords } from './mentions.ts'
import { decline } from './plain-answers.ts'
import { ringgit } from './say.ts'
import { askCancel, cancel, claimedNumberIn, orderNumberIn, ordersOf, tellStatus } from './status.ts'
import { answer, cartOf, giveToPerson, offerPerson, type Talk } from './talk.ts'
import { type Shown, variantsShown } from './topic.ts'

/** Where in a message we are. */
export interface Course {
  act: Act
  /** The clause before took the next one in. */
  skip: boolean
  /** What was asked of the things before. */
  ask?: 'price' | 'stock' | undefined
}

const ASKING = new Set(
  `what where how when why which who whose do does did can could is are was will would should boleh bolehkah apa mana
  bila kenapa macam siapa berapa ada adakah got any`.split(/\s+/),
)
const CANCEL = /^(?:cancel|batal|batalkan|cancelkan)$/
const NO_PRICE = /\b(?:berapa (?:lama|jauh|jam|hari|minit|orang|km|kali)|pukul berapa|how long|how far)\b/

/** Does what one clause asks for; whether anything of it was understood is noted in the talk. */
export async function act(
  talk: Talk,
  clause: Clause,
  next: Clause | undefined,
  course: Course,
): Promise<void> {
  const text = textOf(clause)
  if (means(clause, 'cancel')) return cancelling(talk, text)
  if (means(clause, 'clear')) return clearing(talk)
  const number = orderNumberIn(text) ?? (means(clause, 'status') ? claimedNumberIn(text) : undefined)
  if ((means(clause, 'status') || number !== undefined) && !means(clause, 'want', 'more'))
    return tellStatus(talk, number)
  if (means(clause, 'hours')) return tellHours(talk, text, questionWords(clause))
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
  if (mentions.length === 0) {
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
  if (mention.words.length === 0 && !mention.count && mention.made.length > 0)
    return answer(talk, talk.say.noteForWhat)
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

/** A question about things: their price, whether they are there, or what the shop has written about them. */
async function asking(talk: Talk, clause: Clause, text: string): Promise<void> {
  const mentions = mentionsOf(clause, phrasesOf(clause)).filter(
    ({ words, made }) => words.length > 0 || made.length > 0,
  )
  const isPrice = means(clause, 'price', 'total') && !NO_PRICE.test(text)
  if (mentions.length === 0) return askingOfShown(talk, clause, isPrice, text)
  const known: Meeting[] = []
  const unclear: Meeting[] = []
  const strange: Mention[] = []
  const guesses: Meeting[] = []
  for (const mention of mentions) {
    const verdict = await find(talk, mention)
    if (verdict.kind === 'one') known.push(verdict.meeting)
    else if (verdict.kind === 'maybe' && !verdict.guessed) unclear.push(...verdict.meetings)
    else {
      strange.push(mention)
      if (verdict.kind === 'maybe') guesses.push(...verdict.meetings)
    }
  }
  const isStock = means(clause, 'stock')
  const isKnowledge = !isPrice && !isStock && !hasThere(clause)
  if (isKnowledge && (await tellKnowledge(talk, text, questionWords(clause)))) return
  if (known.length > 0 && isPrice) tellPrices(talk, known)
  else for (const meeting of known) tellStock(talk, meeting)
  if (unclear.length > 0) tellPrices(talk, unclear.slice(0, 6).map(loose), false)
  if (strange.length === 0) return
  const words = strange.flatMap((mention) => [
    ...mention.words,
    ...namingWords(mention.made.map(({ word }) => word)),
  ])
  if (await tellKnowledge(talk, text, words)) return
  if (await tellCategory(talk, words)) return
  if (isKnowledge) return unknownQuestion(talk, words)
  if (guesses.length > 0) {
    answer(talk, talk.say.notSold(saidOf(strange[0] as Mention)))
    return tellPrices(talk, guesses.slice(0, 3).map(loose), false)
  }
  const isClear = isPrice || isStock || clause.question || clause.tokens.some(({ word }) => word === 'ada')
  if (isClear) answer(talk, talk.say.notSold(saidOf(strange[0] as Mention)))
}

/** Of several that may be meant, what each costs. */
function loose(meeting: Meeting): Meeting {
  const { variants, product } = meeting
  return { ...meeting, counted: false, variants: variants.length === 1 ? variants : product.variants }
}

async function askingOfShown(talk: Talk, clause: Clause, isPrice: boolean, text: string): Promise<void> {
  const { shown } = talk.topic
  if (shown.length > 0 && isPrice) {
    return tellPrices(talk, shown.map(shownMeeting))
  }
  if (shown.length === 1 && means(clause, 'stock')) {
    const product = shown[0] as Shown
    return tellStock(talk, shownMeeting(product))
  }
  if (isPrice && talk.turn.memory.cart.length > 0) return tellCart(talk)
  if (await tellKnowledge(talk, text, questionWords(clause))) return
  if (isPrice || means(clause, 'stock')) await tellMenu(talk, [])
  else unknownQuestion(talk, questionWords(clause))
}

function shownMeeting(product: Shown): Meeting {
  return { product, variants: variantsShown(product), quantity: 1, counted: false, note: '' }
}

function unknownQuestion(talk: Talk, words: string[]) {
  if (talk.understood) return
  const { payUrl } = talk.turn.terms
  if (words.some((word) => canon(word) === 'bayar')) return answer(talk, talk.say.howToPay(payUrl !== null))
  offerPerson(talk, talk.say.unknownAnswer)
}

async function browsing(talk: Talk, clause: Clause): Promise<boolean> {
  const words = mentionsOf(clause, phrasesOf(clause)).flatMap((mention) => mention.words)
  if (means(clause, 'recommend') && words.length === 0) {
    await tellSuggestions(talk)
    return true
  }
  return tellMenu(talk, words)
}

async function tellCart(talk: Talk): Promise<void> {
  const { lines, total } = await cartOf(talk)
  if (lines.length === 0) return answer(talk, talk.say.emptyCart)
  answer(talk, `${talk.say.cart(lines.map(lineText).join('\n'))}\n${talk.say.total(ringgit(total))}`)
  talk.isOrdering = true
}

async function cancelling(talk: Talk, text: string): Promise<void> {
  const number = orderNumberIn(text) ?? claimedNumberIn(text)
  const hasCart = talk.turn.memory.cart.length > 0 || talk.topic.waiting.length > 0
  if (number !== undefined) return cancel(talk, number)
  if (!hasCart) return cancel(talk, undefined)
  const unpaid = (await ordersOf(talk)).some(({ status }) => status === 'pending_payment')
  await clear(talk)
  if (unpaid) await askCancel(talk)
}

async function clearing(talk: Talk): Promise<void> {
  if (talk.turn.memory.cart.length > 0 || talk.topic.waiting.length > 0) return clear(talk)
  if (!(await askCancel(talk))) answer(talk, talk.say.emptyCart)
}

/** What is said without meaning a thing. */
async function chatting(talk: Talk, clause: Clause): Promise<void> {
  const { say, turn } = talk
  const text = textOf(clause)
  if (means(clause, 'who')) answer(talk, say.who)
  else if (means(clause, 'wellbeing')) answer(talk, say.well)
  else if (means(clause, 'done')) {
    talk.isOrdering = true
    talk.understood = true
    if (turn.memory.cart.length === 0 && talk.topic.waiting.length === 0)
      answer(talk, `${say.emptyCart} ${say.whatToOrder}`)
  } else if (means(clause, 'greeting')) {
    answer(talk, /salam|askum/.test(text) ? say.salam : say.hello(turn.memory.name))
    talk.greeted = true
    talk.isOrdering = talk.isOrdering || turn.memory.cart.length > 0
  } else if (means(clause, 'thanks')) {
    // At the end of an order it only rounds it off.
    if (!talk.isOrdering) answer(talk, say.youAreWelcome)
  } else if (means(clause, 'bye')) answer(talk, say.bye)
  else if (clause.meant.some(({ phrase }) => CANCEL.test(phrase))) await decline(talk, 'cancel')
  else if (means(clause, 'want', 'more')) answer(talk, say.whatToOrder)
  else if (means(clause, 'replace', 'remove', 'set')) {
    answer(talk, turn.memory.cart.length > 0 ? say.whatToChange : say.emptyCart)
    if (turn.memory.cart.length > 0) talk.topic.asked = { kind: 'change' }
  } else if (means(clause, 'price', 'stock')) await askingOfShown(talk, clause, means(clause, 'price'), text)
}

/** A complaint, unless it is a question that the shop has answered. */
export async function complaining(talk: Talk, clause: Clause): Promise<void> {
  if (isQuestion(clause) && (await tellKnowledge(talk, textOf(clause), questionWords(clause)))) return
  await giveToPerson(talk, 'A complaint:', talk.say.complaint)
}

function isProductQuestion(clause: Clause, text: string): boolean {
  if (means(clause, 'price', 'total')) return !NO_PRICE.test(text) || !means(clause, 'want')
  if (means(clause, 'want', 'more')) return false
  return means(clause, 'stock') || hasThere(clause)
}

/** "Ada kopi?", "kopi ada?", "got karipap": whether it is there. */
function hasThere({ tokens, question }: Clause): boolean {
  const words = tokens.map(({ word }) => word)
  const isThere = (word: string | undefined) => word === 'ada' || word === 'got' || word === 'any'
  return (
    isThere(words[0]) ||
    isThere(words.at(-1)) ||
    (question && words.some(isThere)) ||
    /^(?:ada|got) /.test(words.slice(1).join(' '))
  )
}

export function isQuestion(clause: Clause): boolean {
  const words = clause.tokens.map(({ word }) => word)
  const last = words.at(-1)
  return (
    clause.question ||
    ASKING.has(words[0] ?? '') ||
    last === 'tak' ||
    last === 'ke' ||
    last === 'ka' ||
    words.some((word) => word === 'mana' || word === 'where')
  )
}

/** What a question is about; words that are rarely a name but may be the subject count too. */
function questionWords(clause: Clause): string[] {
  const words = clause.tokens.map(({ word }) => word)
  const subjects = words.filter((word) => SUBJECTS.has(word))
  return [...new Set([...namingWords(words).filter((word) => !HOURS.has(word)), ...subjects])]
}

const SUBJECTS = new Set(['where', 'mana', 'hantar', 'bayar', 'pay', 'tukar', 'change', 'tempah', 'sampai'])
const HOURS = new Set(['operasi', 'operating', 'hours', 'hour', 'opening', 'closing', 'waktu', 'masa', 'time', 'jam', 'isnin', 'selasa', 'rabu', 'khamis', 'jumaat', 'sabtu', 'ahad', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'guys', 'shop', 'weekend', 'still']) // biome-ignore format: a list

function textOf({ tokens }: Clause): string {
  return tokens
    .map(({ word, raw, kind }) => (kind === 'word' && raw !== '' && /\d/.test(raw) ? raw : word))
    .join(' ')
}
