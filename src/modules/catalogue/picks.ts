import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import { type ProductRow, readProducts } from './listing.ts'
import { wordsIn } from './words.ts'

export interface Pick {
  /** Any of these is in its name, category or variants; without words everything. */
  words: string[]
  /** Or in its description. */
  described?: boolean
  mostSen?: Sen | undefined
  /** Of these only. */
  among?: Uuid[] | undefined
  /** `spread`: one of each category, then the next of each, as the shop listed them. */
  by: 'cheapest' | 'dearest' | 'spread'
  limit: number
}

/** What can be bought right now, for somebody who does not know what yet. A product's price is that of its cheapest variant. */
export async function pickProducts(
  db: Queryable,
  agentId: Uuid,
  { words, described, mostSen, among, by, limit }: Pick,
): Promise<ProductRow[]> {
  const query = wordsIn(words.join(' '))
    .map((word) => `'${word}'`)
    .join(' | ')
  const having = sql`
    and p.agent_id::text = ${agentId}
    and ${described ? TEXTS : NAMES} @@ to_tsquery('simple', ${query})`
  const picked = await db.rows<{ id: Uuid }>(sql`
    select id from (
      select p.id, case when v.variants > 0 then v.price_sen
                        when p.on_hand is null or p.on_hand > p.held then p.price_sen end as price_sen,
             row_number() over (partition by lower(p.category) order by (p.description is null), p.id) as nth
        from products p cross join lateral (
          select count(*) filter (where v.is_active) as variants,
                 min(coalesce(v.price_sen, p.price_sen))
                   filter (where v.is_active and (v.on_hand is null or v.on_hand > v.held)) as price_sen
            from variants v
           where v.agent_id = p.agent_id and v.product_id = p.id and v.removed_at is null) v
       where p.agent_id = ${agentId} and p.is_active and p.archived_at is null
         ${among === undefined ? nothing : sql`and p.id = any(${among}::uuid[])`}
         ${query === '' ? nothing : having}) offered
     where price_sen is not null ${mostSen === undefined ? nothing : sql`and price_sen <= ${mostSen}`}
     order by ${ORDER[by]}, id limit ${limit}`)
  return readProducts(
    db,
    agentId,
    picked.map(({ id }) => id),
  )
}

const NAMES = sql`product_names(p.name, p.category, p.sku, p.variant_words)`
const TEXTS = sql`product_texts(p.name, p.category, p.sku, p.variant_words, p.description)`

const ORDER = {
  cheapest: sql`price_sen`,
  dearest: sql`price_sen desc`,
  spread: sql`nth`,
}
