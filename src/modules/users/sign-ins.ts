import { newId, type Uuid } from '../../lib/ids.ts'
import { digest, randomBase62 } from '../../lib/secrets.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import type { Role, User } from './users.ts'

export interface SignIn {
  id: Uuid
  user_agent: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

export interface SignedIn {
  signInId: Uuid
  userId: Uuid
  workspaceId: Uuid
  email: string
  role: Role
}

export const SIGN_IN_DAYS = 30

/** The token goes into a cookie; only its hash is stored. */
export async function signIn(db: Queryable, user: User, userAgent: string | undefined): Promise<string> {
  const token = randomBase62(43)
  await db.run(sql`
    insert into sign_ins (id, user_id, hash, user_agent, expires_at)
    values (${newId()}, ${user.id}, ${digest(token)}, ${userAgent?.slice(0, 300) ?? null},
            clock_timestamp() + make_interval(days => ${SIGN_IN_DAYS}))`)
  return token
}

export function findSignIn(db: Queryable, token: string): Promise<SignedIn | undefined> {
  return db.row<SignedIn>(sql`
    select s.id as "signInId", u.id as "userId", u.workspace_id as "workspaceId", u.email, u.role
      from sign_ins s join users u on u.id = s.user_id
     where s.hash = ${digest(token)} and s.expires_at > clock_timestamp()`)
}

export function signInsOf(db: Queryable, userId: Uuid): Promise<SignIn[]> {
  return db.rows<SignIn>(sql`
    select id, user_agent, created_at, expires_at from sign_ins
     where user_id = ${userId} and expires_at > clock_timestamp() order by created_at desc`)
}

export async function endSignIn(db: Queryable, userId: Uuid, id: Uuid): Promise<boolean> {
  return (await db.run(sql`delete from sign_ins where user_id = ${userId} and id = ${id}`)) > 0
}

/** What has expired is of no use to anybody. Bounded, so that a neglected table does not make one long statement. */
export async function sweepExpired(db: Queryable): Promise<number> {
  const signIns = await db.run(sql`
    delete from sign_ins where id in (
      select id from sign_ins where expires_at <= clock_timestamp() limit 1000 for update skip locked)`)
  const links = await db.run(sql`
    delete from password_links where hash in (
      select hash from password_links where expires_at <= clock_timestamp() limit 1000 for update skip locked)`)
  return signIns + links
}
