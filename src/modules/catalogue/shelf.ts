import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import { type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import { shareCatalogue } from './lock.ts'
import type { Source } from './sources.ts'

/** What can be put into an order: a variant, or a product that has no active variants. */
export interface Sku {
  product_id: Uuid
  variant_id: Uuid | null
  product_external_id: string
  variant_external_id: string | null
  name: string
  sku: string | null
  price_sen: Sen
}

export interface Wanted {
  source: Source
  product_external_id: string
  variant_external_id: string | null
}

export type NotSold =
  | 'product_not_found'
  | 'variant_not_found'
  | 'variant_required'
  | 'not_for_sale'
  | 'price_on_request'

export type Found = { sku: Sku } | { fault: NotSold }

/** What each wanted thing is, in the order asked, as it is sold at this moment. */
export async function findSkus(db: Queryable, agentId: Uuid, wanted: Wanted[]): Promise<Found[]> {
  const rows = await db.rows<SkuRow>(sql`
    select p.id as product_id, p.name as product_name, p.sku as product_sku, p.price_sen as product_price, p.is_active,
           v.id as variant_id, v.name as variant_name, v.sku as variant_sku, v.price_sen as variant_price,
           v.is_active as variant_active,
           exists (select from variants other
                    where other.agent_id = p.agent_id and other.product_id = p.id and other.is_active
                      and other.removed_at is null) as has_variants
      from unnest(${wanted.map((one) => one.source)}::text[], ${wanted.map((one) => one.product_external_id)}::text[],
                  ${wanted.map((one) => one.variant_external_id)}::text[])
           with ordinality as w (source, product_external_id, variant_external_id, n)
      left join products p
        on p.agent_id = ${agentId} and p.source = w.source and p.external_id = w.product_external_id
       and p.archived_at is null
      left join variants v
        on v.agent_id = p.agent_id and v.source = w.source and v.external_id = w.variant_external_id
       and v.product_id = p.id and v.removed_at is null
     order by w.n`)
  return rows.map((row, i) => found(row, wanted[i] as Wanted))
}

interface SkuRow {
  product_id: Uuid | null
  product_name: string
  product_sku: string | null
  product_price: Sen | null
  is_active: boolean
  variant_id: Uuid | null
  variant_name: string
  variant_sku: string | null
  variant_price: Sen | null
  variant_active: boolean
  has_variants: boolean
}

function found(row: SkuRow, { product_external_id, variant_external_id }: Wanted): Found {
  if (row.product_id === null) return { fault: 'product_not_found' }
  if (!row.is_active) return { fault: 'not_for_sale' }
  const ofProduct = { product_id: row.product_id, product_external_id, variant_external_id }
  if (variant_external_id === null) {
    if (row.has_variants) return { fault: 'variant_required' }
    return priced(row.product_price, {
      ...ofProduct,
      variant_id: null,
      name: row.product_name,
      sku: row.product_sku,
    })
  }
  if (row.variant_id === null) return { fault: 'variant_not_found' }
  if (!row.variant_active) return { fault: 'not_for_sale' }
  return priced(row.variant_price ?? row.product_price, {
    ...ofProduct,
    variant_id: row.variant_id,
    name: `${row.product_name} (${row.variant_name})`,
    sku: row.variant_sku ?? row.product_sku,
  })
}

function priced(price: Sen | null, sku: Omit<Sku, 'price_sen'>): Found {
  return price === null ? { fault: 'price_on_request' } : { sku: { ...sku, price_sen: price } }
}

/** Which SKU: the variant when there is one, the product otherwise. */
export interface SkuId {
  product_id: Uuid
  variant_id: Uuid | null
}

/** How many of one SKU go where. `held` and `on_hand` are added to what is there. */
export interface StockMove extends SkuId {
  held: number
  on_hand: number
}

/** One SKU before a move. `available` is null where stock is not tracked. */
export interface Shelf extends SkuId {
  available: number | null
}

/**
 * Locks the SKUs and says how many of each can still be sold. Every order locks in the same sequence, products before
 * variants, each by id: nobody can then wait for somebody who waits for them.
 */
export async function lockShelves(tx: Queryable, agentId: Uuid, skus: SkuId[]): Promise<Shelf[]> {
  await shareCatalogue(tx, agentId)
  const products = skus.filter(({ variant_id }) => variant_id === null).map(({ product_id }) => product_id)
  const variants = skus.flatMap(({ variant_id }) => variant_id ?? [])
  return [
    ...(await lockIn(tx, sql`id as product_id, null::uuid as variant_id`, sql`products`, agentId, products)),
    ...(await lockIn(tx, sql`product_id, id as variant_id`, sql`variants`, agentId, variants)),
  ]
}

async function lockIn(tx: Queryable, key: Sql, table: Sql, agentId: Uuid, ids: Uuid[]): Promise<Shelf[]> {
  if (ids.length === 0) return []
  return tx.rows<Shelf>(sql`
    select ${key}, case when on_hand is null then null else greatest(0, on_hand - held) end as available
      from ${table}
     where agent_id = ${agentId} and id = any(${ids}::uuid[])
     order by id
       for no key update`)
}

/** Moves stock of SKUs that this transaction has locked. Our copy of `on_hand` never falls below zero. */
export async function moveStock(tx: Queryable, agentId: Uuid, moves: StockMove[]): Promise<void> {
  await moveIn(
    tx,
    sql`products`,
    agentId,
    moves.filter(({ variant_id }) => variant_id === null).map((move) => ({ ...move, id: move.product_id })),
  )
  await moveIn(
    tx,
    sql`variants`,
    agentId,
    moves.flatMap((move) => (move.variant_id === null ? [] : { ...move, id: move.variant_id })),
  )
}

async function moveIn(
  tx: Queryable,
  table: Sql,
  agentId: Uuid,
  moves: (StockMove & { id: Uuid })[],
): Promise<void> {
  if (moves.length === 0) return
  await tx.run(sql`
    update ${table} t
       set held = t.held + m.held,
           on_hand = case when t.on_hand is not null
                          then least(2147483647, greatest(0, t.on_hand::bigint + m.on_hand)) end
      from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ held }) => held)}::bigint[],
                  ${moves.map(({ on_hand }) => on_hand)}::bigint[]) as m (id, held, on_hand)
     where t.agent_id = ${agentId} and t.id = m.id`)
}
