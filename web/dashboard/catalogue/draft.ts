import type { Body } from '../api/client.ts'
import type { Product, Variant } from './shelf.ts'
import { amountIn, isWebAddress, slug, stockIn } from './typed.ts'

/** A product as it stands in the form, every number as it was typed. Empty stock: not counted. */
export interface Draft {
  name: string
  description: string
  category: string
  sku: string
  image_url: string
  price: string
  stock: string
  is_active: boolean
  variants: VariantDraft[]
}

export interface VariantDraft {
  key: string
  name: string
  sku: string
  /** Empty: the product's. */
  price: string
  stock: string
  is_active: boolean
  /** What is there already; undefined for a new one. */
  saved?: Variant
}

type Sent = Body<'POST /agents/:agent_id/products'>['products'][number]
type SentVariant = NonNullable<Sent['variants']>[number]

export const emptyDraft: Draft = {
  ...{ name: '', description: '', category: '', sku: '', image_url: '', price: '', stock: '' },
  is_active: true,
  variants: [],
}

export function draftOf(product: Product): Draft {
  return {
    name: product.name,
    description: product.description ?? '',
    category: product.category ?? '',
    sku: product.sku ?? '',
    image_url: product.image_url ?? '',
    price: typed(product.price),
    stock: product.stock === null ? '' : String(product.stock),
    is_active: product.is_active,
    variants: product.variants.map((saved) => ({
      key: saved.id,
      name: saved.name,
      sku: saved.sku ?? '',
      price: typed(saved.own_price),
      stock: saved.stock === null ? '' : String(saved.stock),
      is_active: saved.is_active,
      saved,
    })),
  }
}

function typed(price: number | null): string {
  return price === null ? '' : price.toFixed(2)
}

export type Fault = 'nameNeeded' | 'priceWrong' | 'priceKept' | 'stockWrong' | 'imageWrong'
/** By field; those of a variant by `key.field`. */
export type Faults = Record<string, Fault>

/** What has to be mended before it can be saved. `needsPrice`: it cannot be without one (any more). */
export function faultsIn(draft: Draft, needsPrice: Fault | undefined): Faults {
  const faults: Faults = {}
  const look = (place: string, { name, price, stock }: Pick<Draft, 'name' | 'price' | 'stock'>) => {
    if (name.trim() === '') faults[`${place}name`] = 'nameNeeded'
    if (price.trim() !== '' && amountIn(price) === undefined) faults[`${place}price`] = 'priceWrong'
    if (stock.trim() !== '' && stockIn(stock) === undefined) faults[`${place}stock`] = 'stockWrong'
  }
  look('', draft)
  if (needsPrice && draft.price.trim() === '') faults.price = needsPrice
  if (draft.image_url.trim() !== '' && !isWebAddress(draft.image_url.trim())) faults.image_url = 'imageWrong'
  for (const variant of draft.variants) look(`${variant.key}.`, variant)
  return faults
}

/** A new product as it is sent: only what was filled in. */
export function newProduct(draft: Draft, externalId: string): Sent {
  return {
    ...changed(draft, emptyDraft),
    external_id: externalId,
    name: draft.name,
    is_active: draft.is_active,
  }
}

/** What is different from the product as it was when somebody began to change it; the rest stays as it is by now. */
export function changesIn(draft: Draft, base: Product): Sent {
  const before = draftOf(base)
  const isSame = JSON.stringify(draft.variants) === JSON.stringify(before.variants)
  return {
    ...changed(draft, before),
    external_id: base.external_id,
    name: draft.name,
    is_active: draft.is_active,
    ...(isSame ? {} : { variants: variantsIn(draft, base) }),
  }
}

function changed(draft: Draft, before: Draft): Partial<Sent> {
  const fields = ['description', 'category', 'sku', 'image_url'] as const
  const texts = fields.filter((field) => draft[field] !== before[field])
  return {
    ...Object.fromEntries(texts.map((field) => [field, draft[field]])),
    ...(draft.price === before.price ? {} : { price: amountIn(draft.price) }),
    ...(draft.stock === before.stock ? {} : { stock: stockIn(draft.stock) ?? null }),
  }
}

/** The list replaces the one there is, so that all are in it; of those that are there, only what changed. */
function variantsIn({ variants }: Draft, base: Product): SentVariant[] {
  const ids = new Set(variants.flatMap(({ saved }) => saved?.external_id ?? []))
  return variants.map(({ name, sku, price, stock, is_active, saved }) => {
    const before = saved && draftOf({ ...base, variants: [saved] }).variants[0]
    return {
      external_id: saved?.external_id ?? freeId(`${base.external_id}-${slug(name) || 'variant'}`, ids),
      name,
      is_active,
      // Of a new one everything: one that was removed may have had its id.
      ...(sku === before?.sku ? {} : { sku }),
      ...(price === before?.price ? {} : { price: amountIn(price) ?? null }),
      ...(stock === before?.stock ? {} : { stock: stockIn(stock) ?? null }),
    }
  })
}

/** The first of `id`, `id-2`, `id-3` … that is not taken, and takes it. */
function freeId(id: string, taken: Set<string>): string {
  let free = id
  for (let n = 2; taken.has(free); n++) free = `${id}-${n}`
  taken.add(free)
  return free
}
