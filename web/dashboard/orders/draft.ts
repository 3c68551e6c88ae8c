import { ApiError, type Body, type Item } from '../api/client.ts'
import { toSen } from '../ui/format.tsx'

export type Product = Item<'GET /agents/:agent_id/products'>
type NewLine = Body<'POST /agents/:agent_id/orders'>['lines'][number]

/** One thing that can be bought: a product, or one of its variants. */
export interface Sku {
  id: string
  name: string
  variant: string | null
  source: Product['source']
  product: string
  variantId: string | null
  /** Null while the shop has set none: then it cannot be ordered. */
  price: number | null
  /** Null when its stock is not tracked. */
  available: number | null
  isActive: boolean
}

export interface DraftLine {
  key: number
  sku: Sku
  quantity: number
  instructions: string
}

/** Of a product's variants, those that the words looked for name come first. */
export function skusOf(products: Product[], q = ''): Sku[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ name }: { name: string }) =>
    words.filter((word) => name.toLowerCase().includes(word)).length
  return products.flatMap((product): Sku[] => {
    const whole = { name: product.name, source: product.source, product: product.external_id }
    if (product.variants.length === 0) {
      const { id, price, available, is_active } = product
      return [{ ...whole, id, variant: null, variantId: null, price, available, isActive: is_active }]
    }
    return product.variants
      .toSorted((one, other) => fits(other) - fits(one))
      .map((variant) => ({
        ...whole,
        id: variant.id,
        variant: variant.name,
        variantId: variant.external_id,
        price: variant.price ?? product.price,
        available: variant.available,
        isActive: product.is_active && variant.is_active,
      }))
  })
}

export function fullName({ name, variant }: Sku): string {
  return variant ? `${name} (${variant})` : name
}

export function isForSale({ isActive, price, available }: Sku): boolean {
  return isActive && price !== null && (available === null || available > 0)
}

/** One more of what is there already without a wish of its own; else a new line. */
export function added(lines: DraftLine[], sku: Sku): DraftLine[] {
  const same = lines.find((line) => line.sku.id === sku.id && line.instructions === '')
  if (same) return lines.map((line) => (line === same ? { ...line, sku, quantity: line.quantity + 1 } : line))
  const key = Math.max(0, ...lines.map((line) => line.key)) + 1
  return [...lines, { key, sku, quantity: 1, instructions: '' }]
}

export function totalSen(lines: DraftLine[]): number {
  return lines.reduce((sum, { sku, quantity }) => sum + quantity * toSen(sku.price ?? 0), 0)
}

export function asBody({ sku, quantity, instructions }: DraftLine): NewLine {
  return {
    source: sku.source,
    product_external_id: sku.product,
    ...(sku.variantId === null ? {} : { variant_external_id: sku.variantId }),
    quantity,
    ...(instructions.trim() ? { special_instructions: instructions.trim() } : {}),
  }
}

export interface LineProblem {
  /** Why it cannot be had, as programs know it. */
  code: string
  message: string
  /** How many there are, when that is the trouble. */
  available?: number
}

/** What the server found wrong with each line, in their order. */
export function lineProblems(error: unknown): Map<number, LineProblem> {
  const found = new Map<number, LineProblem>()
  if (!(error instanceof ApiError)) return found
  for (const problem of error.details as (LineProblem & { path: string })[]) {
    const place = /^lines\[(\d+)\]/.exec(problem.path)?.[1]
    if (place !== undefined) found.set(Number(place), { ...problem, code: problem.code ?? error.code })
  }
  return found
}

/** How many of this line can be had when the other lines of the same thing keep theirs. */
export function takeable(lines: DraftLine[], line: DraftLine, available: number): number {
  const others = lines.filter((other) => other !== line && other.sku.id === line.sku.id)
  return Math.max(0, available - others.reduce((sum, { quantity }) => sum + quantity, 0))
}
