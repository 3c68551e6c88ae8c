import { createHash } from 'node:crypto'
import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { type NotSold, offersOf } from '../catalogue/index.ts'
import type { CartLine, Memory } from './memory.ts'

/** A line as the customer would see it now. */
export interface ShownLine extends CartLine {
  name: string
  unit_price_sen: Sen
  /** Null where stock is not tracked. */
  available: number | null
}

export interface Cart {
  lines: ShownLine[]
  total_sen: Sen
  /** Lines that can no longer be sold at all; they are not among the others. */
  gone: { line: CartLine; fault: NotSold }[]
}

export const MOST_LINES = 50
/** More of one thing than any small shop sells at once: a person should hear of it first. */
export const MOST_PIECES = 999

/** The cart with today's names and prices. */
export async function viewCart(db: Queryable, agentId: Uuid, lines: CartLine[]): Promise<Cart> {
  const offers = await offersOf(db, agentId, lines)
  const cart: Cart = { lines: [], total_sen: 0, gone: [] }
  for (const [i, line] of lines.entries()) {
    const offer = offers[i]
    if (!offer || 'fault' in offer) {
      cart.gone.push({ line, fault: offer?.fault ?? 'product_not_found' })
    } else {
      const { name, price_sen: unit_price_sen } = offer.sku
      cart.lines.push({ ...line, name, unit_price_sen, available: offer.available })
      cart.total_sen += unit_price_sen * line.quantity
    }
  }
  return cart
}

/** Two lines are one when they are the same thing made the same way. */
export function sameLine(a: CartLine, b: CartLine): boolean {
  return sameThing(a, b) && (a.special_instructions ?? '') === (b.special_instructions ?? '')
}

export function sameThing(
  a: Pick<CartLine, 'source' | 'product_external_id' | 'variant_external_id'>,
  b: Pick<CartLine, 'source' | 'product_external_id' | 'variant_external_id'>,
): boolean {
  return (
    a.source === b.source &&
    a.product_external_id === b.product_external_id &&
    a.variant_external_id === b.variant_external_id
  )
}

/** How many of the same thing are in the cart, however they are made. */
export function piecesOf(cart: CartLine[], line: CartLine): number {
  return cart.filter((one) => sameThing(one, line)).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Changes when anything changes that the customer said yes to. */
export function fingerprint(
  cart: Cart,
  { name, phone, fulfilment }: Pick<Memory, 'name' | 'phone' | 'fulfilment'>,
): string {
  const lines = cart.lines.map((line) => [
    line.source,
    line.product_external_id,
    line.variant_external_id,
    line.quantity,
    line.special_instructions,
    line.unit_price_sen,
  ])
  // As a list: what is kept as JSON comes back with its keys in another order.
  const got = fulfilment && [fulfilment.kind, fulfilment.address, fulfilment.time]
  return createHash('sha256')
    .update(JSON.stringify([lines, name, phone, got]))
    .digest('base64url')
}
