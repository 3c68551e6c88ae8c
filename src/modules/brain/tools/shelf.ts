import { z } from 'zod'
import { toRinggit } from '../../../lib/money.ts'
import { shortened } from '../../../lib/text.ts'
import {
  categoriesOf,
  forSale,
  type ProductRow,
  pickProducts,
  readProducts,
  searchProducts,
} from '../../catalogue/index.ts'
import { soldLately } from '../../orders/index.ts'
import { tool } from '../tool.ts'

/** A product as the agent sees it: only what any customer may know. */
export interface Shown {
  /** What `add_to_cart` takes; of a product with variants only their own ids can be ordered. */
  id: string
  name: string
  category: string | null
  description: string | null
  price: number | null
  /** Null: as many as you like. */
  available: number | null
  variants: { id: string; name: string; price: number | null; available: number | null }[]
}

const MOST_FOUND = 10
const MOST_SUGGESTED = 60
const MOST_CATEGORIES = 30
const LONGEST_DESCRIPTION = 300

export const searchCatalogue = tool({
  name: 'search_catalogue',
  description:
    'Find products for sale by words of their name. Gives ids, prices in ringgit and what is left.',
  input: z.object({ words: z.string().max(300), limit: z.int().min(1).max(MOST_FOUND).default(5) }),
  run: async ({ db, agent }, { words, limit }) => {
    const rows = await searchProducts(db, agent.id, { words, limit, forSale: true })
    return { products: rows.map(show) }
  },
})

export const browseCatalogue = tool({
  name: 'browse_catalogue',
  description: 'List the categories, and products of one category or of all.',
  input: z.object({ category: z.string().max(300).optional(), limit: z.int().min(1).max(30).default(12) }),
  run: async ({ db, agent }, { category, limit }) => {
    const found = await forSale(db, agent.id, { category, limit })
    const products = await readProducts(
      db,
      agent.id,
      found.map(({ id }) => id),
    )
    return { categories: await categoriesOf(db, agent.id, MOST_CATEGORIES), products: products.map(show) }
  },
})

export const recommendProducts = tool({
  name: 'recommend_products',
  description:
    'What to recommend: what sold most lately and can be had, otherwise something of each category; or the cheapest or dearest. `words`: any of these in name, category or description. `at_most`: ringgit.',
  input: z.object({
    words: z.string().max(300).default(''),
    at_most: z.number().min(0).max(1_000_000).optional(),
    by: z.enum(['popular', 'cheapest', 'dearest']).default('popular'),
    limit: z.int().min(1).max(MOST_SUGGESTED).default(4),
  }),
  run: async ({ db, agent }, { words, at_most, by, limit }) => {
    const pick = {
      words: words.split(/\s+/).filter(Boolean),
      mostSen: at_most === undefined ? undefined : Math.round(at_most * 100),
      by: by === 'popular' ? ('spread' as const) : by,
      // Some of them may be fees.
      limit: limit + MOST_FOUND,
    }
    const sold = by === 'popular' ? await soldLately(db, agent.id, MOST_SOLD) : []
    const among = { ...pick, described: true, among: sold, limit: MOST_SOLD }
    const there = sold.length === 0 ? [] : await pickProducts(db, agent.id, among)
    const liked = sold.flatMap((id) => there.find((row) => row.id === id) ?? [])
    const chosen = liked.filter(isRecommendable)
    // A description may speak of anything, so that names come first.
    for (const described of [false, true]) {
      if (chosen.length >= limit) break
      const rows = await pickProducts(db, agent.id, { ...pick, described })
      chosen.push(...rows.filter((row) => isRecommendable(row) && !chosen.some(({ id }) => id === row.id)))
    }
    const popular = chosen.slice(0, limit).filter((row) => liked.includes(row)).length
    return { products: chosen.slice(0, limit).map(show), popular }
  },
})

const MOST_SOLD = 30
const FEES =
  /\b(?:delivery|penghantaran|postage|pos|shipping|courier|kurier|caj|charge|surcharge|fee|fees|bayaran|deposit|voucher|baucar|service|servis|catering|katering|packaging|plastic bag|plastik)\b/i

/** Nobody comes for a fee. */
function isRecommendable({ name }: ProductRow): boolean {
  return !FEES.test(name)
}

function show(row: ProductRow): Shown {
  const variants = row.variants.filter(({ is_active }) => is_active)
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    description: row.description === null ? null : shortened(row.description, LONGEST_DESCRIPTION),
    ...offer(row),
    variants: variants.map((variant) => ({ id: variant.id, name: variant.name, ...offer(variant) })),
  }
}

function offer({ price_sen, on_hand, held }: Pick<ProductRow, 'price_sen' | 'on_hand' | 'held'>) {
  return {
    price: price_sen === null ? null : toRinggit(price_sen),
    available: on_hand === null ? null : Math.max(0, on_hand - held),
  }
}
