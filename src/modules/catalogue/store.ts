import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import { type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import type { Source } from './sources.ts'

/*
 * Every transaction that changes stock locks products before variants, each by source and external id; whatever writes
 * here goes through its rows in that order, so that syncs and orders cannot deadlock. The statements leave the planner no
 * choice that a table which was empty a moment ago could spoil: an upsert finds its rows by the unique key.
 */

/** One writer of an agent's catalogue at a time: who has which variant cannot change between a look and a write. */
export async function begin(tx: Queryable, agentId: Uuid): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('catalogue ' || ${agentId}::text, 0))`)
}

export interface ProductDocument {
  id: Uuid
  external_id: string
  name: string
  description?: string | null | undefined
  category?: string | null | undefined
  sku?: string | null | undefined
  image_url?: string | null | undefined
  price?: Sen | undefined
  is_active: boolean
  stock?: number | null | undefined
  variant_words?: string | undefined
}

export interface SavedProduct {
  id: Uuid
  external_id: string
}

/** A field that a document does not have is unchanged. A new product has the id of its document, a known one its own. */
export function saveProducts(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  products: ProductDocument[],
): Promise<SavedProduct[]> {
  return tx.rows<SavedProduct>(sql`
    insert into products as p (agent_id, id, source, external_id, name, description, category, sku, image_url, price_sen,
                               is_active, on_hand, variant_words, sent)
    select ${agentId}, id, ${source}, external_id, name, description, category, sku, image_url, price, is_active, stock,
           coalesce(variant_words, ''), sent
      from jsonb_to_recordset(${documents(products)}::jsonb) as given (
             id uuid, external_id text, name text, description text, category text, sku text, image_url text,
             price integer, is_active boolean, stock integer, variant_words text, sent text)
     order by external_id collate "C"
    on conflict (agent_id, source, external_id) do update
       set name = excluded.name,
           description = case when excluded.sent like '%description%' then excluded.description else p.description end,
           category = case when excluded.sent like '%category%' then excluded.category else p.category end,
           sku = case when excluded.sent like '%sku%' then excluded.sku else p.sku end,
           image_url = case when excluded.sent like '%image_url%' then excluded.image_url else p.image_url end,
           price_sen = case when excluded.sent like '%price%' then excluded.price_sen else p.price_sen end,
           is_active = excluded.is_active,
           on_hand = case when excluded.sent like '%stock%' then excluded.on_hand else p.on_hand end,
           variant_words = case when excluded.sent like '%variant_words%' then excluded.variant_words
                                else p.variant_words end,
           sent = excluded.sent,
           archived_at = null,
           updated_at = clock_timestamp()
    returning id, external_id`)
}

export interface VariantDocument {
  id: Uuid
  product_id: Uuid
  external_id: string
  name: string
  sku?: string | null | undefined
  price?: Sen | undefined
  is_active: boolean
  stock?: number | null | undefined
  position: number
  removed?: boolean
}

/** Those that move to another product move; those marked as removed stay for the orders that name them. */
export async function saveVariants(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  variants: VariantDocument[],
): Promise<void> {
  if (variants.length === 0) return
  await tx.run(sql`
    insert into variants as v (agent_id, id, product_id, source, external_id, name, sku, price_sen, is_active, position,
                               on_hand, removed_at, sent)
    select ${agentId}, id, product_id, ${source}, external_id, name, sku, price, is_active, position, stock,
           case when removed then clock_timestamp() end, sent
      from jsonb_to_recordset(${documents(variants)}::jsonb) as given (
             id uuid, product_id uuid, external_id text, name text, sku text, price integer, is_active boolean,
             position integer, stock integer, removed boolean, sent text)
     order by external_id collate "C"
    on conflict (agent_id, source, external_id) do update
       set product_id = excluded.product_id,
           name = excluded.name,
           sku = case when excluded.sent like '%sku%' then excluded.sku else v.sku end,
           price_sen = case when excluded.sent like '%price%' then excluded.price_sen else v.price_sen end,
           is_active = excluded.is_active,
           position = excluded.position,
           on_hand = case when excluded.sent like '%stock%' then excluded.on_hand else v.on_hand end,
           removed_at = excluded.removed_at,
           sent = excluded.sent`)
}

/** What is in a document and what is absent differ; null is in it. */
function documents(list: (ProductDocument | VariantDocument)[]): string {
  return JSON.stringify(
    list.map((one) => ({
      ...one,
      sent: OPTIONAL.filter((field) => one[field as 'sku'] !== undefined).join(' '),
    })),
  )
}

const OPTIONAL = ['description', 'category', 'sku', 'image_url', 'price', 'stock', 'variant_words']

/** A variant that is there already. */
export interface KnownVariant {
  external_id: string
  /** The external id of the product that has it, or had it before it was removed. */
  product: string
  present: boolean
  sku: string | null
}

/** Of these variants those that a product has which is not the expected one, and those with a SKU that stays. */
export function knownVariants(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  expected: Record<string, { product: string | null; keepsSku: boolean }>,
): Promise<KnownVariant[]> {
  return tx.rows<KnownVariant>(sql`
    select v.external_id, p.external_id as product, v.removed_at is null as present, v.sku
      from variants v
      join products p on p.id = v.product_id
      cross join lateral (select ${JSON.stringify(expected)}::jsonb -> v.external_id as it) expected
     where v.agent_id = ${agentId} and v.source = ${source} and v.external_id = any(${Object.keys(expected)}::text[])
       and (v.removed_at is null and p.external_id is distinct from expected.it ->> 'product'
            or v.sku is not null and (expected.it -> 'keepsSku')::boolean)`)
}

/** Present variants of these products beside the named ones, as documents that remove them. */
export function leftOut(
  tx: Queryable,
  agentId: Uuid,
  products: Uuid[],
  named: string[],
): Promise<VariantDocument[]> {
  // An object, because looking into a list goes through all of it.
  const isNamed = JSON.stringify(Object.fromEntries(named.map((external_id) => [external_id, 1])))
  return tx.rows<VariantDocument>(sql`
    select id, product_id, external_id, name, is_active, position, true as removed
      from variants
     where agent_id = ${agentId} and product_id = any(${products}::uuid[])
       and removed_at is null and not ${isNamed}::jsonb ? external_id`)
}

export async function addWords(tx: Queryable, agentId: Uuid, words: string[]): Promise<void> {
  if (words.length === 0) return
  await tx.run(sql`
    insert into catalogue_words (agent_id, word)
    select ${agentId}, lower(word) from unnest(${words}::text[]) as word
    on conflict do nothing`)
}

/** The external ids that are there; what was archived before stays as it was. */
export async function archive(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  externalIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ external_id: string }>(sql`
    with known as materialized (${lockedProducts(agentId, source, externalIds)})
    update products p
       set archived_at = coalesce(p.archived_at, clock_timestamp()), updated_at = clock_timestamp()
      from known
     where p.agent_id = ${agentId} and p.id = known.id
    returning p.external_id`)
  return new Set(rows.map(({ external_id }) => external_id))
}

export interface Quantity {
  product: string
  variant: string | null
  quantity: number | null
}

/** The products that are there. */
export async function setProductStock(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  levels: Quantity[],
): Promise<Set<string>> {
  if (levels.length === 0) return new Set()
  const products = levels.map(({ product }) => product)
  const rows = await tx.rows<{ external_id: string }>(sql`
    with known as materialized (${lockedProducts(agentId, source, products)})
    update products p
       set on_hand = given.quantity, updated_at = clock_timestamp()
      from unnest(${products}::text[], ${levels.map(({ quantity }) => quantity)}::integer[]) as given (product, quantity)
      join known on known.external_id = given.product
     where p.agent_id = ${agentId} and p.id = known.id
    returning p.external_id`)
  return new Set(rows.map(({ external_id }) => external_id))
}

/** The present variants that belong to the product they were said to belong to. */
export async function setVariantStock(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  levels: Quantity[],
): Promise<{ product: string; variant: string }[]> {
  if (levels.length === 0) return []
  return tx.rows<{ product: string; variant: string }>(sql`
    with given as materialized (
      select * from unnest(${levels.map(({ product }) => product)}::text[],
                           ${levels.map(({ variant }) => variant)}::text[],
                           ${levels.map(({ quantity }) => quantity)}::integer[]) as one (product, variant, quantity)
    ), known as materialized (
      select v.id, given.product, given.quantity
        from given
        join variants v
          on v.agent_id = ${agentId} and v.source = ${source} and v.external_id = given.variant and v.removed_at is null
        join products p on p.agent_id = v.agent_id and p.id = v.product_id and p.external_id = given.product
       order by v.external_id collate "C"
         for no key update of v
    )
    update variants v set on_hand = known.quantity
      from known
     where v.agent_id = ${agentId} and v.id = known.id
    returning known.product, v.external_id as variant`)
}

export async function existing(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  externalIds: string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const rows = await tx.rows<{ external_id: string }>(sql`
    select external_id from products
     where agent_id = ${agentId} and source = ${source} and external_id = any(${externalIds}::text[])`)
  return new Set(rows.map(({ external_id }) => external_id))
}

function lockedProducts(agentId: Uuid, source: Source, externalIds: string[]): Sql {
  return sql`
    select id, external_id from products
     where agent_id = ${agentId} and source = ${source} and external_id = any(${externalIds}::text[])
     order by external_id collate "C"
       for no key update`
}

/**
 * Statistics come by themselves, but a minute late; until then the planner thinks of a table as it was, and a first import
 * is over in that time. Asked for when the tables have outgrown what is known of them.
 */
export async function refreshStatistics(db: Queryable): Promise<void> {
  const outgrown = await db.row(sql`
    select from pg_class
     where oid in ('products'::regclass, 'variants'::regclass)
       and pg_relation_size(oid) > 4 * 8192 * greatest(relpages, 2)`)
  if (!outgrown) return
  await db.script('analyze (skip_locked) products (agent_id, source, external_id, id, archived_at)')
  await db.script('analyze (skip_locked) variants (agent_id, source, external_id, id, product_id)')
}
