import type { Uuid } from '../../lib/ids.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'

/*
 * A sync writes hundreds of rows in whatever order is quickest, and an order locks a few of the same rows: the two could
 * wait for each other for good. So whoever syncs has an agent's catalogue alone, for some milliseconds; orders share it and
 * lock their rows in one fixed order among themselves. Released with the transaction.
 */

/** For whoever writes products, variants or counts: nobody else writes or holds stock of this agent meanwhile. */
export async function haveCatalogueAlone(tx: Queryable, agentId: Uuid): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('catalogue ' || ${agentId}::text, 0))`)
}

/** For whoever holds stock. */
export async function shareCatalogue(tx: Queryable, agentId: Uuid): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock_shared(hashtextextended('catalogue ' || ${agentId}::text, 0))`,
  )
}
