import { tellCategory, tellKnowledge, tellMenu, tellPrices, tellStock } from './answers.ts'
import { type Clause, means } from './clauses.ts'
import { find } from './find.ts'
import { canon } from './lexicon.ts'
import { lineText } from './lines.ts'
import { type Meeting, nameWords } from './match.ts'
import { type Mention, mentionsOf, namingWords } from './mentions.ts'
import { ringgit } from './say.ts'
import { tellEmpty } from './status.ts'
import { answer, cartOf, offerPerson, type Talk } from './talk.ts'
import { type Shown, variantsShown } from './topic.ts'
import { phrasesOf, saidOf } from './wording.ts'

const ASKING = new Set(
  `what where how when why which who whose do does did can could is are was will would should boleh bolehkah apa mana
  bila kenapa macam siapa berapa ada adakah got any`.split(/\s+/),
)
const NO_PRICE =
  /\b(?:ada berapa|tinggal berapa|berapa (?:yang )?tinggal|berapa lagi|how many left|berapa (?:lama|jauh|jam|hari|minit|orang|km|kali)|pukul berapa|how long|how far)\b/
const SUBJECTS = new Set(['where', 'mana', 'hantar', 'bayar', 'pay', 'tukar', 'change', 'tempah', 'sampai'])
// biome-ignore format: a list
const HOURS = new Set(['operasi', 'operating', 'hours', 'hour', 'opening', 'closing', 'waktu', 'masa', 'time', 'jam', 'isnin', 'selasa', 'rabu', 'khamis', 'jumaat', 'sabtu', 'ahad', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'guys', 'shop', 'weekend', 'still'])

/** A question about things: their price, whether they are there, or what the shop has written about them. */
export async function asking(talk: Talk, clause: Clause, text: string): Promise<void> {
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
  const named = new Set(guesses.flatMap(({ product }) => nameWords(product.name)))
  const about = isKnowledge ? words : words.filter((word) => !named.has(canon(word)))
  if (await tellKnowledge(talk, text, about)) return
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

export async function askingOfShown(
  talk: Talk,
  clause: Clause,
  isPrice: boolean,
  text: string,
): Promise<void> {
  const { shown } = talk.topic
  if (shown.length > 0 && isPrice) {
    return tellPrices(talk, shown.map(shownMeeting))
  }
  if (shown.length === 1 && means(clause, 'stock')) {
    const product = shown[0] as Shown
    return tellStock(talk, shownMeeting(product))
  }
  // "Do you deliver? How much?": what was asked before it told that too.
  if (isPrice && talk.answers.some((text) => /RM ?\d/.test(text))) return
  if (means(clause, 'stock') && NO_PRICE.test(text) && (await tellStockOfLast(talk))) return
  if (isPrice && talk.turn.memory.cart.length > 0) return tellCart(talk)
  if (await tellKnowledge(talk, text, questionWords(clause))) return
  if (isPrice || means(clause, 'stock')) await tellMenu(talk, [])
  else unknownQuestion(talk, questionWords(clause))
}

/** "Berapa tinggal?", of what was ordered last. */
async function tellStockOfLast(talk: Talk): Promise<boolean> {
  const { lines } = await cartOf(talk)
  const line = lines.find((one) => one.line === talk.topic.last.at(-1)) ?? lines.at(-1)
  if (!line) return false
  const verdict = await find(talk, { words: nameWords(line.name), made: [], goal: [] })
  if (verdict.kind !== 'one') return false
  tellStock(talk, verdict.meeting)
  return true
}

function shownMeeting(product: Shown): Meeting {
  return { product, variants: variantsShown(product), quantity: 1, counted: false, note: '' }
}

export function unknownQuestion(talk: Talk, words: string[]) {
  if (talk.understood) return
  const { payUrl } = talk.turn.terms
  if (words.some((word) => canon(word) === 'bayar')) return answer(talk, talk.say.howToPay(payUrl !== null))
  offerPerson(talk, talk.say.unknownAnswer)
}

export async function tellCart(talk: Talk): Promise<void> {
  const { lines, total } = await cartOf(talk)
  if (lines.length === 0) return tellEmpty(talk, false)
  answer(talk, `${talk.say.cart(lines.map(lineText).join('\n'))}\n${talk.say.total(ringgit(total))}`)
  talk.isOrdering = true
}

export function isProductQuestion(clause: Clause, text: string): boolean {
  if (means(clause, 'price', 'total')) return !NO_PRICE.test(text) || !means(clause, 'want')
  if (means(clause, 'want', 'more')) return false
  return means(clause, 'stock') || hasThere(clause)
}

/** "Ada kopi?", "kopi ada?", "got karipap": whether it is there. */
export function hasThere({ tokens, question, meant }: Clause): boolean {
  const hello = meant.flatMap(({ intent, phrase }) => (intent === 'greeting' ? phrase.split(' ') : []))
  const words = tokens.map(({ word }) => word).filter((word) => !hello.includes(word) && !isVocative(word))
  const isThere = (word: string | undefined) => word === 'ada' || word === 'got' || word === 'any'
  return (
    isThere(words[0]) ||
    isThere(words.at(-1)) ||
    (question && words.some(isThere)) ||
    /^(?:ada|got) /.test(words.slice(1).join(' '))
  )
}

const VOCATIVES = new Set(
  'boss bos bro sis kak abang bang dik cik akak miss sir madam dear uncle aunty tokey tauke'.split(' '),
)

function isVocative(word: string): boolean {
  return VOCATIVES.has(word)
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
export function questionWords(clause: Clause): string[] {
  const words = clause.tokens.map(({ word }) => word)
  const subjects = words.filter((word) => SUBJECTS.has(word))
  return [...new Set([...namingWords(words).filter((word) => !HOURS.has(word)), ...subjects])]
}

export function textOf({ tokens }: Clause): string {
  return tokens
    .map(({ word, raw, kind }) => (kind === 'word' && raw !== '' && /\d/.test(raw) ? raw : word))
    .join(' ')
}
