import { type Queryable, within } from '../../platform/db/index.ts'
import { HttpError } from '../../platform/http/index.ts'
import { isOpenAt } from '../agents/index.ts'
import { lockConversation } from '../conversations/index.ts'
import { findOrder, type NewOrder, type Order, placeOrder } from '../orders/index.ts'
import { heardText, type Thought, type Turn, TurnLost } from './brain.ts'
import { type Cart, fingerprint, type ShownLine, sameThing, viewCart } from './cart.ts'
import { withFulfilment } from './fulfilment.ts'
import * as store from './store.ts'
import { languageOf, words } from './words.ts'
import { isPlainYes } from './yes.ts'

/*
 * Where an order is read back and placed. No brain has a tool for either: as soon as lines, name and phone are known the
 * desk reads them back, and a plain yes to exactly what was read back places the order. So nothing that anybody writes into
 * a product, a document or a message can place one.
 */

/** Places what was read back when the customer says yes; otherwise the brain has the word. */
export async function confirm(turn: Turn): Promise<Thought | undefined> {
  const { memory, db, agent } = turn
  const again = await placedBefore(turn)
  if (again) return { replies: [say(turn).placed(again)] }
  if (memory.readBack === null || !isPlainYes(heardText(turn))) return undefined
  const cart = await viewCart(db, agent.id, memory.cart)
  if (fingerprint(cart, memory) !== memory.readBack) return readAgain(turn, cart)
  return place(turn, cart)
}

/** Reads the order back as soon as everything is known and it was not read back like this; nothing else is asked then. */
export async function readBack(turn: Turn, thought: Thought): Promise<Thought> {
  const { memory, db, agent } = turn
  const { name, phone } = memory
  if (turn.handOver || memory.cart.length === 0 || name === null || phone === null) {
    memory.readBack = null
    return thought
  }
  const cart = await viewCart(db, agent.id, memory.cart)
  if (cart.lines.length === 0 || cart.gone.length > 0) {
    memory.readBack = null
    return thought
  }
  const print = fingerprint(cart, memory)
  if (print === memory.readBack) return reminding(turn, thought)
  memory.readBack = print
  const isClosed = isOpenAt(agent.opening_hours, agent.time_zone, turn.now) === false
  const question = say(turn).readBack({ cart, name, phone, fulfilment: memory.fulfilment, isClosed })
  return { replies: [thought.aside ? `${thought.aside}\n\n${question}` : question] }
}

/** Something else was talked about: a yes that comes next must still be a yes to the order, and to nothing else. */
function reminding(turn: Turn, thought: Thought): Thought {
  if (thought.replies.some((reply) => /\b(YES|YA)\b/.test(reply))) return thought
  if (thought.replies.some((reply) => reply.includes('?'))) {
    // The brain asks something itself; the order is read back again when that is settled.
    turn.memory.readBack = null
    return thought
  }
  return { ...thought, replies: [...thought.replies, say(turn).confirm] }
}

async function place(turn: Turn, cart: Cart): Promise<Thought> {
  const { memory, db, agent, conversation, terms } = turn
  const on = turn.heard.at(-1)?.at as string
  try {
    const order = await db.transaction(async (tx) => {
      await holdTurn(tx, turn)
      const actor = { kind: 'agent', id: null } as const
      const context = { db: within(tx), workspaceId: agent.workspace_id, agentId: agent.id, actor }
      const placed = await placeOrder(context, terms, orderOf(turn, cart))
      // A sync may have come between the look at the prices and the order.
      if (placed.total_sen !== cart.total_sen) throw new PriceChanged()
      const after = {
        ...memory,
        cart: [],
        fulfilment: null,
        readBack: null,
        placed: { orderId: placed.id, on },
        topic: {},
      }
      // In the order's own transaction: whoever takes this turn up again finds it placed.
      await store.saveMemory(tx, agent.id, conversation.id, after)
      return { placed, after }
    })
    Object.assign(memory, order.after)
    return { replies: [say(turn).placed(order.placed)] }
  } catch (error) {
    if (error instanceof PriceChanged) return readAgain(turn, await viewCart(db, agent.id, memory.cart))
    if (!(error instanceof HttpError) || error.body.error !== 'out_of_stock') throw error
    return offerRest(turn, shortages(error, cart))
  }
}

/** Fewer are left than were asked for: what there is of it is read back instead. */
async function offerRest(turn: Turn, short: Shortage[]): Promise<Thought> {
  const { memory } = turn
  memory.readBack = null
  for (const { line, available } of short) {
    let left = available
    memory.cart = memory.cart.flatMap((one) => {
      if (!sameThing(one, line)) return one
      const quantity = Math.min(one.quantity, left)
      left -= quantity
      return quantity > 0 ? { ...one, quantity } : []
    })
  }
  const named = new Map(short.map(({ line, available }) => [line.name, { name: line.name, available }]))
  const aside = say(turn).soldOut([...named.values()])
  return readBack(turn, { replies: [aside], aside })
}

class PriceChanged extends Error {}

/** Until commit nobody else can take the turn or the conversation over; throws when somebody has. */
async function holdTurn(tx: Queryable, { agent, conversation, claim }: Turn): Promise<void> {
  const now = await lockConversation(tx, agent.id, conversation.id)
  const ours = await store.lockClaim(tx, agent.id, conversation.id, claim)
  if (now?.handler !== 'ai' || !ours) throw new TurnLost()
}

function orderOf({ memory, conversation }: Turn, cart: Cart): NewOrder {
  return {
    conversation_id: conversation.id,
    customer: { name: memory.name as string, phone: memory.phone as string },
    lines: withFulfilment(cart.lines, memory.fulfilment).map((line) => ({
      source: line.source,
      product_external_id: line.product_external_id,
      variant_external_id: line.variant_external_id,
      quantity: line.quantity,
      special_instructions: line.special_instructions,
    })),
  }
}

/** This very yes placed an order before the turn was cut off. */
async function placedBefore({ memory, heard, db, agent }: Turn): Promise<Order | undefined> {
  if (memory.placed === null || memory.placed.on !== heard.at(-1)?.at) return undefined
  return findOrder(db, agent.id, memory.placed.orderId)
}

/** A price or the stock of the shelf changed between the question and the yes: the customer is asked once more. */
async function readAgain(turn: Turn, cart: Cart): Promise<Thought> {
  turn.memory.readBack = null
  turn.memory.cart = turn.memory.cart.filter((line) => !cart.gone.some((one) => one.line === line))
  const asked = await readBack(turn, { replies: [] })
  return { replies: [`${say(turn).changed}\n${asked.replies.join('\n')}`.trim()] }
}

interface Shortage {
  line: ShownLine
  available: number
}

function shortages(error: HttpError, cart: Cart): Shortage[] {
  return (error.body.details ?? []).flatMap((problem) => {
    const line = cart.lines[Number(/\d+/.exec(problem.path)?.[0] ?? 0)]
    return line ? { line, available: Number(problem.available ?? 0) } : []
  })
}

function say({ memory }: Turn) {
  return words[languageOf(memory)]
}
