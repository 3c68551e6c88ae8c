import type { Uuid } from '../../lib/ids.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import type { CallsQuery } from './schema.ts'
import { READ_CALL, type ReadCall } from './store.ts'

/** Newest first over the agents of a workspace, one more than asked for. Each agent's newest come by index. */
export function listWorkspaceCalls(
  db: Queryable,
  workspaceId: Uuid,
  { limit, status, direction, agent_id, conversation_id, cursor }: CallsQuery,
): Promise<ReadCall[]> {
  return db.rows<ReadCall>(sql`
    select newest.* from agents a cross join lateral (
      select ${READ_CALL} from calls c
       where c.agent_id = a.id
         ${status ? sql`and c.status = ${status}` : nothing}
         ${direction ? sql`and c.direction = ${direction}` : nothing}
         ${conversation_id ? sql`and c.conversation_id = ${conversation_id}` : nothing}
         ${cursor ? sql`and (c.created_at, c.id) < (${cursor.at}, ${cursor.id})` : nothing}
       order by c.created_at desc, c.id desc limit ${limit + 1}) newest
     where a.workspace_id = ${workspaceId} ${agent_id ? sql`and a.id = ${agent_id}` : nothing}
     order by newest.created_at desc, newest.id desc limit ${limit + 1}`)
}

/** The agent that made or took the call, if it belongs to the workspace. */
export async function agentOfCall(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<Uuid | undefined> {
  const row = await db.row<{ agent_id: Uuid }>(sql`
    select agent_id from calls where id = ${id} and workspace_id = ${workspaceId}`)
  return row?.agent_id
}
