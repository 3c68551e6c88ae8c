import type { Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import type { CustomerRow, Entry, Page } from './store.ts'
import * as store from './store.ts'
import { conversationsOf, type Who, whoIs } from './who.ts'

export interface Customer extends CustomerRow {
  key: string
  phone: string | null
}

/** Newest activity first, and the row at which the page ended when there are more. */
export async function listCustomers(
  db: Queryable,
  workspaceId: Uuid,
  page: Page,
): Promise<{ customers: Customer[]; last: Entry | undefined }> {
  const entries = await store.list(db, workspaceId, page)
  const shown = entries.slice(0, page.limit)
  const whos = shown.map(({ id, phone }) =>
    phone === null ? { workspaceId, conversationId: id } : { workspaceId, phone },
  )
  const rows = await store.read(db, workspaceId, whos)
  const customers = rows.map((row, i) => ({ ...named(whos[i] as Who), ...row }))
  return { customers, last: entries.length > page.limit ? shown.at(-1) : undefined }
}

export async function readCustomer(
  db: Queryable,
  workspaceId: Uuid,
  key: string,
): Promise<Customer & store.Barred> {
  const who = await whoIs(db, workspaceId, key)
  return { ...(await readWho(db, who)), ...(await store.barred(db, who)) }
}

/** What is theirs: the number their orders name, and the ids of their conversations. */
export async function belongingsOf(
  db: Queryable,
  workspaceId: Uuid,
  key: string,
): Promise<{ phone: string | null; conversationIds: Uuid[] }> {
  const who = await whoIs(db, workspaceId, key)
  const rows = await db.rows<{ id: Uuid }>(conversationsOf(who))
  return { phone: named(who).phone, conversationIds: rows.map(({ id }) => id) }
}

export async function readWho(db: Queryable, who: Who): Promise<Customer> {
  const [row] = await store.read(db, who.workspaceId, [who])
  return { ...named(who), ...(row as CustomerRow) }
}

function named(who: Who): Pick<Customer, 'key' | 'phone'> {
  return 'phone' in who ? { key: who.phone, phone: who.phone } : { key: who.conversationId, phone: null }
}
