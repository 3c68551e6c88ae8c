import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Source } from '../catalogue/index.ts'

export const languages = ['en', 'ms'] as const
export type Language = (typeof languages)[number]

export interface CartLine {
  source: Source
  product_external_id: string
  variant_external_id: string | null
  quantity: number
  special_instructions: string | null
}

/** How the customer gets the order, in their own words. */
export interface Fulfilment {
  /** Null when only the time was said. */
  kind: 'delivery' | 'pickup' | null
  address: string | null
  time: string | null
}

/** What is kept of a conversation from one turn to the next. Prices are not: they are the catalogue's. */
export interface Memory {
  language: Language | null
  cart: CartLine[]
  /** As the customer gave them, or the channel did. */
  name: string | null
  phone: string | null
  fulfilment: Fulfilment | null
  /** What was read back and waits for a yes: a fingerprint of lines, prices, name, phone and how it is got. */
  readBack: string | null
  /** The order placed last, and the customer's message that confirmed it. */
  placed: { orderId: Uuid; on: Timestamp } | null
  /** Whatever a brain needs to understand the next message, such as what it asked last. */
  topic: Record<string, unknown>
}

export function emptyMemory(): Memory {
  return {
    language: null,
    cart: [],
    name: null,
    phone: null,
    fulfilment: null,
    readBack: null,
    placed: null,
    topic: {},
  }
}
