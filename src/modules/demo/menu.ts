import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { listProducts, type ProductRow, type VariantRow } from '../catalogue/index.ts'
import { products as shelf } from './products.ts'

export interface Dish {
  externalId: string
  name: string
  description: string
  /** One price, or one for each variant; none when the team quotes it. */
  prices: { label: string | undefined; sen: Sen }[]
  isSoldOut: boolean
  /** How many there still are, when it is worth hurrying. */
  left: number | undefined
}

export interface Section {
  name: string
  dishes: Dish[]
}

const MOST_PRODUCTS = 200
const NEARLY_OUT = 5
const OTHERS = 'And more'

/** What the shop sells at this moment, as a menu: the sections and dishes in the order the demo wrote them. */
export async function readMenu(db: Queryable, agentId: Uuid): Promise<Section[]> {
  const rows = await listProducts(db, agentId, { limit: MOST_PRODUCTS, archived: false })
  const sections = new Map<string, Dish[]>()
  for (const row of rows.filter(({ is_active }) => is_active).toSorted(byPlace)) {
    const name = row.category ?? OTHERS
    sections.set(name, [...(sections.get(name) ?? []), dishOf(row)])
  }
  return [...sections].map(([name, dishes]) => ({ name, dishes }))
}

/** What was added later stands after what the demo began with. */
const places = new Map(shelf.map(({ external_id }, i) => [String(external_id), i]))
const placeOf = ({ external_id }: ProductRow) => places.get(external_id) ?? places.size
const byPlace = (one: ProductRow, other: ProductRow) => placeOf(one) - placeOf(other)

function dishOf({ variants, ...product }: ProductRow): Dish {
  const active = variants.filter(({ is_active }) => is_active)
  const sold = active.length > 0 ? active : [product]
  const left = sold.map(availableOf)
  const total = left.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  )
  return {
    externalId: product.external_id,
    name: product.name,
    description: product.description ?? '',
    prices: sold.flatMap(({ name, price_sen: sen }) =>
      sen === null ? [] : [{ label: active.length > 0 ? name : undefined, sen }],
    ),
    isSoldOut: total === 0,
    left: total !== undefined && total > 0 && total <= NEARLY_OUT ? total : undefined,
  }
}

/** Undefined where nobody counts. */
function availableOf({ on_hand, held }: Pick<VariantRow, 'on_hand' | 'held'>): number | undefined {
  return on_hand === null ? undefined : Math.max(0, on_hand - held)
}
