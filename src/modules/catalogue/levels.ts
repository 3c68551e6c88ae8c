import type { AgentContext } from '../agents/index.ts'
import { audit } from './products.ts'
import type { Level, LevelsAnswer, LevelsBody } from './schema.ts'
import * as store from './store.ts'

/** The store's counts. What is not there fails by itself; the same level twice: the last wins. */
export async function setLevels(
  context: AgentContext,
  { source, levels }: LevelsBody,
): Promise<LevelsAnswer> {
  const wanted = lastOfEach(levels)
  return context.db.transaction(async (tx) => {
    await store.begin(tx, context.agentId)
    const ofProducts = wanted.filter(({ variant }) => variant === null)
    const ofVariants = wanted.filter(({ variant }) => variant !== null)
    const products = await store.setProductStock(tx, context.agentId, source, ofProducts)
    const variants = await store.setVariantStock(tx, context.agentId, source, ofVariants)
    const set = new Set([...products].map((product) => keyOf(product, null)))
    for (const { product, variant } of variants) set.add(keyOf(product, variant))

    const missing = ofVariants.filter(({ product, variant }) => !set.has(keyOf(product, variant)))
    const there = await store.existing(tx, context.agentId, source, [
      ...new Set(missing.map(({ product }) => product)),
    ])
    const data = levels.map((level) => resultOf(level, set, there))
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

function resultOf(level: Level, set: Set<string>, there: Set<string>): LevelsAnswer['data'][number] {
  const { product_external_id, variant_external_id = null, quantity } = level
  const of = { product_external_id, variant_external_id }
  if (set.has(keyOf(product_external_id, variant_external_id))) {
    return { ...of, status: quantity === null ? 'cleared' : 'set' }
  }
  if (variant_external_id === null || !there.has(product_external_id)) {
    const error = `there is no product "${product_external_id}"`
    return { ...of, status: 'failed', error, code: 'product_not_found' }
  }
  const error = `product "${product_external_id}" has no variant "${variant_external_id}"`
  return { ...of, status: 'failed', error, code: 'variant_not_found' }
}

function keyOf(product: string, variant: string | null): string {
  return JSON.stringify([product, variant])
}
