import { use } from '../tool.ts'
import { removeLine } from '../tools/index.ts'
import type { Clause } from './clauses.ts'
import { find, search } from './find.ts'
import { canon, MADE_OPENERS, MADE_WORDS } from './lexicon.ts'
import { type Line, linesSaid, MOST, names, note, remove, setQuantity } from './lines.ts'
import { type Candidate, type Meeting, nameWords, sameness, variantsSaid } from './match.ts'
import { type Mention, madeText, mentionsOf } from './mentions.ts'
import { isCountable } from './numbers.ts'
import { order } from './order.ts'
import { answer, cartOf, type Talk } from './talk.ts'
import type { Token } from './tokens.ts'

/** Which line is meant: the one that is named, otherwise the one spoken of last. Asks when several fit. */
export async function lineMeant(talk: Talk, words: string[], clause: Clause): Promise<Line | undefined> {
  const { lines } = await cartOf(talk)
  const said = linesSaid(lines, words)
  if (said.length === 1) return said[0]
  if (said.length > 1) {
    const recent = said.filter(({ line }) => talk.topic.last.includes(line))
    if (recent.length === 1) return recent[0]
    answer(talk, talk.say.whichLine(names(said, talk.say.or)))
    talk.topic.asked = { kind: 'again', text: textOf(clause.tokens) }
    return undefined
  }
  if (words.length > 0) return undefined
  const last = (talk.touched.at(-1) ?? talk.topic.last.at(-1)) || (lines.length === 1 ? 1 : 0)
  return lines.find(({ line }) => line === last) ?? (lines.length > 0 ? lines.at(-1) : undefined)
}

/** "Buang roti", "cancel one kopi": false when nothing in the order is called that. */
export async function takeOut(talk: Talk, clause: Clause, mention: Mention | undefined): Promise<boolean> {
  const words = mention
    ? [...mention.words, ...(mention.words.length === 0 ? mention.made.map(({ word }) => word) : [])]
    : []
  const waiting = talk.topic.waiting.findIndex(({ meetings }) =>
    meetings.some(
      ({ product }) =>
        words.length > 0 && words.every((word) => nameWords(product.name).includes(canon(word))),
    ),
  )
  if (waiting >= 0) {
    talk.topic.waiting.splice(waiting, 1)
    answer(talk, talk.say.dropped)
    talk.isOrdering = true
    return true
  }
  const line = await lineMeant(talk, words, clause)
  if (!line) return talk.topic.asked?.kind === 'again'
  const count = mention?.count && !mention.count.weak ? mention.count.value : undefined
  if (count !== undefined && isCountable(count, MOST) && count < line.quantity) {
    return setQuantity(talk, line, line.quantity - count)
  }
  await remove(talk, line)
  talk.understood = true
  talk.done.push(talk.say.removed(line.name))
  return true
}

export async function clear(talk: Talk): Promise<void> {
  const { topic, turn } = talk
  await use(turn, removeLine, {})
  Object.assign(topic, { waiting: [], kept: [], last: [], items: {}, shown: [] })
  talk.touched = []
  answer(talk, talk.say.cleared)
}

/** "Make it 3", "kopi 3 saja": how many a line is to be, not how many more. */
export async function makeIt(talk: Talk, line: Line, quantity: number): Promise<void> {
  if (quantity === 0) {
    await remove(talk, line)
    talk.done.push(talk.say.removed(line.name))
    talk.understood = true
  } else if (isCountable(quantity, MOST)) await setQuantity(talk, line, quantity)
  else answer(talk, quantity > MOST ? talk.say.tooMany(MOST) : talk.say.badQuantity(String(quantity), MOST))
}

/** "Make it large", "change the kopi to iced": another variant of the same thing. False when it has none like that. */
export async function makeVariant(
  talk: Talk,
  line: Line,
  words: string[],
  pieces?: number,
): Promise<boolean> {
  const base = line.name.replace(/\s\([^)]*\)$/, '')
  const product = (await search(talk, nameWords(base))).find(({ name }) => name === base)
  if (!product) return false
  const said = words.map(canon).filter((word) => !nameWords(base).includes(word))
  const like = nameWords(/\(([^)]*)\)$/.exec(line.name)?.[1] ?? '')
  const all = variantsSaid(product, said)
  // Another colour in the same size.
  const fitting =
    all.length > 1 && all.length < product.variants.length ? variantsSaid({ variants: all }, like) : all
  const known = fitting.flatMap(({ name }) => nameWords(name))
  const isKnown = said.length > 0 && said.every((word) => known.some((one) => sameness(one, word) > 0))
  if (!isKnown || fitting.length === product.variants.length) return false
  await exchange(
    talk,
    line,
    {
      product,
      variants: fitting,
      quantity: line.quantity,
      counted: false,
      note: line.special_instructions ?? '',
    },
    pieces,
  )
  return true
}

/** "Tukar satu teh jadi milo": something else in the place of a line, or of some of its pieces. */
export async function exchangeFor(
  talk: Talk,
  line: Line,
  mention: Mention,
  pieces?: number,
): Promise<boolean> {
  const verdict = await find(talk, mention)
  if (verdict.kind === 'none') return false
  if (verdict.kind === 'maybe') {
    const said = mention.words.join(' ')
    await order(talk, {
      meetings: verdict.meetings.map((meeting) => ({ ...meeting, quantity: line.quantity })),
      guessed: verdict.guessed,
      said,
      line: line.line,
    })
    return true
  }
  const { meeting } = verdict
  const quantity = meeting.counted ? meeting.quantity : (pieces ?? line.quantity)
  await exchange(
    talk,
    line,
    { ...meeting, variants: likeBefore(line, meeting.product, meeting.variants), quantity },
    pieces,
  )
  return true
}

async function exchange(talk: Talk, line: Line, meeting: Meeting, pieces: number | undefined) {
  if (pieces !== undefined && pieces < line.quantity) {
    await setQuantity(talk, line, line.quantity - pieces)
    await order(talk, { meetings: [{ ...meeting, quantity: pieces }], guessed: false })
  } else await order(talk, { meetings: [meeting], guessed: false, line: line.line })
}

/** Who had it iced wants the other thing iced too, unless they say otherwise. */
function likeBefore(line: Line, product: Candidate, variants: Candidate['variants']): Candidate['variants'] {
  if (variants.length < 2 || variants.length < product.variants.length) return variants
  const before = /\(([^)]*)\)$/.exec(line.name)?.[1]?.toLowerCase()
  const same = variants.filter(({ name }) => name.toLowerCase() === before)
  return same.length === 1 ? same : variants
}

/** How something is to be made, said apart from the thing. */
export async function noteApart(talk: Talk, mention: Mention, clause: Clause): Promise<boolean> {
  if (mention.goal.length === 0) {
    const split = await namedWithin(talk, mention.made)
    if (split) return noteApart(talk, { ...mention, ...split }, clause)
  }
  const made = madeText(mention.made)
  if (made === '') return false
  const waiting = talk.waitedNow.filter((one) => talk.topic.waiting.includes(one)).at(-1)
  const kept = talk.topic.kept.at(-1)
  if (mention.goal.length === 0 && (kept || waiting)) {
    const meetings = kept && !waiting ? [kept] : (waiting?.meetings ?? [])
    const pieces = mention.count && !mention.count.weak ? mention.count.value : undefined
    for (const meeting of meetings) {
      const note = [meeting.note, made].filter(Boolean).join(', ')
      // "2 kopi, 1 kurang manis": only that one.
      const plain = plainest(talk, meeting)
      if (meeting === kept && pieces !== undefined && pieces >= 1 && pieces < plain.quantity) {
        plain.quantity -= pieces
        talk.topic.kept.push({
          ...plain,
          quantity: pieces,
          note: [plain.note, made].filter(Boolean).join(', '),
        })
      } else if (meeting === kept && pieces === plain.quantity) plain.note = made
      else meeting.note = note
    }
    talk.understood = true
    return true
  }
  const isAll = clause.tokens.some(({ word }) => ['semua', 'all', 'both'].includes(word))
  const { lines } = await cartOf(talk)
  const recent = talk.touched.length > 0 ? talk.touched : talk.topic.last
  if (isAll && recent.length > 0) {
    const plain = madeText(mention.made.filter(({ word }) => !['semua', 'all', 'both'].includes(word)))
    for (const line of lines.filter(({ line }) => recent.includes(line))) await note(talk, line, plain)
    return true
  }
  const meant = await lineMeant(talk, mention.goal, clause)
  if (!meant) return false
  const pieces = mention.count && !mention.count.weak ? mention.count.value : undefined
  // "Satu lagi extra timun": the one of which nothing was said yet.
  const isOther = pieces !== undefined && meant.special_instructions !== null
  const plain = lines.find((one) => one.name === meant.name && one.special_instructions === null)
  if (isOther && plain && meant.special_instructions === made) {
    const more = Math.min(pieces - meant.quantity, plain.quantity)
    if (more > 0) await note(talk, plain, made, more)
    return true
  }
  await note(talk, isOther && plain ? plain : meant, made, pieces)
  return true
}

/** "Kurang manis teh tu": of what was said of how to make it, the words that name a line of the order. */
async function namedWithin(talk: Talk, made: Token[]): Promise<Pick<Mention, 'made' | 'goal'> | undefined> {
  const { lines } = await cartOf(talk)
  const own = new Set(lines.flatMap(({ name }) => nameWords(name)))
  const isNaming = ({ word }: Token, i: number) =>
    own.has(canon(word)) && !MADE_WORDS.has(word) && !MADE_OPENERS.has(made[i - 1]?.word ?? '') && i > 0
  const goal = made.filter(isNaming).map(({ word }) => word)
  if (goal.length === 0 || linesSaid(lines, goal).length === 0) return undefined
  const rest = made.filter((token, i) => !isNaming(token, i) && !POINTING.has(token.word))
  return { goal, made: rest }
}

const POINTING = new Set(['itu', 'ini', 'yang', 'the', 'that', 'this'])

/** Of the same thing, the pieces of which nothing was said yet. */
function plainest({ topic }: Talk, meeting: Meeting): Meeting {
  const same = topic.kept.filter(({ product, note }) => product.id === meeting.product.id && note === '')
  return same.at(-1) ?? meeting
}

/** Both sides of "tukar A jadi B", "change A to B", "A change to B", "B instead of A". */
export function sidesOf(clause: Clause, phrase: string): { from: Clause; to: Clause } {
  const words = clause.tokens.map(({ word }) => word)
  const verb = phrase.split(' ')
  const at = words.findIndex((_, i) => verb.every((word, j) => words[i + j] === word))
  const after = at + verb.length
  const part = (start: number, end?: number) => ({
    ...clause,
    tokens: clause.tokens.slice(start, end),
    meant: [],
  })
  if (phrase === 'instead of') return { from: part(after), to: part(0, at) }
  const by = words.findIndex((word, i) => i >= after && TO.has(word))
  if (by < 0) return at > 0 ? { from: part(0, at), to: part(after) } : { from: part(0, 0), to: part(after) }
  const left = part(after, by)
  return { from: mentionsOf(left, []).length > 0 ? left : part(0, at), to: part(by + 1) }
}

const TO = new Set(['jadi', 'kepada', 'ke', 'to', 'dengan', 'with', 'for', 'into', 'pada'])

function textOf(tokens: Token[]): string {
  return tokens
    .map(({ raw }) => raw)
    .filter(Boolean)
    .join(' ')
    .slice(0, 200)
}
