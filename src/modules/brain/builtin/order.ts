import { isDelivery } from '../fulfilment.ts'
import { lineText, MOST, put } from './lines.ts'
import { type Candidate, type Meeting, usualVariant } from './match.ts'
import { isCountable } from './numbers.ts'
import { inOrder, restate } from './restate.ts'
import { listed, ringgit } from './say.ts'
import { answer, awaitsYes, cartOf, offerPerson, type Talk } from './talk.ts'
import type { Waiting } from './topic.ts'
import { warnOf } from './warning.ts'

/** Orders what is clear and keeps what must be asked. */
export async function order(talk: Talk, waiting: Waiting): Promise<void> {
  talk.understood = true
  const [meeting, ...others] = talk.restates ? inOrder(talk, waiting.meetings) : waiting.meetings
  if (!meeting) return
  if (!isCountable(meeting.quantity, MOST)) return wrongQuantity(talk, meeting)
  if (others.length > 0 || waiting.guessed) return wait(talk, waiting)
  const { product, variants } = meeting
  const variant = variants.length === 0 ? undefined : usualVariant(variants)
  if (variants.length > 0 && !variant) return wait(talk, waiting)
  const clear = { ...meeting, variants: variant ? [variant] : [] }
  if (product.variants.length === 0 && product.price === null)
    return offerPerson(talk, talk.say.onRequest(product.name))
  if (isDelivery(product.name) && !meeting.counted && (await hasFee(talk))) return
  warnOf(talk, product)
  if (waiting.line === undefined) talk.topic.kept.push(clear)
  else await put(talk, clear, waiting.line)
  talk.isOrdering = true
}

/** It is brought once. */
async function hasFee(talk: Talk): Promise<boolean> {
  const { lines, total } = await cartOf(talk)
  if (!lines.some(({ name }) => isDelivery(name))) return false
  talk.notes.push(`${talk.say.cart(lines.map(lineText).join('\n'))}\n${talk.say.total(ringgit(total))}`)
  talk.isOrdering = true
  return true
}

/**
 * What is clear goes into the cart, but never while something of the same order is unclear and the rest is known: the order
 * would be read back without it.
 */
export async function settle(talk: Talk): Promise<void> {
  const { topic, turn } = talk
  const name = turn.memory.name ?? topic.contact?.name ?? null
  const phone = turn.memory.phone ?? topic.contact?.phone ?? null
  topic.waiting = topic.waiting.filter((one) => !isAnswered(one, topic.kept))
  if (topic.kept.length === 0) return
  if (topic.waiting.length > 0 && name !== null && phone !== null) return
  const kept = await restate(talk, topic.kept.splice(0))
  for (const meeting of kept) await put(talk, meeting)
}

/** "Nasi lemak 3, satu biasa satu ayam satu rendang": what was unclear was said right after. */
function isAnswered({ meetings }: Waiting, kept: Meeting[]): boolean {
  const [first, ...others] = meetings
  if (!first || others.length === 0) return false
  const said = kept.filter(({ product }) => meetings.some((one) => one.product.id === product.id))
  return said.length > 0 && said.reduce((sum, { quantity }) => sum + quantity, 0) >= first.quantity
}

/** The question for what waits first; several things with the same choice are asked together. */
export function askWaiting({ topic, say, isNumbered }: Talk): string {
  const [first] = topic.waiting
  const [meeting] = first?.meetings ?? []
  if (!first || !meeting) return ''
  if (first.meetings.length > 1 || first.guessed) {
    const options = first.meetings.map(({ product }) => offerText(product))
    const said = first.said ?? ''
    if (first.guessed && options.length === 1) return say.didYouMean(said, options.join())
    if (isNumbered) return say.askNumbered(said, numbered(options))
    return say.askWhich(said, listed(options, say.or)).replace('  ', ' ')
  }
  const same = together(topic.waiting)
  const names = listed(
    same.map(({ meetings }) => `${meetings[0]?.quantity} × ${meetings[0]?.product.name}`),
    say.and,
  )
  const { product, variants } = meeting
  const isOneName = same.length === 1
  const options = variants
    .map((variant) =>
      isOneName ? `${variant.name} (${priceText(variant.price ?? product.price)})` : variant.name,
    )
    .slice(0, 12)
  return isNumbered
    ? say.askNumbered(names, numbered(options))
    : say.askVariant(names, listed(options, say.or))
}

function numbered(options: string[]): string {
  return options.map((option, i) => `${i + 1}. ${option}`).join('\n')
}

/** Those at the front that wait for the same choice of variants. */
export function together(waiting: Waiting[]): Waiting[] {
  const choice = ({ meetings, guessed }: Waiting) =>
    meetings.length === 1 && !guessed
      ? meetings[0]?.variants.map(({ name }) => name.toLowerCase()).join('\n')
      : undefined
  const first = waiting[0] && choice(waiting[0])
  if (first === undefined) return waiting.slice(0, 1)
  const end = waiting.findIndex((one) => choice(one) !== first)
  return waiting.slice(0, end < 0 ? undefined : end)
}

export function offerText(product: Candidate): string {
  const prices =
    product.variants.length > 0
      ? product.variants.map(({ price }) => price ?? product.price)
      : [product.price]
  const known = prices.filter((price) => price !== null)
  if (known.length === 0) return product.name
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return `${product.name} (${low === high ? ringgit(low) : `${ringgit(low)}–${high.toFixed(2)}`})`
}

export function priceText(price: number | null): string {
  return price === null ? '?' : ringgit(price)
}

function wait(talk: Talk, waiting: Waiting) {
  const [first] = waiting.meetings
  if (waiting.guessed && awaitsYes(talk) && first && waiting.meetings.length === 1) {
    return answer(talk, talk.say.writeName(waiting.said ?? '', first.product.name))
  }
  talk.topic.waiting.push(waiting)
  talk.waitedNow.push(waiting)
  talk.topic.shown = []
}

function wrongQuantity(talk: Talk, meeting: Meeting) {
  const { quantity } = meeting
  if (quantity > MOST && Number.isInteger(quantity)) return offerPerson(talk, talk.say.tooMany(MOST))
  if (quantity === Number.POSITIVE_INFINITY) return offerPerson(talk, talk.say.tooMany(MOST))
  answer(talk, talk.say.badQuantity(Number.isNaN(quantity) ? '?' : String(quantity), MOST))
  talk.topic.asked = { kind: 'quantity', meeting: { ...meeting, quantity: 1, counted: false } }
}
