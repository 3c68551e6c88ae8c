import { hash, verify } from '@node-rs/argon2'
import type { Uuid } from '../../lib/ids.ts'
import { sql, type Transactional } from '../../platform/db/index.ts'
import { HttpError } from '../../platform/http/index.ts'
import { type Actor, record } from '../audit/index.ts'

export interface PasswordChange {
  /** The present one: a browser left open is not enough to lock its owner out. */
  current: string
  password: string
}

/** Ends every other sign-in and every link to choose a password with. Answers how many were signed out. */
export async function changePassword(
  context: {
    db: Transactional
    userId: Uuid
    workspaceId: Uuid
    signInId?: Uuid | undefined
    actor: Actor
    requestId?: string | undefined
  },
  { current, password }: PasswordChange,
): Promise<number> {
  const { db, userId, workspaceId, signInId, actor, requestId } = context
  const known = await db.row<{ password_hash: string | null }>(
    sql`select password_hash from users where id = ${userId}`,
  )
  const before = known?.password_hash
  if (!before || !(await verify(before, current))) throw wrongPassword()
  const after = await hash(password)
  return db.transaction(async (tx) => {
    // Of two who know the old password at the same moment, one changes it.
    const changed = await tx.run(sql`
      update users set password_hash = ${after} where id = ${userId} and password_hash = ${before}`)
    if (changed === 0) throw wrongPassword()
    await tx.run(sql`delete from password_links where user_id = ${userId}`)
    const ended = await tx.run(sql`
      delete from sign_ins where user_id = ${userId} and id is distinct from ${signInId ?? null}::uuid`)
    const detail = { sign_ins_ended: ended }
    await record(tx, { workspaceId, actor, action: 'user.password_set', target: userId, detail, requestId })
    return ended
  })
}

function wrongPassword(): HttpError {
  const message = 'This is not your present password.'
  return new HttpError(400, { error: 'wrong password', message, details: [{ path: 'current', message }] })
}
