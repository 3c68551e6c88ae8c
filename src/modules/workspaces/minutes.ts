import { newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'

/** Specification, section 8: what a minute of voice costs. Who has less than one begins no talk. */
export const MINUTE_CREDITS = 400

export function voicePrice(seconds: number): number {
  return Math.ceil((seconds * MINUTE_CREDITS) / 60)
}

export async function balanceOf(db: Queryable, id: Uuid): Promise<number> {
  const row = await db.row<{ credits: number }>(sql`select credits from workspaces where id = ${id}`)
  return row?.credits ?? 0
}

/** When the balance last came to at least so much; undefined when it never did. */
export async function lastAbove(db: Queryable, id: Uuid, credits: number): Promise<Timestamp | undefined> {
  const row = await db.row<{ created_at: Timestamp }>(sql`
    select created_at from credit_ledger
     where workspace_id = ${id} and balance >= ${credits} order by id desc limit 1`)
  return row?.created_at
}

/**
 * Takes the price of a talk in full, below nothing if need be: it is over, and was had. What it is for can be charged
 * once and never again.
 */
export async function chargeVoice(
  tx: Queryable,
  id: Uuid,
  seconds: number,
  reason: string,
  chargedFor?: Uuid,
): Promise<number> {
  const price = voicePrice(seconds)
  if (price === 0) return 0
  await tx.run(sql`
    with after as (
      update workspaces set credits = credits - ${price} where id = ${id} returning credits
    )
    insert into credit_ledger (workspace_id, id, amount, balance, reason, charged_for)
    select ${id}, ${newId()}, ${-price}, credits, ${reason}, ${chargedFor ?? null} from after`)
  return price
}
