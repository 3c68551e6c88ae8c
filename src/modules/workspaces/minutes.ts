import { idAt, newId, type Uuid } from '../../lib/ids.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import { type Balances, watchBalance } from './low.ts'
import { voicePrice } from './prices.ts'

export async function balanceOf(db: Queryable, id: Uuid): Promise<number> {
  const row = await db.row<{ credits: number }>(sql`select credits from workspaces where id = ${id}`)
  return row?.credits ?? 0
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
  const balances = await tx.row<Balances>(sql`
    with after as (
      update workspaces set credits = credits - ${price} where id = ${id} returning credits, plan
    ), written as (
      insert into credit_ledger (workspace_id, id, amount, balance, reason, charged_for)
      select ${id}, ${newId()}, ${-price}, credits, ${reason}, ${chargedFor ?? null} from after
    )
    select credits + ${price} as before, credits as after, plan from after`)
  if (balances) await watchBalance(tx, id, balances)
  return price
}

export interface PastTalk {
  seconds: number
  reason: string
  chargedFor: Uuid
  at: Date
}

/** The same for talks of before, each at its own moment. Nobody is told that little is left: it is long known. */
export async function chargePastTalks(tx: Queryable, id: Uuid, past: PastTalk[]): Promise<void> {
  const inOrder = past.toSorted((left, right) => left.at.getTime() - right.at.getTime())
  let balance = await balanceOf(tx, id)
  const entries = inOrder.map(({ seconds, at, ...talk }) => {
    const price = voicePrice(seconds)
    balance -= price
    return { ...talk, id: idAt(at), amount: -price, balance, at }
  })
  await tx.run(sql`update workspaces set credits = ${balance} where id = ${id}`)
  await tx.run(sql`
    insert into credit_ledger (workspace_id, id, amount, balance, reason, charged_for, created_at)
    select ${id}, e.id, e.amount, e.balance, e.reason, e."chargedFor", e.at
      from jsonb_to_recordset(${JSON.stringify(entries)}) as e (
        id uuid, amount bigint, balance bigint, reason text, "chargedFor" uuid, at timestamptz)`)
}
