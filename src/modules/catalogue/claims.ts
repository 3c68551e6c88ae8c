import type { Product } from './schema.ts'

/** Who holds a variant that a product of the request wants: variant → the product that has it at present. */
export type Holders = ReadonlyMap<string, string>

/** A product that cannot have a variant it names. */
export interface Taken {
  variant: string
  holder: string
}

/**
 * Which products of a request fail because of a variant that is not theirs: it belongs to another product that does not
 * give it up in this very request, or an earlier product of the request has it. Who fails gives nothing up, so that one
 * failure may cause another; the rounds end when one causes none.
 */
export function takenVariants(products: Product[], holders: Holders): Map<string, Taken> {
  const byId = new Map(products.map((product) => [product.external_id, product]))
  const failed = new Map<string, Taken>()

  const givesUp = (holder: string, variant: string) => {
    const variants = failed.has(holder) ? undefined : byId.get(holder)?.variants
    return variants !== undefined && !variants.some(({ external_id }) => external_id === variant)
  }

  for (let before = -1; before !== failed.size; ) {
    before = failed.size
    const claimed = new Map<string, string>()
    for (const { external_id: product, variants = [] } of products) {
      if (failed.has(product)) continue
      const taken = variants.flatMap(({ external_id: variant }) => {
        const holder = holders.get(variant)
        if (holder !== undefined && holder !== product && !givesUp(holder, variant))
          return { variant, holder }
        const earlier = claimed.get(variant)
        return earlier === undefined ? [] : { variant, holder: earlier }
      })[0]
      if (taken) failed.set(product, taken)
      else for (const { external_id } of variants) claimed.set(external_id, product)
    }
  }
  return failed
}
