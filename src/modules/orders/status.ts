export const statuses = ['pending_payment', 'paid', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof statuses)[number]

/** Where the stock of a line is: set aside, gone to the customer, or back on sale. */
export type StockState = 'held' | 'taken' | 'free'

/** What a report did to stock, in the specification's words. */
export type StockEvent = 'store_ack' | 'released' | 'returned' | 'reserved'

const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending_payment: ['paid', 'cancelled', 'refunded'],
  paid: ['cancelled', 'refunded'],
  // Money that comes late is still money.
  cancelled: ['paid', 'refunded'],
  refunded: ['cancelled'],
}

export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return MOVES[from].includes(to)
}

/** Stock follows from two facts alone: an order that is off frees it, one the store has taken over takes it. */
export function stockOf(status: OrderStatus, acknowledged: boolean): StockState {
  if (status === 'cancelled' || status === 'refunded') return 'free'
  return acknowledged ? 'taken' : 'held'
}

interface StockStep {
  /** Per unit: what is added to `held` and to our copy of `on_hand`. */
  held: -1 | 0 | 1
  onHand: -1 | 0 | 1
  event?: StockEvent
}

const STEPS: Record<`${StockState} ${StockState}`, StockStep | undefined> = {
  'held held': undefined,
  'taken taken': undefined,
  'free free': undefined,
  'held taken': { held: -1, onHand: -1 },
  'held free': { held: -1, onHand: 0, event: 'released' },
  'taken free': { held: 0, onHand: 1, event: 'returned' },
  'free held': { held: 1, onHand: 0, event: 'reserved' },
  'free taken': { held: 0, onHand: -1, event: 'reserved' },
  // Nothing takes an acknowledgement back.
  'taken held': undefined,
}

export function stockStep(from: StockState, to: StockState): StockStep | undefined {
  return STEPS[`${from} ${to}`]
}
