import { type Sen, toRinggit } from '../../lib/money.ts'
import { writeNameCursor } from './cursor.ts'
import type { ProductRow, VariantRow } from './listing.ts'

export function presentManaged(row: ProductRow) {
  const { id, agent_id, source, external_id, name, description, category, sku, image_url } = row
  const { archived_at, updated_at } = row
  return {
    ...{ id, agent_id, source, external_id, name, description, category, sku, image_url, archived_at },
    ...shelfOf(row),
    updated_at,
    variants: row.variants.map((variant) => ({
      id: variant.id,
      external_id: variant.external_id,
      name: variant.name,
      sku: variant.sku,
      own_price: ringgit(variant.own_price_sen),
      ...shelfOf(variant),
    })),
  }
}

/** Rows hold one more than asked for. */
export function presentPage(rows: ProductRow[], limit: number) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    data: shown.map(presentManaged),
    hasMore,
    next_cursor: hasMore && last ? writeNameCursor({ name: last.sort_name, id: last.id }) : null,
  }
}

function shelfOf({ price_sen, is_active, on_hand, held }: ProductRow | VariantRow) {
  return {
    price: ringgit(price_sen),
    is_active,
    stock: on_hand,
    held,
    available: on_hand === null ? null : Math.max(0, on_hand - held),
  }
}

function ringgit(sen: Sen | null): number | null {
  return sen === null ? null : toRinggit(sen)
}
