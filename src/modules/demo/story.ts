import type { PastCall } from '../calls/index.ts'
import type { PastStep } from '../orders/index.ts'

/** What happened in the demo shop's past week. Times are the shop's own (UTC+8). */
export interface Happening {
  customer: { name?: string; phone?: string }
  /** When it began, counted back from now. */
  daysAgo: number
  /** HH:MM */
  at: string
  /** Of a call, in seconds: until it was answered or given up, and from the answer to its end. */
  rings?: number
  talks?: number
  messages?: Message[]
  order?: StoryOrder
}

export interface Story extends Happening {
  channel: 'website' | 'whatsapp' | 'telegram'
  status: 'open' | 'pending' | 'closed'
  handler: 'ai' | 'human'
  labels: string[]
  summary: string | null
  messages: Message[]
  notes?: string[]
}

/** A phone call; what was said begins with its answer. */
export interface StoryCall
  extends Happening,
    Pick<PastCall, 'direction' | 'status' | 'variables' | 'labels' | 'summary'> {
  customer: { name: string; phone: string }
  rings: number
  talks: number
  messages: Message[]
  /** Who had the agent ring. */
  placedBy?: 'team' | 'till'
}

/** Who spoke and how many seconds after the one before. */
export type Message = [who: 'customer' | 'agent' | 'team', secondsLater: number, text: string]

/** An order that the team took by itself. */
export interface CounterOrder extends Happening {
  customer: { name: string; phone: string }
  order: StoryOrder
}

export interface StoryOrder {
  lines: StoryLine[]
  /** How long it waits for payment, in minutes. Whoever pays on delivery has until then. */
  payWithin: number
  /** Minutes since the beginning; before it when the story is about an order that was there already. */
  steps: [minute: number, action: PastStep['action'], by: By][]
}

export interface StoryLine {
  quantity: number
  /** The external id of a variant, or of a product that has none. */
  item: string
  note?: string
  /** Ringgit, where the team made a price of its own. */
  price?: number
}

/** The till reports with the shop's key; the customer pays at the payment page. */
export type By = 'agent' | 'team' | 'till' | 'customer' | 'system'
