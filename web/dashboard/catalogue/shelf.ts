import type { Item } from '../api/client.ts'
import { ringgit } from '../ui/format.tsx'

export type Product = Item<'GET /products/:id'>
export type Variant = Product['variants'][number]

/** From here down a shop wants to know. */
const FEW = 5

/** What it costs, from the cheapest variant to the dearest; undefined when it has no price. */
export function priceOf({ price, variants }: Product): string | undefined {
  const prices = variants.length > 0 ? variants.map((one) => one.price) : [price]
  const known = prices.filter((one) => one !== null)
  if (known.length === 0) return undefined
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return least === most ? ringgit(least) : `${ringgit(least)} – ${ringgit(most)}`
}

export interface Level {
  /** Null: not counted, or not all of it is. */
  stock: number | null
  held: number
  available: number | null
}

/** A product with variants is sold by variant: theirs together. */
export function levelOf(product: Product): Level {
  if (product.variants.length === 0) return product
  return product.variants.reduce<Level>(
    (all, one) => ({
      stock: all.stock === null || one.stock === null ? null : all.stock + one.stock,
      held: all.held + one.held,
      available: all.available === null || one.available === null ? null : all.available + one.available,
    }),
    { stock: 0, held: 0, available: 0 },
  )
}

export type Shortage = { kind: 'none' } | { kind: 'some'; count: number } | { kind: 'few'; count: number }

/** Whether it is sold out, some of its variants are, or little is left. */
export function shortageOf(product: Product): Shortage | undefined {
  const offers = product.variants.length > 0 ? product.variants.filter((one) => one.is_active) : [product]
  const counted = offers.flatMap(({ available }) => (available === null ? [] : [available]))
  const out = counted.filter((one) => one === 0).length
  if (offers.length > 0 && out === offers.length) return { kind: 'none' }
  if (out > 0) return { kind: 'some', count: out }
  const least = Math.min(...counted)
  return least <= FEW ? { kind: 'few', count: least } : undefined
}
