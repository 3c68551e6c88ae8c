import { idAt, newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql, type Transactional } from '../../platform/db/index.ts'
import { type Actor, record } from '../audit/index.ts'
import { type Balances, type Plan, watchBalance } from './low.ts'

export interface Workspace {
  id: Uuid
  name: string
  plan: Plan
  verified: boolean
  credits: number
  outbound_number: string | null
  payment_window_seconds: number | null
  is_demo: boolean
  created_at: Timestamp
}

/** Absent leaves a field as it is; null clears one that may be empty. */
export interface WorkspaceFields {
  name?: string | undefined
  plan?: Plan | undefined
  verified?: boolean | undefined
  credits?: number | undefined
  outboundNumber?: string | null | undefined
  paymentWindowSeconds?: number | null | undefined
}

const STARTING_CREDITS: Record<Plan, number> = { free: 1_000, paid: 10_000 }
const COLUMNS = sql`id, name, plan, verified, credits, outbound_number, payment_window_seconds, is_demo, created_at`

/** `creditsFrom`: when its ledger begins, where a past is brought in after it. */
export async function createWorkspace(
  db: Transactional,
  actor: Actor,
  fields: WorkspaceFields & { name: string; isDemo?: boolean; creditsFrom?: Date },
): Promise<Workspace> {
  const plan = fields.plan ?? 'free'
  const credits = fields.credits ?? STARTING_CREDITS[plan]
  return db.transaction(async (tx) => {
    const workspace = (await tx.row<Workspace>(sql`
      insert into workspaces (id, name, plan, verified, credits, outbound_number, payment_window_seconds, is_demo)
      values (${newId()}, ${fields.name}, ${plan}, ${fields.verified ?? false}, ${credits},
              ${fields.outboundNumber ?? null}, ${fields.paymentWindowSeconds ?? null}, ${fields.isDemo ?? false})
      returning ${COLUMNS}`)) as Workspace
    await writeLedger(tx, workspace.id, credits, credits, 'starting balance', fields.creditsFrom)
    await record(tx, { workspaceId: workspace.id, actor, action: 'workspace.created', target: workspace.id })
    return workspace
  })
}

export async function updateWorkspace(
  db: Transactional,
  actor: Actor,
  id: Uuid,
  fields: WorkspaceFields,
  requestId?: string,
): Promise<Workspace | undefined> {
  return db.transaction(async (tx) => {
    const before = await tx.row<Workspace>(sql`select ${COLUMNS} from workspaces where id = ${id} for update`)
    if (!before) return undefined
    const wanted = {
      name: fields.name ?? before.name,
      plan: fields.plan ?? before.plan,
      verified: fields.verified ?? before.verified,
      credits: fields.credits ?? before.credits,
      outbound_number: fields.outboundNumber === undefined ? before.outbound_number : fields.outboundNumber,
      payment_window_seconds:
        fields.paymentWindowSeconds === undefined
          ? before.payment_window_seconds
          : fields.paymentWindowSeconds,
    }
    const after = (await tx.row<Workspace>(sql`
      update workspaces
         set name = ${wanted.name}, plan = ${wanted.plan}, verified = ${wanted.verified}, credits = ${wanted.credits},
             outbound_number = ${wanted.outbound_number}, payment_window_seconds = ${wanted.payment_window_seconds}
       where id = ${id}
      returning ${COLUMNS}`)) as Workspace
    if (after.credits !== before.credits) {
      await writeLedger(tx, id, after.credits - before.credits, after.credits, 'set by an operator')
    }
    const balances = { before: before.credits, after: after.credits, plan: after.plan }
    await watchBalance(tx, id, balances, { planBefore: before.plan, actor })
    await record(tx, {
      workspaceId: id,
      actor,
      action: 'workspace.updated',
      target: id,
      detail: difference(before, after),
      requestId,
    })
    return after
  })
}

export function findWorkspace(db: Queryable, id: Uuid): Promise<Workspace | undefined> {
  return db.row<Workspace>(sql`select ${COLUMNS} from workspaces where id = ${id}`)
}

export function allWorkspaces(db: Queryable): Promise<Workspace[]> {
  return db.rows<Workspace>(sql`select ${COLUMNS} from workspaces order by created_at, id`)
}

export async function canSpend(db: Queryable, id: Uuid, amount: number): Promise<boolean> {
  const row = await db.row(sql`select from workspaces where id = ${id} and credits >= ${amount}`)
  return row !== undefined
}

/** Takes credits, as far as there are any: what was already done is not undone for want of the last one. */
export async function spend(tx: Queryable, id: Uuid, amount: number, reason: string): Promise<void> {
  if (amount <= 0) return
  const balances = await tx.row<Balances>(sql`
    with before as (
      -- No stronger than the update itself: rows that refer to the workspace are written beside it.
      select credits from workspaces where id = ${id} and credits > 0 for no key update
    ), after as (
      update workspaces w set credits = greatest(0, w.credits - ${amount}) from before where w.id = ${id}
      returning w.plan, before.credits as before, w.credits as after
    ), written as (
      insert into credit_ledger (workspace_id, id, amount, balance, reason)
      select ${id}, ${newId()}, after.after - after.before, after.after, ${reason} from after
    )
    select plan, before, after from after`)
  if (balances) await watchBalance(tx, id, balances)
}

async function writeLedger(
  tx: Queryable,
  workspaceId: Uuid,
  amount: number,
  balance: number,
  reason: string,
  at?: Date,
) {
  await tx.run(sql`
    insert into credit_ledger (workspace_id, id, amount, balance, reason, created_at)
    values (${workspaceId}, ${at ? idAt(at) : newId()}, ${amount}, ${balance}, ${reason},
            coalesce(${at ?? null}, clock_timestamp()))`)
}

function difference(before: Workspace, after: Workspace): Record<string, unknown> {
  const changed = (Object.keys(after) as (keyof Workspace)[]).filter((key) => before[key] !== after[key])
  return Object.fromEntries(changed.map((key) => [key, { before: before[key], after: after[key] }]))
}
