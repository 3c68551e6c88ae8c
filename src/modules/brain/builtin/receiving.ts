import { isDelivery } from '../fulfilment.ts'
import { isRefused, use } from '../tool.ts'
import { openingHours, setFulfilment } from '../tools/index.ts'
import { hoursText, tellKnowledge } from './answers.ts'
import { hoursOn } from './days.ts'
import { dropDelivery } from './delivering.ts'
import { readFulfilment } from './fulfilment.ts'
import { type Intent, intentsOf } from './intents.ts'
import { isEmpty } from './lexicon.ts'
import { answer, cartOf, type Talk } from './talk.ts'
import { tokensOf } from './tokens.ts'
import { clockSaid, isOpenThen, onSameDay } from './when.ts'

/** Notes how the customer wants to get the order; what else the message says. */
export async function receive(talk: Talk, text: string): Promise<string> {
  const { turn, topic } = talk
  const { fulfilment: before, cart } = turn.memory
  const hasCart = cart.length + topic.waiting.length + topic.kept.length > 0
  const { rest, ...said } = readFulfilment(text, { before, hasCart })
  if (said.time !== undefined) said.time = onSameDay(before?.time ?? null, said.time)
  if (said.kind === undefined && said.time === undefined) return text
  const { lines } = await cartOf(talk)
  // Where bringing it is a line of the order, taking it back is a change of the order.
  if (said.kind === 'none' && lines.some(({ name }) => isDelivery(name))) {
    await use(turn, setFulfilment, { kind: 'none' })
    return text
  }
  await use(turn, setFulfilment, said)
  talk.understood = true
  talk.isOrdering = true
  const now = turn.memory.fulfilment
  talk.notes.push(now === null ? talk.say.notReceived(before?.kind ?? 'delivery') : talk.say.received(now))
  if (said.time !== undefined) await tellClosed(talk, said.time)
  if (said.kind === 'delivery' && before?.kind !== 'delivery')
    await tellKnowledge(talk, 'delivery penghantaran postage', ['delivery'])
  if (said.kind === 'pickup') await dropDelivery(talk)
  return isOnlyWording(rest) ? '' : rest
}

/** What is left of “actually, …” and “tukar …” is no wish of its own. */
function isOnlyWording(rest: string): boolean {
  const words = tokensOf(rest).flatMap(({ kind, word }) => (kind === 'break' ? [] : word))
  const meant = intentsOf(words).every(({ intent }) => WORDING.includes(intent))
  return meant && words.every((word) => isEmpty(word))
}

const WORDING: Intent[] = ['set', 'replace', 'want', 'remove']

/** A time at which nobody is there is noted like any other, but the customer should know. */
async function tellClosed(talk: Talk, time: string): Promise<void> {
  const found = await use(talk.turn, openingHours, {})
  if (isRefused(found) || found.hours === null) return
  const clock = clockSaid(time, found.now.day)
  if (!clock) return
  const { isOpen, day } = isOpenThen(clock, found.hours, found.now)
  if (isOpen) return
  answer(talk, talk.say.closedThen(time, hoursText(hoursOn(found.hours, day), talk.say)))
}
