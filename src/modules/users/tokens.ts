import { newId, type Uuid } from '../../lib/ids.ts'
import { digest, isWellFormed, mintCredential } from '../../lib/secrets.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Db, type Queryable, sql } from '../../platform/db/index.ts'
import { type Actor, record } from '../audit/index.ts'
import type { Role, User } from './users.ts'

export interface ManagementToken {
  id: Uuid
  user_id: Uuid
  email: string
  prefix: string
  only: 'inbound' | null
  created_at: Timestamp
  revoked_at: Timestamp | null
}

export interface TokenHolder {
  tokenId: Uuid
  userId: Uuid
  workspaceId: Uuid
  email: string
  role: Role
  onlyInbound: boolean
}

const COLUMNS = sql`t.id, t.user_id, u.email, t.prefix, case when t.only_inbound then 'inbound' end as only,
  t.created_at, t.revoked_at`

/** Acts as the user. One that is `onlyInbound` can do nothing but deliver customers' messages. */
export async function createToken(
  db: Db,
  actor: Actor,
  user: User,
  onlyInbound: boolean,
): Promise<ManagementToken & { token: string }> {
  const token = mintCredential('imt_')
  const id = newId()
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into management_tokens (id, user_id, hash, prefix, only_inbound)
      values (${id}, ${user.id}, ${digest(token)}, ${token.slice(0, 12)}, ${onlyInbound})`)
    await record(tx, {
      workspaceId: user.workspace_id,
      actor,
      action: 'token.created',
      target: id,
      detail: { only: onlyInbound ? 'inbound' : null },
    })
    const row = (await tx.row<ManagementToken>(sql`
      select ${COLUMNS} from management_tokens t join users u on u.id = t.user_id where t.id = ${id}`)) as ManagementToken
    return { token, ...row }
  })
}

export async function revokeToken(db: Db, actor: Actor, id: Uuid): Promise<ManagementToken | undefined> {
  return db.transaction(async (tx) => {
    const owner = await tx.row<{ workspace_id: Uuid; revoked: boolean }>(sql`
      select u.workspace_id, t.revoked_at is not null as revoked
        from management_tokens t join users u on u.id = t.user_id
       where t.id = ${id} for update of t`)
    if (!owner) return undefined
    if (!owner.revoked) {
      await tx.run(sql`update management_tokens set revoked_at = clock_timestamp() where id = ${id}`)
      await record(tx, { workspaceId: owner.workspace_id, actor, action: 'token.revoked', target: id })
    }
    return tx.row<ManagementToken>(sql`
      select ${COLUMNS} from management_tokens t join users u on u.id = t.user_id where t.id = ${id}`)
  })
}

export function allTokens(db: Queryable): Promise<ManagementToken[]> {
  return db.rows<ManagementToken>(sql`
    select ${COLUMNS} from management_tokens t join users u on u.id = t.user_id order by t.created_at, t.id`)
}

export async function findToken(db: Queryable, token: string): Promise<TokenHolder | undefined> {
  if (!isWellFormed('imt_', token)) return undefined
  return db.row<TokenHolder>(sql`
    select t.id as "tokenId", u.id as "userId", u.workspace_id as "workspaceId", u.email, u.role,
           t.only_inbound as "onlyInbound"
      from management_tokens t join users u on u.id = t.user_id
     where t.hash = ${digest(token)} and t.revoked_at is null`)
}
