import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import { type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import type { Source } from './sources.ts'

/** What a sync writes. `sent` names the optional fields it has: null is one of them, absent stays as it is. */
export interface ProductDocument {
  id: Uuid
  sent: string
  external_id: string
  name: string
  description?: string | null | undefined
  category?: string | null | undefined
  sku?: string | null | undefined
  image_url?: string | null | undefined
  price?: Sen | undefined
  is_active?: boolean | undefined
  stock?: number | null | undefined
  variant_words?: string | undefined
}

export interface VariantDocument {
  id: Uuid
  sent: string
  product_id: Uuid
  product_external_id: string
  external_id: string
  name: string
  sku?: string | null | undefined
  price?: Sen | null | undefined
  is_active?: boolean | undefined
  stock?: number | null | undefined
  position: number
}

/** Those of these products that are there already: external id → id. */
export async function knownProducts(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  externalIds: string[],
): Promise<Map<string, Uuid>> {
  const rows = await tx.rows<{ external_id: string; id: Uuid }>(sql`
    select external_id, id from products
     where agent_id = ${agentId} and source = ${source} and external_id = any(${externalIds}::text[])`)
  return new Map(rows.map(({ external_id, id }) => [external_id, id]))
}

export async function updateProducts(
  tx: Queryable,
  agentId: Uuid,
  products: ProductDocument[],
): Promise<void> {
  if (products.length === 0) return
  await tx.run(sql`
    update products p
       set name = given.name,
           description = case when sent like '%description%' then given.description else p.description end,
           category = case when sent like '%category%' then given.category else p.category end,
           sku = case when sent like '%sku%' then given.sku else p.sku end,
           image_url = case when sent like '%image_url%' then given.image_url else p.image_url end,
           price_sen = case when sent like '%price%' then given.price else p.price_sen end,
           is_active = coalesce(given.is_active, p.is_active),
           on_hand = case when sent like '%stock%' then given.stock else p.on_hand end,
           variant_words = coalesce(given.variant_words, p.variant_words),
           archived_at = null,
           updated_at = clock_timestamp()
      from ${productsIn(products)}
     where p.agent_id = ${agentId} and p.id = given.id`)
}

export async function insertProducts(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  products: ProductDocument[],
): Promise<void> {
  if (products.length === 0) return
  await tx.run(sql`
    insert into products (agent_id, id, source, external_id, name, description, category, sku, image_url, price_sen,
                          is_active, on_hand, variant_words)
    select ${agentId}, id, ${source}, external_id, name, description, category, sku, image_url, price,
           coalesce(is_active, true), stock, coalesce(variant_words, '')
      from ${productsIn(products)}`)
}

function productsIn(products: ProductDocument[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as given (
    id uuid, external_id text, name text, description text, category text, sku text, image_url text, price integer,
    is_active boolean, stock integer, variant_words text, sent text)`
}

/** A variant that is there already. */
export interface KnownVariant {
  id: Uuid
  external_id: string
  product_id: Uuid
  product_external_id: string
  present: boolean
  /** Its product is archived: another may have it. */
  givenUp: boolean
  sku: string | null
}

/** The variants of these products. */
export function variantsOf(tx: Queryable, agentId: Uuid, products: Uuid[]): Promise<KnownVariant[]> {
  return tx.rows<KnownVariant>(sql`
    select id, external_id, product_id, product_external_id, removed_at is null as present, false as "givenUp", sku
      from variants where agent_id = ${agentId} and product_id = any(${products}::uuid[])`)
}

/** Whoever has them. */
export function variantsNamed(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  externalIds: string[],
): Promise<KnownVariant[]> {
  return tx.rows<KnownVariant>(sql`
    select v.id, v.external_id, v.product_id, v.product_external_id, v.sku,
           v.removed_at is null as present, p.archived_at is not null as "givenUp"
      from variants v join products p on p.agent_id = v.agent_id and p.id = v.product_id
     where v.agent_id = ${agentId} and v.source = ${source} and v.external_id = any(${externalIds}::text[])`)
}

/** They stay for the orders that name them, with their stock. */
export async function removeVariants(tx: Queryable, agentId: Uuid, ids: Uuid[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    update variants set removed_at = clock_timestamp() where agent_id = ${agentId} and id = any(${ids}::uuid[])`)
}

/** A variant that another product gave up moves. */
export async function updateVariants(
  tx: Queryable,
  agentId: Uuid,
  variants: VariantDocument[],
): Promise<void> {
  if (variants.length === 0) return
  await tx.run(sql`
    update variants v
       set product_id = given.product_id,
           product_external_id = given.product_external_id,
           name = given.name,
           sku = case when sent like '%sku%' then given.sku else v.sku end,
           price_sen = case when sent like '%price%' then given.price else v.price_sen end,
           is_active = coalesce(given.is_active, v.is_active),
           position = given.position,
           on_hand = case when sent like '%stock%' then given.stock else v.on_hand end,
           removed_at = null
      from ${variantsIn(variants)}
     where v.agent_id = ${agentId} and v.id = given.id`)
}

export async function insertVariants(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  variants: VariantDocument[],
): Promise<void> {
  if (variants.length === 0) return
  await tx.run(sql`
    insert into variants (agent_id, id, product_id, product_external_id, source, external_id, name, sku, price_sen,
                          is_active, position, on_hand)
    select ${agentId}, id, product_id, product_external_id, ${source}, external_id, name, sku, price,
           coalesce(is_active, true), position, stock
      from ${variantsIn(variants)}`)
}

function variantsIn(variants: VariantDocument[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as given (
    id uuid, product_id uuid, product_external_id text, external_id text, name text, sku text, price integer,
    is_active boolean, position integer, stock integer, sent text)`
}

export async function addWords(tx: Queryable, agentId: Uuid, words: string[]): Promise<void> {
  if (words.length === 0) return
  await tx.run(sql`
    insert into catalogue_words (agent_id, word)
    select ${agentId}, lower(word) from unnest(${words}::text[]) as word
    on conflict do nothing`)
}

/** The external ids that are there; when one was archived first stays. */
export async function archive(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  externalIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ external_id: string }>(sql`
    update products
       set archived_at = coalesce(archived_at, clock_timestamp()), updated_at = clock_timestamp()
     where agent_id = ${agentId} and source = ${source} and external_id = any(${externalIds}::text[])
    returning external_id`)
  return new Set(rows.map(({ external_id }) => external_id))
}

/** By external id; null stops tracking. */
export type Quantities = Record<string, number | null>

/*
 * The ids are looked up as one list, in one walk along the index, and each row finds its quantity in the document: with many
 * products that takes two thirds of the time of a join, and no estimate of the planner can spoil it.
 */

/** How many of the products were there. */
export async function setProductStock(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  quantities: Quantities,
): Promise<number> {
  if (Object.keys(quantities).length === 0) return 0
  return tx.run(sql`
    update products p
       set on_hand = (given.quantities ->> p.external_id)::integer, updated_at = clock_timestamp()
      from (select ${JSON.stringify(quantities)}::jsonb as quantities) given
     where p.agent_id = ${agentId} and p.source = ${source}
       and p.external_id = any(array(select jsonb_object_keys(given.quantities)))`)
}

/** How many of the variants were present, at the product they were said to belong to. `quantities` are by product. */
export async function setVariantStock(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  quantities: Record<string, Quantities>,
): Promise<number> {
  if (Object.keys(quantities).length === 0) return 0
  return tx.run(sql`
    update variants v
       set on_hand = (given.quantities -> v.product_external_id ->> v.external_id)::integer
      from (select ${JSON.stringify(quantities)}::jsonb as quantities) given
     where v.agent_id = ${agentId} and v.source = ${source}
       and v.external_id = any(array(select jsonb_object_keys(value) from jsonb_each(given.quantities)))
       and given.quantities -> v.product_external_id ? v.external_id and v.removed_at is null`)
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
