import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Shows } from '../conversations/index.ts'
import type { Turn } from './brain.ts'
import {
  addToCart,
  browseCatalogue,
  changeLine,
  removeLine,
  type Shown,
  searchCatalogue,
} from './tools/index.ts'

const MOST_PRODUCTS = 4
const looks = [searchCatalogue.name, browseCatalogue.name]
/** Somebody who is ordering wants to get on with it, not to look around. */
const orders = [addToCart.name, changeLine.name, removeLine.name]

/**
 * What a channel with more than words shows below the last reply: the order just placed, otherwise the products it talks
 * about, taken from what was looked up for it. No brain has a say in it.
 */
export function showsOf(turn: Turn, answeredUntil: Timestamp, replies: string[]): Shows | undefined {
  const { placed } = turn.memory
  if (placed?.on === answeredUntil) return { order: placed.orderId }
  if (turn.isBare || turn.memory.readBack !== null || turn.actions.some(({ tool }) => orders.includes(tool)))
    return undefined
  const words = replies.join('\n').toLowerCase()
  const found = turn.actions
    .filter(({ tool }) => looks.includes(tool))
    .flatMap(({ result }) => (result as { products?: Shown[] }).products ?? [])
  const named = new Set<Uuid>()
  for (const { id, name } of found) if (words.includes(name.toLowerCase())) named.add(id)
  return named.size === 0 ? undefined : { products: [...named].slice(0, MOST_PRODUCTS) }
}
