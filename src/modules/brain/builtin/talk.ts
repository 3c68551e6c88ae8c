import { heardText, type Turn } from '../brain.ts'
import { isRefused, use } from '../tool.ts'
import { handOver, type ShownCart, showCart } from '../tools/index.ts'
import type { Candidate } from './match.ts'
import { phrases } from './phrases.ts'
import type { Phrases } from './say.ts'
import { type Asked, keepTopic, readTopic, type Topic, type Waiting } from './topic.ts'

/** One answer in the making. */
export interface Talk {
  turn: Turn
  topic: Topic
  say: Phrases
  /** What was asked before this message; the topic holds what is asked now. */
  asked: Asked | undefined
  /** What the message before was about. */
  before: { contents: string[] }
  /** Answers to questions, and what could not be done. */
  answers: string[]
  /** What happened to the order. */
  done: string[]
  /** What was noted beside its lines; the read-back has it too. */
  notes: string[]
  /** Whether the order changed, or the customer wants to get on with it. */
  isOrdering: boolean
  /** Lines touched by this message, and what it ordered that still waits. */
  touched: number[]
  waitedNow: Waiting[]
  understood: boolean
  /** Lines that were there before changed. */
  changed: boolean
  /** The customer said who they are, or hello. */
  introduced: boolean
  greeted: boolean
  /** What is in the order is said once more, and not ordered anew. */
  restates: boolean
  /** It says "more" or "add". */
  isMore: boolean
  /** It says more than one thing. */
  isLong: boolean
  /** It was about what somebody would like, and not about the order. */
  isWishing: boolean
  /** The fee for bringing it is a new line. */
  isFeeAdded: boolean
  /** Prices were told. */
  isPriced: boolean
  /** The choices of an open question are to be told with numbers. */
  isNumbered: boolean
  /** What was looked up, by what was looked for. */
  found: Map<string, Candidate[]>
  /** Words that no product has. */
  strange: Set<string>
}

export function beginTalk(turn: Turn): Talk {
  const topic = readTopic(turn.memory)
  const { asked, contents } = topic
  Object.assign(topic, { asked: undefined, contents: [] })
  return {
    turn,
    topic,
    say: phrases[turn.memory.language ?? 'en'],
    asked,
    before: { contents },
    answers: [],
    done: [],
    notes: [],
    isOrdering: false,
    touched: [],
    waitedNow: [],
    understood: false,
    changed: false,
    introduced: false,
    greeted: false,
    restates: false,
    isMore: false,
    isLong: false,
    isWishing: false,
    isFeeAdded: false,
    isPriced: false,
    isNumbered: false,
    found: new Map(),
    strange: new Set(),
  }
}

export function endTalk({ turn, topic, touched }: Talk): void {
  if (touched.length > 0) Object.assign(topic, { last: [...new Set(touched)], shown: [] })
  keepTopic(turn.memory, topic)
}

/** A yes now would place the order that was read back, so nothing else may be asked with yes and no. */
export function awaitsYes({ turn, isOrdering }: Talk): boolean {
  const { readBack, name, phone, cart } = turn.memory
  return cart.length > 0 && (readBack !== null || (name !== null && phone !== null && isOrdering))
}

export function answer(talk: Talk, text: string): void {
  talk.understood = true
  if (!talk.answers.includes(text)) talk.answers.push(text)
}

export function offerPerson(talk: Talk, text: string): void {
  if (awaitsYes(talk)) answer(talk, talk.say.writePerson)
  else {
    answer(talk, text)
    talk.topic.asked = { kind: 'person' }
  }
}

export async function giveToPerson(talk: Talk, reason: string, text: string): Promise<void> {
  await use(talk.turn, handOver, { reason: `${reason} “${heardText(talk.turn).slice(0, 200)}”` })
  talk.topic.misses = 0
  answer(talk, text)
}

export async function cartOf({ turn }: Talk): Promise<ShownCart> {
  const cart = await use(turn, showCart, {})
  return isRefused(cart) ? { lines: [], total: 0, name: null, phone: null, fulfilment: null } : cart
}
