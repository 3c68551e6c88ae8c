import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Db, type Queryable, sql } from '../../platform/db/index.ts'
import { type Actor, record } from '../audit/index.ts'

export interface Barred {
  phone: string
  created_at: Timestamp
}

/** The workspace's do-not-call list. Numbers are E.164; doing a thing twice changes nothing. */
export async function addDoNotCall(
  db: Db,
  actor: Actor,
  workspaceId: Uuid,
  phone: string,
  requestId?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const added = await tx.run(sql`
      insert into do_not_call (workspace_id, phone) values (${workspaceId}, ${phone}) on conflict do nothing`)
    if (added) await record(tx, { workspaceId, actor, action: 'do_not_call.added', target: phone, requestId })
  })
}

export async function removeDoNotCall(
  db: Db,
  actor: Actor,
  workspaceId: Uuid,
  phone: string,
  requestId?: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx.run(sql`
      delete from do_not_call where workspace_id = ${workspaceId} and phone = ${phone}`)
    if (removed)
      await record(tx, { workspaceId, actor, action: 'do_not_call.removed', target: phone, requestId })
    return removed > 0
  })
}

export function doNotCallList(db: Queryable, workspaceId: Uuid): Promise<Barred[]> {
  return db.rows<Barred>(sql`
    select phone, created_at from do_not_call where workspace_id = ${workspaceId} order by phone`)
}

export async function isDoNotCall(db: Queryable, workspaceId: Uuid, phone: string): Promise<boolean> {
  const row = await db.row(sql`
    select from do_not_call where workspace_id = ${workspaceId} and phone = ${phone}`)
  return row !== undefined
}

export async function hasOptedOut(db: Queryable, agentId: Uuid, phone: string): Promise<boolean> {
  const row = await db.row(sql`select from call_opt_outs where agent_id = ${agentId} and phone = ${phone}`)
  return row !== undefined
}

/** A person who does not want this agent's calls; they need not have written or called before. */
export async function setOptOut(
  db: Db,
  actor: Actor,
  agent: { id: Uuid; workspace_id: Uuid },
  phone: string,
  optedOut: boolean,
  requestId?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx.run(
      optedOut
        ? sql`insert into call_opt_outs (agent_id, phone) values (${agent.id}, ${phone}) on conflict do nothing`
        : sql`delete from call_opt_outs where agent_id = ${agent.id} and phone = ${phone}`,
    )
    if (!changed) return
    const action = optedOut ? 'contact.opted_out' : 'contact.opted_in'
    const whose = { workspaceId: agent.workspace_id, agentId: agent.id }
    await record(tx, { ...whose, actor, action, target: phone, requestId })
  })
}
