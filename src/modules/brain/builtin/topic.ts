import type { Memory } from '../memory.ts'
import type { Candidate, Meeting } from './match.ts'

/** What the brain keeps in mind between two messages. */
export interface Topic {
  /** The question that waits for an answer. */
  asked?: Asked | undefined
  /** What was ordered and is not clear yet: which product, or which variant. */
  waiting: Waiting[]
  /** Ordered beside what waits; it goes into the cart together with that. */
  kept: Meeting[]
  /** Who the customer is, while something of the order is unclear: known, it would be read back without that. */
  contact?: { name?: string; phone?: string } | undefined
  /** How often in a row nothing was understood. */
  misses: number
  /** Numbers of the lines touched last. */
  last: number[]
  /** The id of what is in each line, by how the line names it. */
  items: Record<string, string>
  /** What was spoken of last without being ordered. */
  shown: Shown[]
  /** What was asked to be in something or not: the next thing may be asked about in the same way. */
  contents: string[]
  /** What the customer must not eat. */
  avoid: string[]
}

/** A product that was spoken of, and which variant of it. */
export interface Shown extends Candidate {
  chosen?: string | undefined
  /** So many were asked about. */
  quantity?: number | undefined
}

export type Asked =
  | { kind: 'contact' }
  | { kind: 'person' }
  | { kind: 'clear' }
  | { kind: 'change' }
  | { kind: 'category' }
  | { kind: 'cancel'; order: string }
  | { kind: 'fewer'; item: string; quantity: number; note: string }
  | { kind: 'quantity'; meeting: Meeting }
  /** Of several lines, which: the answer completes what was said. */
  | { kind: 'again'; text: string }

export interface Waiting {
  /** One: its variant is asked, or whether it was meant at all. Several: which one. */
  meetings: Meeting[]
  /** It was only a guess. */
  guessed: boolean
  /** As the customer called it. */
  said?: string | undefined
  /** The line it takes the place of. */
  line?: number | undefined
}

export function variantsShown({ variants, chosen }: Shown): Shown['variants'] {
  return chosen === undefined ? variants : variants.filter(({ id }) => id === chosen)
}

const MOST_SHOWN = 8
const MOST_WAITING = 10

export function readTopic({ topic }: Memory): Topic {
  return {
    waiting: [],
    kept: [],
    misses: 0,
    last: [],
    items: {},
    shown: [],
    contents: [],
    avoid: [],
    ...(topic as Partial<Topic>),
  }
}

export function keepTopic(memory: Memory, topic: Topic): void {
  const { shown, waiting } = topic
  memory.topic = JSON.parse(
    JSON.stringify({
      ...topic,
      shown: shown.slice(0, MOST_SHOWN).map((product) => ({ ...product, description: null })),
      waiting: waiting.slice(0, MOST_WAITING),
    }),
  )
}
