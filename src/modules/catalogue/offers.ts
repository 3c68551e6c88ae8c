import type { Uuid } from '../../lib/ids.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import { findSkus, type NotSold, type Sku, type Wanted } from './shelf.ts'

/** What is sold at this moment, and how many are left; null where stock is not tracked. */
export type Offer = { sku: Sku; available: number | null } | { fault: NotSold }

/** What each wanted thing is and how many of it can be had, in the order asked. Nothing is held. */
export async function offersOf(db: Queryable, agentId: Uuid, wanted: Wanted[]): Promise<Offer[]> {
  if (wanted.length === 0) return []
  const found = await findSkus(db, agentId, wanted)
  const skus = found.flatMap((one) => ('sku' in one ? one.sku : []))
  const left = await db.rows<{ id: Uuid; available: number | null }>(sql`
    select id, ${LEFT} as available from products
     where agent_id = ${agentId} and id = any(${skus.flatMap((sku) => (sku.variant_id ? [] : sku.product_id))}::uuid[])
    union all
    select id, ${LEFT} from variants
     where agent_id = ${agentId} and id = any(${skus.flatMap((sku) => sku.variant_id ?? [])}::uuid[])`)
  const available = new Map(left.map((row) => [row.id, row.available]))
  return found.map((one) => {
    if ('fault' in one) return one
    return { sku: one.sku, available: available.get(one.sku.variant_id ?? one.sku.product_id) ?? null }
  })
}

/** `greatest` alone would make nothing of what is not counted. */
const LEFT = sql`case when on_hand is not null then greatest(0, on_hand - held) end`

/** How a product or variant of the agent is named when it is ordered; undefined for an id of nobody or another's. */
export function wantedById(db: Queryable, agentId: Uuid, id: Uuid): Promise<Wanted | undefined> {
  return db.row<Wanted>(sql`
    select source, external_id as product_external_id, null as variant_external_id from products
     where agent_id = ${agentId} and id = ${id} and archived_at is null
    union all
    select source, product_external_id, external_id from variants
     where agent_id = ${agentId} and id = ${id} and removed_at is null`)
}

/** The names of all categories with something for sale, and how much; the fullest first. */
export function categoriesOf(
  db: Queryable,
  agentId: Uuid,
  limit: number,
): Promise<{ category: string | null; products: number }[]> {
  return db.rows(sql`
    select category, count(*) as products from products
     where agent_id = ${agentId} and is_active and archived_at is null
     group by category order by count(*) desc, category limit ${limit}`)
}

/** What is for sale, by name; of one category when it is named. */
export function forSale(
  db: Queryable,
  agentId: Uuid,
  { category, limit }: { category?: string | undefined; limit: number },
): Promise<{ id: Uuid }[]> {
  const all = category === undefined
  return db.rows(sql`
    select id from products
     where agent_id = ${agentId} and is_active and archived_at is null and (${all} or lower(category) = lower(${category ?? ''}))
     order by lower(name) collate "C", id limit ${limit}`)
}
