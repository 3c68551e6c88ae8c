import type { AgentContext } from '../agents/index.ts'
import { audit } from './audit.ts'
import { haveCatalogueAlone } from './lock.ts'
import type { Level, LevelsAnswer, LevelsBody } from './schema.ts'
import * as store from './store.ts'

/** The store's counts. What is not there fails by itself; the same level twice: the last wins. */
export async function setLevels(
  context: AgentContext,
  { source, levels }: LevelsBody,
): Promise<LevelsAnswer> {
  const wanted = lastOfEach(levels)
  const ofProducts = [...wanted.values()].filter(({ variant }) => variant === null)
  const ofVariants = [...wanted.values()].filter(({ variant }) => variant !== null)
  return context.db.transaction(async (tx) => {
    await haveCatalogueAlone(tx, context.agentId)
    const set = new Set([
      ...(await store.setProductStock(tx, context.agentId, source, ofProducts)),
      ...(await store.setVariantStock(tx, context.agentId, source, ofVariants)),
    ])
    const missing = ofVariants.filter((one) => !set.has(one))
    const there = await store.existing(
      tx,
      context.agentId,
      source,
      missing.map(({ product }) => product),
    )
    const data = levels.map((level) =>
      resultOf(level, set.has(wanted.get(keyOf(level)) as store.Quantity), there),
    )
    const failed = data.filter(({ status }) => status === 'failed').length
    const applied = data.length - failed
    await audit(tx, context, 'stock.synced', { source, applied, failed })
    return { data, applied, failed }
  })
}

function lastOfEach(levels: Level[]): Map<string, store.Quantity> {
  return new Map(
    levels.map((level) => [
      keyOf(level),
      {
        product: level.product_external_id,
        variant: level.variant_external_id ?? null,
        quantity: level.quantity,
      },
    ]),
  )
}

/** No id contains the character in between: no text with it gets in. */
function keyOf({ product_external_id, variant_external_id }: Level): string {
  return `${product_external_id}\0${variant_external_id ?? '\0'}`
}

function resultOf(level: Level, isSet: boolean, there: Set<string>): LevelsAnswer['data'][number] {
  const { product_external_id, variant_external_id, quantity } = level
  const of = { product_external_id, variant_external_id: variant_external_id ?? null }
  if (isSet) return { ...of, status: quantity === null ? 'cleared' : 'set' }
  if (of.variant_external_id === null || !there.has(product_external_id)) {
    const error = `there is no product "${product_external_id}"`
    return { ...of, status: 'failed', error, code: 'product_not_found' }
  }
  const error = `product "${product_external_id}" has no variant "${variant_external_id}"`
  return { ...of, status: 'failed', error, code: 'variant_not_found' }
}
