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
  const wanted = lastOfEach(levels)
  const ofProducts = wanted.filter(({ variant }) => variant === null)
  const ofVariants = wanted.filter(({ variant }) => variant !== null)
  return context.db.transaction(async (tx) => {
    await haveCatalogueAlone(tx, agentId)
    const set =
      (await store.setProductStock(tx, agentId, source, ofProducts)) +
      (await store.setVariantStock(tx, agentId, source, ofVariants))
    // As a rule all of them were there; only otherwise is it worth asking which.
    const there = set === wanted.length ? undefined : await whatIsThere(tx, agentId, source, wanted)
    const data = levels.map((level) => resultOf(level, there))
    const failed = data.filter(({ status }) => status === 'failed').length
    const applied = data.length - failed
    await audit(tx, context, 'stock.synced', { source, applied, failed })
    return { data, applied, failed }
  })
}

function lastOfEach(levels: Level[]): store.Quantity[] {
  const last = new Map<string, store.Quantity>()
  for (const { product_external_id: product, variant_external_id: variant = null, quantity } of levels) {
    last.set(keyOf(product, variant), { product, variant, quantity })
  }
  return [...last.values()]
}

interface There {
  products: Map<string, Uuid>
  /** Keys of product and variant. */
  variants: Set<string>
}

async function whatIsThere(
  tx: Queryable,
  agentId: Uuid,
  source: Source,
  levels: store.Quantity[],
): Promise<There> {
  const products = await store.knownProducts(
    tx,
    agentId,
    source,
    levels.map(({ product }) => product),
  )
  const known = await store.variantsNamed(
    tx,
    agentId,
    source,
    levels.flatMap(({ variant }) => variant ?? []),
  )
  const present = known.filter((one) => one.present)
  return {
    products,
    variants: new Set(present.map((one) => keyOf(one.product_external_id, one.external_id))),
  }
}

/** No id contains the character in between: no text with it gets in. */
function keyOf(product: string, variant: string | null): string {
  return variant === null ? product : `${product}\0${variant}`
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
