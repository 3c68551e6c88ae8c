import type { Answer } from '../api/client.ts'
import { type Conversation, type Filters, matches } from './filters.ts'

type Page = Answer<'GET /conversations'>

/**
 * The list as somebody is reading it. What changes is taken into its rows at once; their order stays until they ask for
 * it, so that nothing moves under their eyes.
 */
export interface Held {
  rows: Record<string, Conversation>
  /** The ids on screen, from the top. */
  order: string[]
  /** Where the next page begins; null at the end. */
  cursor: string | null
  /** How new the top was when it was put in order. */
  top: string
  /** The newest page as it was asked for last. Who is older than its last one is not told about by it. */
  head: { ids: string[]; cursor: string | null; oldest: string }
  /** No longer what was asked for: they would be in the newest page. They go when the list is put in order. */
  gone: string[]
}

export function activityOf({ last_message_at, created_at }: Conversation): string {
  return last_message_at ?? created_at
}

/** The first page, or the first page again. */
export function withHead(held: Held | undefined, page: Page, filters: Filters, isAtTop: boolean): Held {
  const rows = Object.fromEntries(page.data.map((row) => [row.id, row]))
  const ids = page.data.map(({ id }) => id)
  const last = page.data.at(-1)
  const oldest = page.hasMore && last ? activityOf(last) : ''
  const head = { ids, cursor: page.next_cursor, oldest }
  if (!held) return { rows, order: ids, cursor: page.next_cursor, top: topOf(rows, ids), head, gone: [] }
  const gone = Object.values(held.rows)
    .filter((row) => activityOf(row) > oldest && !rows[row.id])
    .map(({ id }) => id)
  const merged = { ...held, rows: { ...held.rows, ...rows }, head, gone }
  return isAtTop ? inOrder(merged, filters) : merged
}

export function withNextPage(held: Held, page: Page): Held {
  const known = new Set(held.order)
  const added = page.data.map(({ id }) => id).filter((id) => !known.has(id))
  return {
    ...held,
    rows: { ...held.rows, ...Object.fromEntries(page.data.map((row) => [row.id, row])) },
    order: [...held.order, ...added],
    cursor: page.next_cursor,
  }
}

/** Newest first again, without those that are no longer what was asked for. */
export function inOrder(held: Held, filters: Filters): Held {
  const { head } = held
  const known = new Set(held.order)
  // More came than a page holds: between the newest and what is held there may be others.
  const isTorn = head.cursor !== null && !head.ids.some((id) => known.has(id))
  const gone = new Set(held.gone)
  const ids = isTorn ? head.ids : Object.keys(held.rows).filter((id) => !gone.has(id))
  const rows = Object.fromEntries(
    ids.flatMap((id) => {
      const row = held.rows[id]
      return row && matches(filters, row) ? [[id, row]] : []
    }),
  )
  const order = Object.values(rows)
    .sort(newestFirst)
    .map(({ id }) => id)
  return {
    ...held,
    rows,
    order,
    cursor: isTorn ? head.cursor : held.cursor,
    top: topOf(rows, order),
    gone: [],
  }
}

export function withRow(held: Held, row: Conversation): Held {
  return held.rows[row.id] ? { ...held, rows: { ...held.rows, [row.id]: row } } : held
}

export function without(held: Held, id: string): Held {
  const { [id]: _, ...rows } = held.rows
  return { ...held, rows, order: held.order.filter((one) => one !== id) }
}

/** How many would come in at the top. */
export function newIn({ rows, order, top, gone }: Held): number {
  const known = new Set(order)
  const left = new Set([...gone, order[0]])
  return Object.values(rows).filter(
    (row) => !left.has(row.id) && (!known.has(row.id) || activityOf(row) > top),
  ).length
}

function newestFirst(a: Conversation, b: Conversation): number {
  return compare(activityOf(b), activityOf(a)) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function topOf(rows: Held['rows'], [first]: string[]): string {
  const row = first === undefined ? undefined : rows[first]
  return row ? activityOf(row) : ''
}
