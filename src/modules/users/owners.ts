import { forbidden } from '../../platform/http/index.ts'
import type { Role } from './users.ts'

/** What changes who is on the team, what is paid, or cannot be undone. */
export function ownersOnly({ role }: { role: Role }): void {
  if (role !== 'owner') throw forbidden('owners only', 'Only an owner of the workspace can do this.')
}
