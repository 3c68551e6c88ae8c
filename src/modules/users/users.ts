import { hash, verify } from '@node-rs/argon2'
import { newId, type Uuid } from '../../lib/ids.ts'
import { digest, randomBase62 } from '../../lib/secrets.ts'
import type { Timestamp } from '../../lib/time.ts'
import { isUniqueViolation, type Queryable, sql, type Transactional } from '../../platform/db/index.ts'
import { conflict } from '../../platform/http/index.ts'
import { type Actor, record } from '../audit/index.ts'

export type Role = 'owner' | 'member'

export interface User {
  id: Uuid
  workspace_id: Uuid
  email: string
  role: Role
  created_at: Timestamp
}

/** Long enough for a link that waits in a mailbox over night, short enough to be forgotten safely. */
const LINK_HOURS = 24
const COLUMNS = sql`id, workspace_id, email, role, created_at`

/** The first person of a workspace owns it. */
export async function createUser(
  db: Transactional,
  actor: Actor,
  workspaceId: Uuid,
  fields: { email: string; password?: string | undefined; role?: Role | undefined },
  requestId?: string,
): Promise<User> {
  const passwordHash = fields.password === undefined ? null : await hash(fields.password)
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, workspaceId, fields, passwordHash)
    await record(tx, {
      workspaceId,
      actor,
      action: 'user.created',
      target: user.id,
      detail: { role: user.role },
      requestId,
    })
    return user
  })
}

async function insertUser(
  tx: Queryable,
  workspaceId: Uuid,
  { email, role = 'member' }: { email: string; role?: Role | undefined },
  passwordHash: string | null,
): Promise<User> {
  try {
    return (await tx.row<User>(sql`
      insert into users (id, workspace_id, email, password_hash, role)
      select ${newId()}, w.id, ${email}, ${passwordHash},
             case when exists (select from users where workspace_id = w.id) then ${role} else 'owner' end
        from workspaces w where w.id = ${workspaceId}
      returning ${COLUMNS}`)) as User
  } catch (error) {
    if (isUniqueViolation(error, 'users_by_email'))
      throw conflict(`a user with the email ${email} exists already`)
    throw error
  }
}

export function findUserByEmail(db: Queryable, email: string): Promise<User | undefined> {
  return db.row<User>(sql`select ${COLUMNS} from users where lower(email) = lower(${email})`)
}

export function usersOf(db: Queryable, workspaceId: Uuid): Promise<User[]> {
  return db.rows<User>(
    sql`select ${COLUMNS} from users where workspace_id = ${workspaceId} order by created_at, id`,
  )
}

/** A token for a link to choose a password with. A new one makes older ones worthless. */
export async function createPasswordLink(
  db: Transactional,
  actor: Actor,
  user: User,
  {
    detail = {},
    requestId,
  }: { detail?: Record<string, unknown> | undefined; requestId?: string | undefined } = {},
): Promise<string> {
  const token = randomBase62(43)
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from password_links where user_id = ${user.id}`)
    await tx.run(sql`
      insert into password_links (hash, user_id, expires_at)
      values (${digest(token)}, ${user.id}, clock_timestamp() + make_interval(hours => ${LINK_HOURS}))`)
    await record(tx, {
      workspaceId: user.workspace_id,
      actor,
      action: 'user.password_link_created',
      target: user.id,
      detail,
      requestId,
    })
  })
  return token
}

export function findByPasswordLink(db: Queryable, token: string): Promise<User | undefined> {
  return db.row<User>(sql`
    select ${COLUMNS} from users
     where id = (select user_id from password_links where hash = ${digest(token)} and expires_at > clock_timestamp())`)
}

/** Uses the link up, sets the password, and ends every sign-in made with the old one. Undefined for a dead link. */
export async function redeemPasswordLink(
  db: Transactional,
  token: string,
  password: string,
): Promise<User | undefined> {
  const passwordHash = await hash(password)
  return db.transaction(async (tx) => {
    const user = await tx.row<User>(sql`
      with used as (
        delete from password_links where hash = ${digest(token)} and expires_at > clock_timestamp() returning user_id
      )
      update users set password_hash = ${passwordHash} from used where users.id = used.user_id
      returning ${COLUMNS}`)
    if (!user) return undefined
    await tx.run(sql`delete from sign_ins where user_id = ${user.id}`)
    const actor = { kind: 'user', id: user.id } as const
    await record(tx, { workspaceId: user.workspace_id, actor, action: 'user.password_set', target: user.id })
    return user
  })
}

/** Takes as long for an unknown address as for a wrong password, so that it tells nobody who has an account. */
export async function checkPassword(
  db: Queryable,
  email: string,
  password: string,
): Promise<User | undefined> {
  const row = await db.row<User & { password_hash: string | null }>(sql`
    select ${COLUMNS}, password_hash from users where lower(email) = lower(${email})`)
  const right = await verify(row?.password_hash ?? (await decoy()), password)
  if (!row?.password_hash || !right) return undefined
  const { password_hash: _, ...user } = row
  return user
}

let decoyHash: Promise<string> | undefined
function decoy(): Promise<string> {
  decoyHash ??= hash(randomBase62(20))
  return decoyHash
}
