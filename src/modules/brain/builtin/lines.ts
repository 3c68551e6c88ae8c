import type { CartLine } from '../memory.ts'
import { isRefused, type Refused, use } from '../tool.ts'
import { addToCart, changeLine, removeLine, type ShownCart } from '../tools/index.ts'
import { canon } from './lexicon.ts'
import { type Meeting, nameWords, sameness } from './match.ts'
import { listed, ringgit } from './say.ts'
import { awaitsYes, offerPerson, type Talk } from './talk.ts'

export type Line = ShownCart['lines'][number]

/** More of one thing is for a person to hear of. */
export const MOST = 999

/** Puts something with a known variant into the cart, or in the place of a line. */
export async function put(talk: Talk, meeting: Meeting, line?: number): Promise<boolean> {
  const { turn, topic } = talk
  const item = meeting.variants[0]?.id ?? meeting.product.id
  const note = meeting.note === '' ? {} : { special_instructions: meeting.note.slice(0, 300) }
  const before = turn.memory.cart.map(keyOf)
  const result =
    line === undefined
      ? await use(turn, addToCart, { item, quantity: meeting.quantity, ...note })
      : await use(turn, changeLine, { line, item, quantity: meeting.quantity, ...note })
  if (isRefused(result)) {
    refusedFor(talk, result, meeting)
    return false
  }
  const at = line ?? touchedLine(turn.memory.cart, before, topic.items, item, meeting.note)
  const kept = turn.memory.cart[at - 1]
  if (kept) topic.items[keyOf(kept)] = item
  touch(talk, at)
  if (line !== undefined) talk.changed = true
  return true
}

export async function setQuantity(talk: Talk, line: Line, quantity: number): Promise<boolean> {
  const result = await use(talk.turn, changeLine, { line: line.line, quantity })
  if (isRefused(result)) {
    refused(talk, result, line.name, true)
    return false
  }
  touch(talk, line.line)
  talk.changed = true
  return true
}

/** Adds how it is to be made to what was said before; for some of a line's pieces only, the others stay as they are. */
export async function note(talk: Talk, line: Line, made: string, pieces?: number): Promise<void> {
  const { turn, topic } = talk
  const item = topic.items[keyOf(turn.memory.cart[line.line - 1] as CartLine)]
  const said = line.special_instructions?.split(', ') ?? []
  const all = [...said, ...(said.includes(made) ? [] : [made])].filter(Boolean).join(', ').slice(0, 300)
  if (pieces !== undefined && pieces < line.quantity && item !== undefined) {
    await use(turn, changeLine, { line: line.line, quantity: line.quantity - pieces })
    await use(turn, addToCart, { item, quantity: pieces, special_instructions: all })
    touch(talk, line.line)
    touch(talk, turn.memory.cart.length)
  } else {
    await use(turn, changeLine, { line: line.line, special_instructions: all })
    touch(talk, line.line)
  }
}

export async function remove(talk: Talk, line: Line): Promise<void> {
  await use(talk.turn, removeLine, { line: line.line })
  talk.isOrdering = true
  const shift = (numbers: number[]) =>
    numbers.filter((n) => n !== line.line).map((n) => (n > line.line ? n - 1 : n))
  talk.touched = shift(talk.touched)
  talk.topic.last = shift(talk.topic.last)
}

/** The lines that words speak of; of several those that are nothing more than what was said. */
export function linesSaid(lines: Line[], words: string[]): Line[] {
  const said = words.map(canon)
  const fitting = lines.filter(({ name }) => {
    const own = nameWords(name)
    return said.every((word) => own.some((one) => sameness(one, word) > 0))
  })
  if (said.length === 0 || fitting.length < 2) return said.length === 0 ? [] : fitting
  const extra = ({ name }: Line) =>
    nameWords(name.replace(/\s\([^)]*\)$/, '')).filter((word) => !said.includes(word)).length
  const least = Math.min(...fitting.map(extra))
  return fitting.filter((line) => extra(line) === least)
}

export function lineText({ name, quantity, unit_price, special_instructions }: Line): string {
  const made = special_instructions === null ? '' : ` (${special_instructions})`
  return `${quantity} × ${name}${made} – ${ringgit(quantity * unit_price)}`
}

export function keyOf({ source, product_external_id, variant_external_id }: CartLine): string {
  return [source, product_external_id, variant_external_id ?? ''].join('\n')
}

function touch(talk: Talk, line: number): void {
  talk.touched.push(line)
  talk.isOrdering = true
  talk.understood = true
}

/** A new line is the last; otherwise it was added to one there was. */
function touchedLine(
  cart: CartLine[],
  before: string[],
  items: Record<string, string>,
  item: string,
  note: string,
): number {
  if (cart.length > before.length) return cart.length
  const same = cart.findIndex(
    (line) => items[keyOf(line)] === item && (line.special_instructions ?? '') === note,
  )
  return same < 0 ? cart.length : same + 1
}

function refusedFor(talk: Talk, result: Refused, { product, variants, quantity, note }: Meeting): void {
  // Another variant may do.
  talk.topic.shown = [product]
  const left = Number(result.available ?? 0)
  const item = variants[0]?.id ?? product.id
  if (result.error === 'out_of_stock' && left > 0 && !awaitsYes(talk)) {
    const already = talk.turn.memory.cart.filter((line) => talk.topic.items[keyOf(line)] === item)
    const free = left - already.reduce((sum, line) => sum + line.quantity, 0)
    if (free > 0 && quantity > free) talk.topic.asked = { kind: 'fewer', item, quantity: free, note }
  }
  refused(talk, result, product.name)
}

/** `isMore`: of something that is in the order already. */
function refused(talk: Talk, { error, name, available, most }: Refused, known: string, isMore = false) {
  const { say } = talk
  talk.understood = true
  const thing = String(name ?? known)
  const left = Number(available ?? 0)
  if (error === 'price_on_request') return offerPerson(talk, say.onRequest(thing))
  if (error === 'too_many' || error === 'invalid_input')
    return offerPerson(talk, say.tooMany(Number(most ?? MOST)))
  const asks = talk.topic.asked?.kind === 'fewer'
  const left0 = asks && talk.topic.asked?.kind === 'fewer' ? talk.topic.asked.quantity : left
  if (error === 'out_of_stock' && left > 0 && isMore) talk.answers.push(say.onlyLeft(thing, left))
  else if (error === 'out_of_stock' && left > 0)
    talk.answers.push(asks ? say.fewerLeft(thing, left0) : say.writeFewer(thing, left))
  else if (error === 'out_of_stock') talk.answers.push(say.soldOut(thing))
  else if (error === 'too_many_lines') talk.answers.push(say.tooManyLines)
  else talk.answers.push(say.notForSale(thing))
}

export function names(lines: { name: string }[], last: string): string {
  return listed(
    lines.map(({ name }) => name),
    last,
  )
}
