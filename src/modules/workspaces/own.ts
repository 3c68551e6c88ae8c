import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql, type Transactional, within } from '../../platform/db/index.ts'
import { conflict, notFound, raise } from '../../platform/http/index.ts'
import type { Actor } from '../audit/index.ts'
import { ownersOnly, type Role } from '../users/index.ts'
import type { Change } from './schema.ts'
import { updateWorkspace, type Workspace } from './workspaces.ts'

export interface LedgerEntry {
  id: Uuid
  amount: number
  balance: number
  reason: string
  created_at: Timestamp
}

/** What the business changes about itself. A number that another one calls from is not up for grabs. */
export async function changeOwnWorkspace(
  context: { db: Transactional; actor: Actor; role: Role; workspaceId: Uuid; requestId: string },
  { name, payment_window_seconds, outbound_number }: Change,
): Promise<Workspace> {
  ownersOnly(context)
  const { db, actor, workspaceId, requestId } = context
  return db.transaction(async (tx) => {
    if (outbound_number) await claimNumber(tx, workspaceId, outbound_number)
    const fields = {
      name,
      paymentWindowSeconds: payment_window_seconds,
      outboundNumber: outbound_number,
    }
    const changed = await updateWorkspace(within(tx), actor, workspaceId, fields, requestId)
    return changed ?? raise(notFound())
  })
}

/** Two that want the same number at the same moment come one after the other. */
async function claimNumber(tx: Queryable, workspaceId: Uuid, number: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('outbound ' || ${number}::text, 0))`)
  const taken = await tx.row(sql`
    select from workspaces where outbound_number = ${number} and id <> ${workspaceId} limit 1`)
  if (taken) {
    throw conflict('number not available', 'This number cannot be used here. Ask who runs the service.')
  }
}

/** Newest first, one more than asked for. */
export function ledgerOf(
  db: Queryable,
  workspaceId: Uuid,
  { limit, before }: { limit: number; before?: Uuid | undefined },
): Promise<LedgerEntry[]> {
  return db.rows<LedgerEntry>(sql`
    select id, amount, balance, reason, created_at from credit_ledger
     where workspace_id = ${workspaceId} ${before === undefined ? nothing : sql`and id < ${before}`}
     order by id desc limit ${limit + 1}`)
}
