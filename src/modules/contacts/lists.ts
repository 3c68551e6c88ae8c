import type { Uuid } from '../../lib/ids.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import type { Barred } from './contacts.ts'

export interface Page {
  limit: number
  after?: string | undefined
}

/** By number, one more than asked for. */
export function doNotCallPage(db: Queryable, workspaceId: Uuid, { limit, after }: Page): Promise<Barred[]> {
  return db.rows<Barred>(sql`
    select phone, created_at from do_not_call
     where workspace_id = ${workspaceId} ${after === undefined ? nothing : sql`and phone > ${after}`}
     order by phone limit ${limit + 1}`)
}

/** Who does not want this agent's calls, by number, one more than asked for. */
export function optOutPage(db: Queryable, agentId: Uuid, { limit, after }: Page): Promise<Barred[]> {
  return db.rows<Barred>(sql`
    select phone, created_at from call_opt_outs
     where agent_id = ${agentId} ${after === undefined ? nothing : sql`and phone > ${after}`}
     order by phone limit ${limit + 1}`)
}
