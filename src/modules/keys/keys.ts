import { newId, type Uuid } from '../../lib/ids.ts'
import { digest, mintCredential } from '../../lib/secrets.ts'
import type { Timestamp } from '../../lib/time.ts'
import type { Queryable, Transactional } from '../../platform/db/index.ts'
import { sql } from '../../platform/db/index.ts'
import { type Actor, record } from '../audit/index.ts'
import type { Scope } from './scopes.ts'

export interface ApiKey {
  id: Uuid
  agent_id: Uuid
  name: string
  prefix: string
  scopes: Scope[]
  origins: string[]
  created_at: Timestamp
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
}

export const PREFIX_LENGTH = 12
const COLUMNS = sql`id, agent_id, name, prefix, scopes, origins, created_at, last_used_at, revoked_at`

/** The full key exists only in this answer; what is stored cannot be turned back into it. */
export async function createKey(
  db: Transactional,
  actor: Actor,
  agent: { id: Uuid; workspace_id: Uuid },
  fields: { name: string; scopes: Scope[]; origins: string[] },
  requestId?: string,
): Promise<ApiKey & { key: string }> {
  const key = mintCredential('svk_')
  return db.transaction(async (tx) => {
    const row = (await tx.row<ApiKey>(sql`
      insert into api_keys (id, workspace_id, agent_id, name, hash, prefix, scopes, origins)
      values (${newId()}, ${agent.workspace_id}, ${agent.id}, ${fields.name}, ${digest(key)},
              ${key.slice(0, PREFIX_LENGTH)}, ${[...new Set(fields.scopes)]}, ${[...new Set(fields.origins)]})
      returning ${COLUMNS}`)) as ApiKey
    await record(tx, {
      workspaceId: agent.workspace_id,
      agentId: agent.id,
      actor,
      action: 'key.created',
      target: row.id,
      detail: { prefix: row.prefix, scopes: row.scopes, origins: row.origins },
      requestId,
    })
    return { ...row, key }
  })
}

/** Revoking again changes nothing. Undefined when the key is not there (or not this workspace's). */
export async function revokeKey(
  db: Transactional,
  actor: Actor,
  id: Uuid,
  workspaceId?: Uuid,
  requestId?: string,
): Promise<ApiKey | undefined> {
  return db.transaction(async (tx) => {
    const found = await tx.row<ApiKey & { workspace_id: Uuid }>(sql`
      select ${COLUMNS}, workspace_id from api_keys
       where id = ${id} and (${workspaceId ?? null}::uuid is null or workspace_id = ${workspaceId ?? null})
         for update`)
    if (!found) return undefined
    const { workspace_id: owner, ...key } = found
    if (key.revoked_at) return key
    await record(tx, {
      workspaceId: owner,
      agentId: key.agent_id,
      actor,
      action: 'key.revoked',
      target: id,
      detail: { prefix: key.prefix },
      requestId,
    })
    return tx.row<ApiKey>(sql`
      update api_keys set revoked_at = clock_timestamp() where id = ${id} returning ${COLUMNS}`)
  })
}

export function keysOf(db: Queryable, agentId: Uuid): Promise<ApiKey[]> {
  return db.rows<ApiKey>(
    sql`select ${COLUMNS} from api_keys where agent_id = ${agentId} order by created_at, id`,
  )
}
