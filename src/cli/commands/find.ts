import { isUuid } from '../../lib/ids.ts'
import { UserError } from '../../lib/user-error.ts'
import { type Agent, findAgent } from '../../modules/agents/index.ts'
import { findUserByEmail, type User } from '../../modules/users/index.ts'
import { findWorkspace, type Workspace } from '../../modules/workspaces/index.ts'
import type { Db } from '../../platform/db/index.ts'

/** An id that leads nowhere is one line and exit code 1, whatever it looks like. */
export async function theWorkspace(db: Db, id: string): Promise<Workspace> {
  return (isUuid(id) ? await findWorkspace(db, id) : undefined) ?? missing('workspace', id)
}

export async function theAgent(db: Db, id: string): Promise<Agent> {
  return (isUuid(id) ? await findAgent(db, id) : undefined) ?? missing('agent', id)
}

export async function theUser(db: Db, email: string): Promise<User> {
  const user = await findUserByEmail(db, email)
  if (!user) throw new UserError(`No user has the email ${email}.`)
  return user
}

export function missing(what: string, id: string): never {
  throw new UserError(`No ${what} has the id ${id}.`)
}
