import { isUuid, newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql, type Transactional } from '../../platform/db/index.ts'
import { conflict, notFound, raise } from '../../platform/http/index.ts'
import type { Mailer } from '../../platform/mail.ts'
import { type Actor, record } from '../audit/index.ts'
import { ownersOnly } from './owners.ts'
import { PASSWORD_PATH } from './password-page.ts'
import { createPasswordLink, createUser, type Role, type User } from './users.ts'

/** Who changes the team, and how its people are written to. */
export interface TeamContext {
  db: Transactional
  workspaceId: Uuid
  actor: Actor
  role: Role
  requestId?: string | undefined
  mailer: Mailer | undefined
  baseUrl: () => Promise<string>
}

export interface Member {
  id: Uuid
  email: string
  role: Role
  has_password: boolean
  created_at: Timestamp
}

/** How a one-time link went out: by mail, or to be passed on by who asked for it. */
export interface Mailed {
  mailed: boolean
  mail_error: string | null
  link: string | null
}

const MEMBER = sql`id, email, role, password_hash is not null as has_password, created_at`

export function membersOf(db: Queryable, workspaceId: Uuid): Promise<Member[]> {
  return db.rows<Member>(sql`
    select ${MEMBER} from users where workspace_id = ${workspaceId} order by created_at, id`)
}

export async function invite(
  context: TeamContext,
  { email, role }: { email: string; role: Role },
): Promise<{ member: Member; sent: Mailed }> {
  ownersOnly(context)
  const { db, actor, workspaceId, requestId } = context
  const user = await createUser(db, actor, workspaceId, { email, role }, requestId)
  const sent = await sendLink(context, user, INVITATION)
  return { member: await find(db, workspaceId, user.id), sent }
}

/** A new link to choose a password with; older ones are worthless from here on. */
export async function resetMember(context: TeamContext, id: string): Promise<Mailed> {
  ownersOnly(context)
  const { db, workspaceId } = context
  const member = await find(db, workspaceId, id)
  return sendLink(context, { ...member, workspace_id: workspaceId }, RESET)
}

export async function changeRole(context: TeamContext, id: string, role: Role): Promise<Member> {
  ownersOnly(context)
  const { db, workspaceId, actor, requestId } = context
  return db.transaction(async (tx) => {
    const before = await locked(tx, context, id)
    if (before.role === role) return before
    if (role !== 'owner') await keepAnOwner(tx, workspaceId, before)
    await tx.run(sql`
      update users set role = ${role} where workspace_id = ${workspaceId} and id = ${before.id}`)
    const detail = { before: before.role, after: role }
    await record(tx, {
      workspaceId,
      actor,
      action: 'user.role_changed',
      target: before.id,
      detail,
      requestId,
    })
    return { ...before, role }
  })
}

/** Signed out everywhere at once, tokens and all; what they wrote stays. */
export async function removeMember(context: TeamContext, id: string): Promise<void> {
  ownersOnly(context)
  const { db, workspaceId, actor, requestId } = context
  await db.transaction(async (tx) => {
    const member = await locked(tx, context, id)
    await keepAnOwner(tx, workspaceId, member)
    await tx.run(sql`delete from users where workspace_id = ${workspaceId} and id = ${member.id}`)
    const detail = { email: member.email, role: member.role }
    await record(tx, { workspaceId, actor, action: 'user.removed', target: member.id, detail, requestId })
  })
}

async function find(db: Queryable, workspaceId: Uuid, id: string): Promise<Member> {
  const member = isUuid(id)
    ? await db.row<Member>(
        sql`select ${MEMBER} from users where workspace_id = ${workspaceId} and id = ${id}`,
      )
    : undefined
  return member ?? raise(notFound())
}

/**
 * The whole team is locked, so that two owners cannot remove each other at the same moment: who comes second is no owner
 * any more, whatever they were when they knocked.
 */
async function locked(tx: Queryable, { workspaceId, actor }: TeamContext, id: string): Promise<Member> {
  await tx.run(sql`select from users where workspace_id = ${workspaceId} order by id for update`)
  if (actor.kind === 'user') {
    const self = await tx.row<{ role: Role }>(sql`
      select role from users where workspace_id = ${workspaceId} and id = ${actor.id}`)
    ownersOnly(self ?? { role: 'member' })
  }
  return find(tx, workspaceId, id)
}

async function keepAnOwner(tx: Queryable, workspaceId: Uuid, { id, role }: Member): Promise<void> {
  if (role !== 'owner') return
  const another = await tx.row(sql`
    select from users where workspace_id = ${workspaceId} and role = 'owner' and id <> ${id} limit 1`)
  if (!another) throw conflict('last owner', 'A workspace needs an owner. Make somebody else one first.')
}

export interface Letter {
  subject: string
  text: (link: string) => string
}

const INVITATION: Letter = {
  subject: 'You are invited to icebot',
  text: (link) =>
    `You are invited to the team of a shop on icebot. Choose a password here:\n${link}\n\nThe link works once, for 24 hours.\n`,
}
const RESET: Letter = {
  subject: 'Choose a new password for icebot',
  text: (link) =>
    `Somebody of your team has asked for a new password for you. Choose it here:\n${link}\n\nThe link works once, for 24 hours. Until then the old one goes on working.\n`,
}

export async function sendLink(
  context: Pick<TeamContext, 'db' | 'actor' | 'mailer' | 'baseUrl' | 'requestId'>,
  user: User,
  { subject, text }: Letter,
  detail?: Record<string, unknown>,
): Promise<Mailed> {
  const { db, actor, mailer, baseUrl, requestId } = context
  const token = await createPasswordLink(db, actor, user, { detail, requestId })
  const link = `${await baseUrl()}${PASSWORD_PATH}/${token}`
  if (!mailer) return { mailed: false, mail_error: null, link }
  const outcome = await mailer
    .send({ id: newId(), to: user.email, subject, text: text(link) })
    .catch((error: Error) => ({ sent: false as const, error: error.message }))
  if (outcome.sent) return { mailed: true, mail_error: null, link: null }
  return { mailed: false, mail_error: outcome.error, link }
}
