import { isPlainNo, isPlainYes } from '../yes.ts'
import type { Clause } from './clauses.ts'
import { find } from './find.ts'
import { canon, isEmpty } from './lexicon.ts'
import { type Meeting, nameWords, sameness, variantsSaid } from './match.ts'
import { mentionsOf, namingWords } from './mentions.ts'
import { ORDINALS } from './numbers.ts'
import { order, together } from './order.ts'
import { ANY, DROP, drop, pickAny } from './picking.ts'
import type { Talk } from './talk.ts'
import type { Waiting } from './topic.ts'

/** A plain yes or no to an open question; false when there is none. */
export async function answerGuess(talk: Talk, text: string): Promise<boolean> {
  const [first] = talk.topic.waiting
  if (!first) return false
  if (isPlainNo(text)) {
    drop(talk)
    return true
  }
  if (!isPlainYes(text)) return false
  if (first.guessed && first.meetings.length === 1) {
    talk.topic.waiting.shift()
    await order(talk, { ...first, guessed: false })
  } else {
    // Yes to "which one?" chooses nothing: the choices are asked again, so that a number will do.
    talk.understood = true
    talk.isNumbered = true
  }
  return true
}

/** Which of the choices an ordinal or a bare number names, from 0. */
function choiceSaid(clause: Clause, words: string[], choices: number, sizes: string[]): number | undefined {
  const ordinal = words.map((word) => ORDINALS[word]).find((at) => at !== undefined)
  if (ordinal !== undefined) return ordinal < choices ? (ordinal + choices) % choices : undefined
  const numbers = clause.tokens.filter(({ kind, weak }) => kind === 'number' && !weak)
  const [number, ...others] = numbers
  const isBare = namingWords(words.filter((word) => word !== number?.raw)).length === 0
  if (!number || others.length > 0 || number.sure || !isBare || sizes.includes(number.raw)) return undefined
  const at = (number.value ?? 0) - 1
  return Number.isInteger(at) && at >= 0 && at < choices ? at : undefined
}

/** Takes a clause as the answer to what waits first; false when it is about something else. */
export async function answerWaiting(talk: Talk, clause: Clause): Promise<boolean> {
  const [first] = talk.topic.waiting
  if (!first) return false
  const text = clause.tokens.map(({ raw }) => raw.toLowerCase()).join(' ')
  if (ANY.test(text)) {
    await pickAny(talk)
    return true
  }
  if (DROP.test(text)) {
    drop(talk)
    return true
  }
  if (clause.meant.some(({ intent }) => !['want', 'more', 'set', 'greeting', 'thanks'].includes(intent)))
    return false
  const mentions = mentionsOf(
    clause,
    clause.meant.map(({ phrase }) => phrase),
  )
  const words = clause.tokens.map(({ word, raw, kind }) => (kind === 'number' ? raw : word))
  const said = words.filter((word) => !isEmpty(word) || word.length <= 3).map(canon)
  const counts = mentions.flatMap((mention) =>
    mention.count && !mention.count.weak ? mention.count.value : [],
  )
  // A size of shoes is no quantity.
  const sizes = first.meetings.flatMap(({ variants }) => variants.flatMap(({ name }) => nameWords(name)))
  const count = counts.find((value) => !sizes.includes(String(value)))
  const naming = namingWords(clause.tokens.flatMap(({ word, kind }) => (kind === 'number' ? [] : word))).map(
    canon,
  )
  const choices =
    first.meetings.length > 1 ? first.meetings.length : (first.meetings[0]?.variants.length ?? 0)
  const at = choiceSaid(clause, words, choices, sizes)
  if (first.meetings.length > 1) {
    const picked = at === undefined ? undefined : first.meetings[at]
    if (picked) {
      talk.topic.waiting.shift()
      await order(talk, { ...first, meetings: [picked], guessed: false })
      return true
    }
    const chosen = choose(first.meetings, naming)
    if (!chosen) return onlyCount(talk, first, naming, count)
    const isPart = count !== undefined && chosen.counted && count < chosen.quantity
    talk.topic.waiting.shift()
    if (isPart) talk.topic.waiting.unshift({ ...first, meetings: lessOf(first.meetings, count) })
    await order(talk, { ...first, meetings: [refine(chosen, naming, count)], guessed: false })
    return true
  }
  const asked = together(talk.topic.waiting)
  if (at !== undefined && choices > 1) {
    for (const one of [...asked]) {
      const meeting = one.meetings[0] as Meeting
      talk.topic.waiting.splice(talk.topic.waiting.indexOf(one), 1)
      await order(talk, { ...one, meetings: [{ ...meeting, variants: meeting.variants.slice(at, at + 1) }] })
    }
    return true
  }
  const target = asked.find(({ meetings }) => namesIt(meetings[0], naming)) ?? first
  const meeting = target.meetings[0] as Meeting
  const fitting = variantsSaid({ variants: meeting.variants }, said)
  const own = [...nameWords(meeting.product.name), ...fitting.flatMap(({ name }) => nameWords(name))]
  const isAbout = naming.every((word) => own.some((one) => sameness(one, word) > 0) || isMade(mentions, word))
  if (!isAbout) return count === undefined && completes(talk, target, naming)
  if (fitting.length === meeting.variants.length && meeting.variants.length > 1)
    return onlyCount(talk, target, naming, count)
  const isNamed = namesIt(meeting, naming)
  const resolved = isNamed || count !== undefined ? [target] : asked
  await resolve(talk, resolved, said, count, noteIn(mentions))
  return true
}

/** "Kopi", and then "o": what is said after the question makes it another thing, which is asked about in its place. */
async function completes(talk: Talk, waiting: Waiting, naming: string[]): Promise<boolean> {
  if (waiting.guessed || naming.length === 0 || naming.every((word) => talk.strange.has(word))) return false
  const meeting = waiting.meetings[0] as Meeting
  const name = nameWords(meeting.product.name)
  const verdict = await find(talk, { words: [...name, ...naming], made: [], goal: [] })
  if (verdict.kind !== 'one' || verdict.meeting.product.id === meeting.product.id) return false
  const { product, variants } = verdict.meeting
  const own = nameWords(product.name)
  if (![...name, ...naming].every((word) => own.includes(word))) return false
  // By itself it may be another thing: "teh o" is no kopi.
  const alone = await find(talk, { words: naming, made: [], goal: [] })
  if (alone.kind === 'one') return false
  talk.topic.waiting.splice(talk.topic.waiting.indexOf(waiting), 1)
  const { quantity, counted, note } = meeting
  await order(talk, { ...waiting, meetings: [{ product, variants, quantity, counted, note }] })
  return true
}

function lessOf(meetings: Meeting[], count: number): Meeting[] {
  return meetings.map((meeting) => ({ ...meeting, quantity: meeting.quantity - count }))
}

async function resolve(
  talk: Talk,
  resolved: Waiting[],
  said: string[],
  count: number | undefined,
  note: string,
) {
  for (const one of [...resolved]) {
    const meeting = one.meetings[0] as Meeting
    const at = talk.topic.waiting.indexOf(one)
    const isPart = count !== undefined && meeting.counted && count < meeting.quantity
    // "Two iced, one hot": the rest still waits.
    if (isPart)
      talk.topic.waiting[at] = { ...one, meetings: [{ ...meeting, quantity: meeting.quantity - count }] }
    else talk.topic.waiting.splice(at, 1)
    const variants = variantsSaid({ variants: meeting.variants }, said)
    const quantity = count ?? meeting.quantity
    const notes = [meeting.note, note].filter(Boolean).join(', ')
    await order(talk, { ...one, meetings: [{ ...meeting, variants, quantity, note: notes }], guessed: false })
  }
}

function choose(meetings: Meeting[], naming: string[]): Meeting | undefined {
  const counts = meetings.map((meeting) => {
    const own = [
      ...nameWords(meeting.product.name),
      ...meeting.product.variants.flatMap(({ name }) => nameWords(name)),
    ]
    const name = nameWords(meeting.product.name)
    const hits = naming.filter((word) => name.some((one) => sameness(one, word) > 0)).length
    const strange = naming.filter((word) => !own.some((one) => sameness(one, word) > 0)).length
    return { meeting, weight: strange > 0 ? 0 : hits + hits / (name.length + 1) }
  })
  const best = Math.max(...counts.map(({ weight }) => weight))
  const fitting = counts.filter(({ weight }) => weight === best)
  return best > 0 && fitting.length === 1 ? fitting[0]?.meeting : undefined
}

function refine(meeting: Meeting, naming: string[], count: number | undefined): Meeting {
  const name = nameWords(meeting.product.name)
  const rest = naming.filter((word) => !name.includes(word))
  const variants = rest.length > 0 ? variantsSaid(meeting.product, rest) : meeting.variants
  return {
    ...meeting,
    variants,
    quantity: count ?? meeting.quantity,
    counted: meeting.counted || count !== undefined,
  }
}

/** Only how many was said: remembered, and asked again. */
function onlyCount(talk: Talk, waiting: Waiting, naming: string[], count: number | undefined): boolean {
  if (count === undefined || naming.length > 0) return false
  waiting.meetings = waiting.meetings.map((meeting) => ({ ...meeting, quantity: count, counted: true }))
  talk.understood = true
  talk.isOrdering = true
  return true
}

function namesIt(meeting: Meeting | undefined, naming: string[]): boolean {
  return meeting !== undefined && nameWords(meeting.product.name).every((word) => naming.includes(word))
}

function isMade(mentions: ReturnType<typeof mentionsOf>, word: string): boolean {
  return mentions.some(({ made }) => made.some((token) => canon(token.word) === word))
}

function noteIn(mentions: ReturnType<typeof mentionsOf>): string {
  return mentions
    .flatMap(({ made }) => made.map(({ raw }) => raw))
    .filter(Boolean)
    .join(' ')
}
