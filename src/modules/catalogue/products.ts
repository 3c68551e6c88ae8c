import { newId, type Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { record } from '../audit/index.ts'
import { type Taken, takenVariants } from './claims.ts'
import type { Product, ProductsAnswer, ProductsBody } from './schema.ts'
import type { Source } from './sources.ts'
import * as store from './store.ts'
import { spellings } from './words.ts'

/** The store's products as they are now. A product that cannot be saved fails by itself; the others are. */
export async function syncProducts(
  context: AgentContext,
  { source, products }: ProductsBody,
): Promise<ProductsAnswer> {
  const answer = await context.db.transaction(async (tx) => {
    await store.begin(tx, context.agentId)
    const known = await knownVariants(tx, context, source, products)
    const taken = takenVariants(products, holdersOf(known))
    const sound = products.filter(({ external_id }) => !taken.has(external_id))
    const saved = await save(tx, context, source, sound, known)
    const data = products.map(({ external_id }) => resultOf(external_id, saved, taken))
    const count = (wanted: string) => data.filter(({ status }) => status === wanted).length
    const counts = { created: count('created'), updated: count('updated'), failed: count('failed') }
    await audit(tx, context, 'catalogue.synced', { source, ...counts })
    return { data, ...counts }
  })
  if (answer.created > 0) await store.refreshStatistics(context.db)
  return answer
}

export function audit(
  tx: Queryable,
  { workspaceId, agentId, actor, requestId }: AgentContext,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return record(tx, { workspaceId, agentId, actor, action, target: agentId, detail, requestId })
}

async function knownVariants(
  tx: Queryable,
  { agentId }: AgentContext,
  source: Source,
  products: Product[],
): Promise<store.KnownVariant[]> {
  const expected: Record<string, { product: string | null; keepsSku: boolean }> = Object.create(null)
  for (const { external_id: product, variants = [] } of products) {
    for (const { external_id, sku } of variants) {
      const before = expected[external_id]
      const keepsSku = sku === undefined || before?.keepsSku === true
      // Wanted by two products: whoever has it, one of them does not.
      expected[external_id] = { product: before ? null : product, keepsSku }
    }
  }
  if (Object.keys(expected).length === 0) return []
  return store.knownVariants(tx, agentId, source, expected)
}

function holdersOf(known: store.KnownVariant[]): Map<string, string> {
  return new Map(known.filter(({ present }) => present).map((one) => [one.external_id, one.product]))
}

type Saved = Map<string, { id: Uuid; status: 'created' | 'updated' }>

async function save(
  tx: Queryable,
  { agentId }: AgentContext,
  source: Source,
  products: Product[],
  known: store.KnownVariant[],
): Promise<Saved> {
  if (products.length === 0) return new Map()
  const skus = new Map(known.map(({ external_id, sku }) => [external_id, sku]))
  const documents = products.map(({ variants, ...fields }) => {
    const words = variants?.map(({ external_id, name, sku = skus.get(external_id) }) => [name, sku].join(' '))
    return { id: newId(), ...fields, variant_words: words?.join(' ').trim() }
  })
  const rows = await store.saveProducts(tx, agentId, source, documents)
  const ids = new Map(rows.map(({ external_id, id }) => [external_id, id]))
  await replaceVariants(tx, agentId, source, products, ids)
  await store.addWords(tx, agentId, spellingsIn(documents))
  return new Map(
    documents.map(({ external_id, id }) => {
      const saved = ids.get(external_id) as Uuid
      return [external_id, { id: saved, status: saved === id ? 'created' : 'updated' }]
    }),
  )
}

async function replaceVariants(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  products: Product[],
  ids: Map<string, Uuid>,
): Promise<void> {
  const replaced = products.filter(({ variants }) => variants !== undefined)
  if (replaced.length === 0) return
  const given = replaced.flatMap(({ external_id, variants = [] }) => {
    const product_id = ids.get(external_id) as Uuid
    return variants.map((variant, position) => ({ id: newId(), product_id, position, ...variant }))
  })
  const leftOut = await store.leftOut(
    tx,
    agentId,
    replaced.map(({ external_id }) => ids.get(external_id) as Uuid),
    given.map(({ external_id }) => external_id),
  )
  await store.saveVariants(tx, agentId, source, [...given, ...leftOut])
}

function spellingsIn(products: store.ProductDocument[]): string[] {
  const texts = products.flatMap((one) => [one.name, one.category, one.variant_words, one.description])
  return spellings(texts.join(' '))
}

function resultOf(
  external_id: string,
  saved: Saved,
  taken: Map<string, Taken>,
): ProductsAnswer['data'][number] {
  const refused = taken.get(external_id)
  if (refused) {
    const error = `variant "${refused.variant}" belongs to product "${refused.holder}"`
    return { external_id, status: 'failed', error, code: 'variant_taken' }
  }
  const { id, status } = saved.get(external_id) as { id: Uuid; status: 'created' | 'updated' }
  return { external_id, status, id }
}
