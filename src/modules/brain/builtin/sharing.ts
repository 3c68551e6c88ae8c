import { clausesOf } from './clauses.ts'
import { MADE_OPENERS, MADE_WORDS } from './lexicon.ts'
import { note } from './lines.ts'
import { readNumbers } from './numbers.ts'
import { answer, cartOf, type Talk } from './talk.ts'
import { type Token, tokensOf } from './tokens.ts'

/*
 * "3 mee goreng, satu pedas satu tak pedas satu biasa", or "satu tak nak sambal, satu lagi tambah telur" of two that are
 * ordered already: how each of several pieces is made. No piece is added by it.
 */

interface Share {
  pieces: number
  made: string
}

const MAKING = new Set([
  ...MADE_OPENERS,
  ...MADE_WORDS,
  'tambah',
  'add',
  'with',
  'letak',
  'pakai',
  'taknak',
  'spicy',
])
const LEADING = new Set(['lagi', 'yang', 'more', 'of', 'them', 'nak', 'is', 'other', 'another', 'one'])
/** Nothing is to be done to it. */
const PLAIN = new Set(['biasa', 'normal', 'regular', 'plain'])

/** Reads how the pieces are shared out: what stands before that, and the shares; undefined when none are. */
export function sharesIn(text: string): { before: string; shares: Share[] } | undefined {
  const tokens = readNumbers(tokensOf(text))
  const starts = tokens.flatMap(({ kind, value, weak }, i) =>
    kind === 'number' && !weak && (value ?? 0) >= 1 && (value ?? 0) <= 99 ? [i] : [],
  )
  const parts = starts.map((start, i) => ({ start, share: shareOf(tokens.slice(start, starts[i + 1])) }))
  const first = parts.findLastIndex(({ share }) => share === undefined) + 1
  const shares = parts.slice(first).flatMap(({ share }) => share ?? [])
  const start = parts[first]?.start
  if (shares.length < 2 || start === undefined) return undefined
  const before = tokens.slice(0, start).map(({ raw }) => raw)
  return { before: before.join(' '), shares }
}

function shareOf([number, ...rest]: Token[]): Share | undefined {
  // What follows a comma is said of something else.
  const end = rest.findIndex(({ kind }) => kind === 'break')
  if (
    end >= 0 &&
    rest.slice(end).some(({ kind, word }) => kind !== 'break' && word !== 'and' && word !== 'dan')
  )
    return undefined
  const words = rest.filter(({ kind, word }) => kind !== 'break' && word !== 'and' && word !== 'dan')
  while (LEADING.has(words[0]?.word ?? '')) words.shift()
  const [first] = words
  if (!number || !first || !MAKING.has(first.word)) return undefined
  const isPlain = words.every(({ word }) => PLAIN.has(word))
  const made = words.map(({ raw }) => raw).filter(Boolean)
  return { pieces: number.value ?? 1, made: isPlain ? '' : made.join(' ') }
}

/** Of what this message ordered last; false when it does not add up. */
export function shareKept({ topic }: Talk, shares: Share[]): boolean {
  const meeting = topic.kept.at(-1)
  const pieces = sum(shares)
  if (!meeting || topic.waiting.length > 0 || (meeting.counted && meeting.quantity < pieces)) return false
  topic.kept.pop()
  const rest = meeting.counted ? meeting.quantity - pieces : 0
  if (rest > 0) topic.kept.push({ ...meeting, quantity: rest })
  for (const { pieces: quantity, made } of shares)
    topic.kept.push({ ...meeting, quantity, note: [meeting.note, made].filter(Boolean).join(', ') })
  return true
}

/** Of the line that was spoken of last; false when there is none with so many. */
export async function shareLine(talk: Talk, shares: Share[]): Promise<boolean> {
  const at = talk.topic.last.at(-1)
  const { lines } = await cartOf(talk)
  const line = lines.find((one) => one.line === at) ?? (lines.length === 1 ? lines[0] : undefined)
  if (!line || line.quantity < sum(shares) || line.special_instructions !== null) return false
  let left = line.quantity
  for (const { pieces, made } of shares) {
    if (made === '') continue
    await note(talk, { ...line, quantity: left }, made, pieces)
    left -= pieces
  }
  talk.changed = true
  return true
}

/** It is not clear yet of what: what waits keeps them as they were said. */
export function noteShares(talk: Talk, shares: Share[]): void {
  const { topic } = talk
  if (topic.waiting.length === 0) answer(talk, talk.say.noteForWhat)
  const said = shares.map(({ pieces, made }) => `${pieces} ${made || 'biasa'}`).join(', ')
  for (const meeting of topic.waiting.at(-1)?.meetings ?? [])
    meeting.note = [meeting.note, said].filter(Boolean).join(', ')
}

/** Whether a text is nothing but shares, so that they are of what was ordered before. */
export function isOnlyShares(before: string): boolean {
  return clausesOf(before).every(({ tokens }) =>
    tokens.every(({ word }) => LEADING.has(word) || word === 'ok'),
  )
}

function sum(shares: Share[]): number {
  return shares.reduce((all, { pieces }) => all + pieces, 0)
}
