import { z } from 'zod'
import { isUuid } from '../../../lib/ids.ts'
import { toRinggit } from '../../../lib/money.ts'
import { toE164 } from '../../../lib/phone.ts'
import { offersOf, type Wanted, wantedById } from '../../catalogue/index.ts'
import type { Turn } from '../brain.ts'
import { MOST_LINES, MOST_PIECES, piecesOf, sameLine, viewCart } from '../cart.ts'
import type { CartLine, Fulfilment } from '../memory.ts'
import { type Refused, tool } from '../tool.ts'

/** The cart as the agent sees it after each change. */
export interface ShownCart {
  lines: {
    line: number
    name: string
    quantity: number
    unit_price: number
    special_instructions: string | null
  }[]
  total: number
  name: string | null
  phone: string | null
  fulfilment: Fulfilment | null
}

const quantity = z.int().min(1).max(MOST_PIECES)
const instructions = z.string().trim().max(300)
const lineNumber = z.int().min(1).describe('Number of the line, from 1')

export const addToCart = tool({
  name: 'add_to_cart',
  description:
    'Put something into the order. `item` is the id of a product, or of a variant when it has variants. Nothing is ordered by this.',
  input: z.object({ item: z.string(), quantity, special_instructions: instructions.optional() }),
  run: async (turn, { item, quantity, special_instructions }) => {
    const wanted = isUuid(item) ? await wantedById(turn.db, turn.agent.id, item) : undefined
    if (!wanted) return refuse('not_found')
    const line = { ...wanted, quantity, special_instructions: special_instructions || null }
    const fault = await faultOf(turn, line, quantity)
    if (fault) return fault
    const { cart } = turn.memory
    const same = cart.find((one) => sameLine(one, line))
    if (same) same.quantity += quantity
    else if (cart.length >= MOST_LINES) return refuse('too_many_lines', { most: MOST_LINES })
    else cart.push(line)
    return show(turn)
  },
})

export const changeLine = tool({
  name: 'change_cart_line',
  description:
    'Change how many, which product or variant, or the special instructions of a line. Only what is given changes.',
  input: z.object({
    line: lineNumber,
    quantity: quantity.optional(),
    item: z.string().optional(),
    special_instructions: instructions.nullable().optional(),
  }),
  run: async (turn, change) => {
    const { cart } = turn.memory
    const before = cart[change.line - 1]
    if (!before) return refuse('no_such_line')
    const other = change.item === undefined ? {} : await otherThing(turn, change.item)
    if (!other) return refuse('not_found')
    const after: CartLine = {
      ...before,
      ...other,
      quantity: change.quantity ?? before.quantity,
      special_instructions:
        change.special_instructions === undefined
          ? before.special_instructions
          : change.special_instructions || null,
    }
    cart.splice(change.line - 1, 1)
    const fault = await faultOf(turn, after, after.quantity)
    cart.splice(change.line - 1, 0, fault ? before : after)
    return fault ?? show(turn)
  },
})

export const removeLine = tool({
  name: 'remove_cart_line',
  description: 'Take a line out of the order; without a number all of them.',
  input: z.object({ line: lineNumber.optional() }),
  run: async (turn, { line }) => {
    const { cart } = turn.memory
    if (line === undefined) cart.length = 0
    else if (!cart[line - 1]) return refuse('no_such_line')
    else cart.splice(line - 1, 1)
    return show(turn)
  },
})

export const showCart = tool({
  name: 'show_cart',
  description: 'See the order as it stands, with prices and total.',
  input: z.object({}),
  run: (turn) => show(turn),
})

export const setCustomer = tool({
  name: 'set_customer',
  description: 'Note the name and phone number the customer gave for the order.',
  input: z.object({
    name: z.string().trim().min(1).max(200).optional(),
    phone: z.string().max(40).optional(),
  }),
  run: async (turn, { name, phone }) => {
    const number = phone === undefined ? undefined : toE164(phone)
    if (phone !== undefined && !number) return refuse('not_a_phone_number')
    if (name !== undefined) turn.memory.name = name
    if (number !== undefined) turn.memory.phone = number
    return show(turn)
  },
})

export const setFulfilment = tool({
  name: 'set_fulfilment',
  description:
    'Note how the customer gets the order, in their own words: delivery to an address, or pick-up, and when. Only what is given changes; `none` takes it back.',
  input: z.object({
    kind: z.enum(['delivery', 'pickup', 'none']).optional(),
    address: z.string().trim().min(1).max(300).optional(),
    time: z.string().trim().min(1).max(80).optional(),
  }),
  run: async (turn, { kind, address, time }) => {
    const before = turn.memory.fulfilment
    const now = kind ?? (address === undefined ? before?.kind : 'delivery') ?? null
    turn.memory.fulfilment =
      now === 'none'
        ? null
        : {
            kind: now,
            // Who comes for it has no need of an address.
            address: now === 'pickup' ? null : (address ?? before?.address ?? null),
            time: time ?? before?.time ?? null,
          }
    return show(turn)
  },
})

async function show({ db, agent, memory }: Turn): Promise<ShownCart> {
  const { lines, total_sen, gone } = await viewCart(db, agent.id, memory.cart)
  // What can no longer be sold is no longer ordered.
  memory.cart = memory.cart.filter((line) => !gone.some((one) => one.line === line))
  return {
    lines: lines.map(({ name, quantity, unit_price_sen, special_instructions }, i) => ({
      line: i + 1,
      name,
      quantity,
      unit_price: toRinggit(unit_price_sen),
      special_instructions,
    })),
    total: toRinggit(total_sen),
    name: memory.name,
    phone: memory.phone,
    fulfilment: memory.fulfilment,
  }
}

async function otherThing({ db, agent }: Turn, item: string): Promise<Wanted | undefined> {
  return isUuid(item) ? wantedById(db, agent.id, item) : undefined
}

/** Why so many of it cannot be had beside what is in the cart already; undefined when they can. */
async function faultOf(turn: Turn, line: CartLine, more: number): Promise<Refused | undefined> {
  const [offer] = await offersOf(turn.db, turn.agent.id, [line])
  if (!offer) return refuse('not_found')
  if ('fault' in offer) return refuse(offer.fault)
  const pieces = piecesOf(turn.memory.cart, line) + more
  if (pieces > MOST_PIECES) return refuse('too_many', { most: MOST_PIECES })
  if (offer.available !== null && pieces > offer.available)
    return refuse('out_of_stock', { name: offer.sku.name, available: offer.available })
  return undefined
}

function refuse(error: string, facts: Record<string, unknown> = {}): Refused {
  return { error, ...facts }
}
