import type { SkuId } from '../catalogue/index.ts'
import type { OrderLine } from './store.ts'

/** What all lines of one SKU ask for together. */
export interface Claim extends SkuId {
  quantity: number
}

export function sumBySku(lines: OrderLine[]): Claim[] {
  const claims: Claim[] = []
  for (const { product_id, variant_id, quantity } of lines) {
    if (product_id === null) continue
    const claim = claims.find((one) => sameSku(one, { product_id, variant_id }))
    if (claim) claim.quantity += quantity
    else claims.push({ product_id, variant_id, quantity })
  }
  return claims
}

/** By the variant alone when there is one: it may have moved to another product since. */
export function sameSku(left: SkuId, right: Pick<OrderLine, 'product_id' | 'variant_id'>): boolean {
  return (left.variant_id ?? left.product_id) === (right.variant_id ?? right.product_id)
}
