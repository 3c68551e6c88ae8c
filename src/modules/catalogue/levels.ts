import type { Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { audit } from './audit.ts'
import { haveCatalogueAlone } from './lock.ts'
import type { Level, LevelsAnswer, LevelsBody } from './schema.ts'
import type { Source } from './sources.ts'
import * as store from './store.ts'

/** The store's counts. What is not there fails by itself; the same level twice: the last wins. */
export async function setLevels(
  context: AgentContext,
  { source, levels }: LevelsBody,
): Promise<LevelsAnswer> {
  const { agentId } = context
  const asked = lastOfEach(levels)
  return context.db.transaction(async (tx) => {
    await haveCatalogueAlone(tx, agentId)
    const set =
      (await store.setProductStock(tx, agentId, source, asked.products)) +
      (await store.setVariantStock(tx, agentId, source, asked.variants))
    // As a rule all of them were there; only otherwise is it worth asking which.
    const there = set === asked.count ? undefined : await whatIsThere(tx, agentId, source, levels)
    const data = levels.map((level) => resultOf(level, there))
    const failed = data.filter(({ status }) => status === 'failed').length
    const applied = data.length - failed
    await audit(tx, context, 'stock.synced', { source, applied, failed })
    return { data, applied, failed }
  })
}

interface Asked {
  products: store.Quantities
  /** By product. */
  variants: Record<string, store.Quantities>
  count: number
}

function lastOfEach(levels: Level[]): Asked {
  const asked: Asked = { products: byId(), variants: byId(), count: 0 }
  for (const { product_external_id: product, variant_external_id: variant, quantity } of levels) {
    if (variant != null) asked.variants[product] ??= byId()
    const quantities = variant == null ? asked.products : (asked.variants[product] as store.Quantities)
    const id = variant ?? product
    if (!(id in quantities)) asked.count++
    quantities[id] = quantity
  }
  return asked
}

/** Without a prototype: `constructor` is an id like any other. */
function byId<Value>(): Record<string, Value> {
  return Object.create(null)
}

interface There {
  products: Map<string, Uuid>
  /** Keys of product and variant. */
  variants: Set<string>
}

async function whatIsThere(tx: Queryable, agentId: Uuid, source: Source, levels: Level[]): Promise<There> {
  const products = await store.knownProducts(
    tx,
    agentId,
    source,
    levels.map(({ product_external_id }) => product_external_id),
  )
  const known = await store.variantsNamed(
    tx,
    agentId,
    source,
    levels.flatMap(({ variant_external_id }) => variant_external_id ?? []),
  )
  const present = known.filter((one) => one.present)
  return {
    products,
    variants: new Set(present.map((one) => keyOf(one.product_external_id, one.external_id))),
  }
}

/** No id contains the character in between: no text with it gets in. */
function keyOf(product: string, variant: string): string {
  return `${product}\0${variant}`
}

/** `there` is undefined when all of them are. */
function resultOf(level: Level, there: There | undefined): LevelsAnswer['data'][number] {
  const { product_external_id, variant_external_id = null, quantity } = level
  if (there && !there.products.has(product_external_id)) {
    const error = `there is no product "${product_external_id}"`
    return { product_external_id, variant_external_id, status: 'failed', error, code: 'product_not_found' }
  }
  if (
    there &&
    variant_external_id !== null &&
    !there.variants.has(keyOf(product_external_id, variant_external_id))
  ) {
    const error = `product "${product_external_id}" has no variant "${variant_external_id}"`
    return { product_external_id, variant_external_id, status: 'failed', error, code: 'variant_not_found' }
  }
  return { product_external_id, variant_external_id, status: quantity === null ? 'cleared' : 'set' }
}
