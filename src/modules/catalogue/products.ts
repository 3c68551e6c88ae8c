import { newId, type Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { audit } from './audit.ts'
import { type Taken, takenVariants } from './claims.ts'
import { haveCatalogueAlone } from './lock.ts'
import type { Product, ProductsAnswer, ProductsBody, Variant } from './schema.ts'
import type { Source } from './sources.ts'
import * as store from './store.ts'
import { spellings } from './words.ts'

/**
 * The store's products as they are now. A product that cannot be saved fails by itself; the others are. `newOnly`: one
 * that is there already fails, archived or not.
 */
export async function syncProducts(
  context: AgentContext,
  { source, products }: ProductsBody,
  { newOnly = false } = {},
): Promise<ProductsAnswer> {
  const answer = await context.db.transaction(async (tx) => {
    await haveCatalogueAlone(tx, context.agentId)
    const known = await readKnown(tx, context.agentId, source, products)
    const taken = takenVariants(products, holdersOf(known))
    const isThere = (external_id: string) => newOnly && known.products.has(external_id)
    const sound = products.filter(({ external_id }) => !taken.has(external_id) && !isThere(external_id))
    const ids = await save(tx, context.agentId, source, sound, known)
    const data = products.map(({ external_id }) =>
      isThere(external_id) ? existing(external_id, known) : resultOf(external_id, ids, known, taken),
    )
    const count = (wanted: string) => data.filter(({ status }) => status === wanted).length
    const counts = { created: count('created'), updated: count('updated'), failed: count('failed') }
    await audit(tx, context, 'catalogue.synced', { source, ...counts })
    return { data, ...counts }
  })
  // What was written is written: statistics only help whoever comes next.
  if (answer.created > 0) await store.refreshStatistics(context.db).catch(() => {})
  return answer
}

/** What of a request is there already. */
interface Known {
  /** External id → id. */
  products: Map<string, Uuid>
  /** By external id: those of the products, and those of others that a product of the request names. */
  variants: Map<string, store.KnownVariant>
}

async function readKnown(tx: Queryable, agentId: Uuid, source: Source, products: Product[]): Promise<Known> {
  const ids = await store.knownProducts(
    tx,
    agentId,
    source,
    products.map(({ external_id }) => external_id),
  )
  const replaced = products.filter(({ variants }) => variants !== undefined)
  const owners = replaced.flatMap(({ external_id }) => ids.get(external_id) ?? [])
  const own = owners.length === 0 ? [] : await store.variantsOf(tx, agentId, owners)
  const variants = new Map(own.map((one) => [one.external_id, one]))
  const named = replaced.flatMap(({ variants: given = [] }) => given.map(({ external_id }) => external_id))
  const others = named.filter((external_id) => !variants.has(external_id))
  const foreign = others.length === 0 ? [] : await store.variantsNamed(tx, agentId, source, others)
  for (const one of foreign) variants.set(one.external_id, one)
  return { products: ids, variants }
}

/** Variant → the product that has it at present. */
function holdersOf({ variants }: Known): Map<string, string> {
  const present = [...variants.values()].filter((one) => one.present && !one.givenUp)
  return new Map(present.map(({ external_id, product_external_id }) => [external_id, product_external_id]))
}

/** The ids of the products, by external id. */
async function save(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  products: Product[],
  known: Known,
): Promise<Map<string, Uuid>> {
  const documents = products.map((product) => productDocument(product, known))
  const [old, fresh] = split(documents, ({ external_id }) => known.products.has(external_id))
  await store.updateProducts(tx, agentId, old)
  await store.insertProducts(tx, agentId, source, fresh)
  const ids = new Map(documents.map(({ external_id, id }) => [external_id, id]))
  await replaceVariants(tx, agentId, source, products, ids, known)
  await store.addWords(tx, agentId, spellingsIn(documents))
  return ids
}

async function replaceVariants(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  products: Product[],
  ids: Map<string, Uuid>,
  known: Known,
): Promise<void> {
  const replaced = products.filter(({ variants }) => variants !== undefined)
  const given = replaced.flatMap(({ external_id, variants = [] }) =>
    variants.map((variant, position) =>
      variantDocument(variant, position, ids.get(external_id) as Uuid, external_id, known),
    ),
  )
  const owners = new Set(replaced.map(({ external_id }) => ids.get(external_id)))
  const named = new Set(given.map(({ external_id }) => external_id))
  const leftOut = [...known.variants.values()].filter(
    ({ external_id, product_id, present }) => present && owners.has(product_id) && !named.has(external_id),
  )
  await store.removeVariants(
    tx,
    agentId,
    leftOut.map(({ id }) => id),
  )
  const [old, fresh] = split(given, ({ external_id }) => known.variants.has(external_id))
  await store.updateVariants(tx, agentId, old)
  await store.insertVariants(tx, agentId, source, fresh)
}

/** Written out field by field: a sync has hundreds of these, and copies of objects are what it spends its time on. */
function productDocument(product: Product, known: Known): store.ProductDocument {
  const { external_id, name, description, category, sku, image_url, price, is_active, stock, variants } =
    product
  return {
    id: known.products.get(external_id) ?? newId(),
    sent: sentIn(product),
    external_id,
    name,
    description,
    category,
    sku,
    image_url,
    price,
    is_active,
    stock,
    variant_words: variants && wordsOf(variants, known),
  }
}

function variantDocument(
  variant: Variant,
  position: number,
  product_id: Uuid,
  product_external_id: string,
  known: Known,
): store.VariantDocument {
  const { external_id, name, sku, price, is_active, stock } = variant
  return {
    id: known.variants.get(external_id)?.id ?? newId(),
    sent: sentIn(variant),
    product_id,
    product_external_id,
    external_id,
    name,
    sku,
    price,
    is_active,
    stock,
    position,
  }
}

const OPTIONAL = ['description', 'category', 'sku', 'image_url', 'price', 'stock'] as const

function sentIn(one: Product | Variant): string {
  let sent = ''
  for (const field of OPTIONAL) if (one[field as 'sku'] !== undefined) sent += `${field} `
  return sent
}

/** Names and SKUs; a SKU that is not given stays as it is. */
function wordsOf(variants: Variant[], known: Known): string {
  return variants
    .map(({ external_id, name, sku = known.variants.get(external_id)?.sku }) => [name, sku].join(' ').trim())
    .join(' ')
}

function split<Item>(list: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [list.filter(isFirst), list.filter((item) => !isFirst(item))]
}

function spellingsIn(products: store.ProductDocument[]): string[] {
  const texts = products.flatMap((one) => [
    one.name,
    one.category,
    one.sku,
    one.variant_words,
    one.description,
  ])
  return spellings(texts.join(' '))
}

function existing(external_id: string, known: Known): ProductsAnswer['data'][number] {
  const error = `there is a product "${external_id}" already`
  return { external_id, status: 'failed', error, code: 'exists', id: known.products.get(external_id) }
}

function resultOf(
  external_id: string,
  ids: Map<string, Uuid>,
  known: Known,
  taken: Map<string, Taken>,
): ProductsAnswer['data'][number] {
  const refused = taken.get(external_id)
  if (refused) {
    const error = `variant "${refused.variant}" belongs to product "${refused.holder}"`
    return { external_id, status: 'failed', error, code: 'variant_taken' }
  }
  const status = known.products.has(external_id) ? 'updated' : 'created'
  return { external_id, status, id: ids.get(external_id) as Uuid }
}
