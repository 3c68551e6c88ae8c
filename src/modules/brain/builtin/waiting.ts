import { isPlainNo, isPlainYes } from '../yes.ts'
import type { Clause } from './clauses.ts'
import { canon, isEmpty } from './lexicon.ts'
import { type Meeting, nameWords, sameness, variantsSaid } from './match.ts'
import { mentionsOf, namingWords } from './mentions.ts'
import { order, together } from './order.ts'
import type { Talk } from './talk.ts'
import type { Waiting } from './topic.ts'

// biome-ignore format: a table
const ORDINALS: Record<string, number> = { first: 0, pertama: 0, '1st': 0, second: 1, kedua: 1, '2nd': 1, third: 2, ketiga: 2, '3rd': 2, last: -1, terakhir: -1, akhir: -1 }

/** A plain yes or no to "did you mean …?"; false when that was not the question. */
export async function answerGuess(talk: Talk, text: string): Promise<boolean> {
  const [first] = talk.topic.waiting
  if (!first) return false
  if (isPlainNo(text)) {
    talk.topic.waiting.shift()
    talk.answers.push(talk.say.dropped)
    talk.understood = true
    talk.isOrdering = true
    return true
  }
  if (!first.guessed || first.meetings.length !== 1 || !isPlainYes(text)) return false
  talk.topic.waiting.shift()
  await order(talk, { ...first, guessed: false })
  return true
}

/** Takes a clause as the answer to what waits first; false when it is about something else. */
export async function answerWaiting(talk: Talk, clause: Clause): Promise<boolean> {
  const [first] = talk.topic.waiting
  if (
    !first ||
    clause.meant.some(({ intent }) => !['want', 'more', 'set', 'greeting', 'thanks'].includes(intent))
  )
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
  if (first.meetings.length > 1) {
    const chosen = choose(first.meetings, words, naming)
    if (!chosen) return onlyCount(talk, first, naming, count)
    const isPart = count !== undefined && chosen.counted && count < chosen.quantity
    talk.topic.waiting.shift()
    if (isPart) talk.topic.waiting.unshift({ ...first, meetings: lessOf(first.meetings, count) })
    await order(talk, { ...first, meetings: [refine(chosen, naming, count)], guessed: false })
    return true
  }
  const asked = together(talk.topic.waiting)
  const target = asked.find(({ meetings }) => namesIt(meetings[0], naming)) ?? first
  const meeting = target.meetings[0] as Meeting
  const fitting = variantsSaid({ variants: meeting.variants }, said)
  const own = [...nameWords(meeting.product.name), ...fitting.flatMap(({ name }) => nameWords(name))]
  const isAbout = naming.every((word) => own.some((one) => sameness(one, word) > 0) || isMade(mentions, word))
  if (!isAbout) return false
  if (fitting.length === meeting.variants.length && meeting.variants.length > 1)
    return onlyCount(talk, target, naming, count)
  const isNamed = namesIt(meeting, naming)
  const resolved = isNamed || count !== undefined ? [target] : asked
  await resolve(talk, resolved, said, count, noteIn(mentions))
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

function choose(meetings: Meeting[], words: string[], naming: string[]): Meeting | undefined {
  const ordinal = words.map((word) => ORDINALS[word]).find((at) => at !== undefined)
  if (ordinal !== undefined) return meetings.at(ordinal)
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
