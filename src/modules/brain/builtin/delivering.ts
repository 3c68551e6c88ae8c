import { isDelivery } from '../fulfilment.ts'
import { isRefused, use } from '../tool.ts'
import { addToCart, removeLine } from '../tools/index.ts'
import { tellKnowledge } from './answers.ts'
import { find } from './find.ts'
import { bestSentences, passagesFor } from './knowledge.ts'
import { keyOf } from './lines.ts'
import type { Candidate } from './match.ts'
import { ringgit } from './say.ts'
import { answer, cartOf, type Talk } from './talk.ts'

/*
 * What bringing it costs. Where the shop sells it, it is a line of every order that is to be brought: the customer hears
 * the price and reads it back before saying yes.
 */

const FREE_ABOVE =
  /\b(?:free|percuma)\b[^.]{0,40}?\b(?:above|over|from|lebih|melebihi|atas|ke atas)\s*(?:dari(?:pada)?\s*)?rm\s?(\d{1,6}(?:\.\d{1,2})?)/i

/** The one product that is the bringing; undefined when there is none, or one of several would have to be chosen. */
export async function deliveryProduct(talk: Talk): Promise<Candidate | undefined> {
  const verdict = await find(talk, { words: ['delivery'], made: [], goal: [] })
  const meetings =
    verdict.kind === 'one' ? [verdict.meeting] : verdict.kind === 'maybe' ? verdict.meetings : []
  const [product, ...others] = meetings
    .map((meeting) => meeting.product)
    .filter(({ name }) => isDelivery(name))
  return others.length === 0 ? product : undefined
}

/** Puts the fee into an order that is to be brought, or takes it out of one that is fetched. */
export async function chargeDelivery(talk: Talk): Promise<void> {
  const { turn } = talk
  const { kind } = turn.memory.fulfilment ?? {}
  const { lines, total } = await cartOf(talk)
  if (kind !== 'delivery' || lines.length === 0 || lines.some(({ name }) => isDelivery(name))) return
  const product = await deliveryProduct(talk)
  if (!product || product.price === null || product.variants.length > 0) return
  const free = await freeAbove(talk, product)
  if (free !== undefined && total >= free) {
    // Once is enough, unless the order changed.
    if (talk.touched.length + talk.notes.length > 0) answer(talk, talk.say.deliveryFree(ringgit(free)))
    return
  }
  const added = await use(turn, addToCart, { item: product.id, quantity: 1 })
  if (isRefused(added)) return
  const line = turn.memory.cart.at(-1)
  if (line) talk.topic.items[keyOf(line)] = product.id
  answer(talk, talk.say.deliveryAdded(product.name, ringgit(product.price)))
  talk.isFeeAdded = true
}

/** Who comes for it pays for no bringing. */
export async function dropDelivery(talk: Talk): Promise<void> {
  const { lines } = await cartOf(talk)
  const fee = lines.find(({ name }) => isDelivery(name))
  if (!fee) return
  await use(talk.turn, removeLine, { line: fee.line })
  talk.topic.last = talk.topic.last.filter((line) => line < fee.line)
  talk.done.push(talk.say.removed(fee.name))
}

/** Whether and for how much the shop brings things; false when nobody has said. */
export async function tellDelivery(talk: Talk): Promise<boolean> {
  const isWritten = await tellKnowledge(talk, 'delivery penghantaran postage hantar', ['delivery'])
  const product = await deliveryProduct(talk)
  if (product?.price != null) answer(talk, talk.say.price(product.name, ringgit(product.price)))
  return isWritten || product !== undefined
}

async function freeAbove(talk: Talk, { description }: Candidate): Promise<number | undefined> {
  const passages = await passagesFor(talk, 'free delivery penghantaran percuma')
  const written = bestSentences(passages, ['delivery', 'free', 'percuma']) ?? ''
  const amount = FREE_ABOVE.exec(description ?? '')?.[1] ?? FREE_ABOVE.exec(written)?.[1]
  return amount === undefined ? undefined : Number(amount)
}
