import { chmodSync, mkdirSync } from 'node:fs'
import { UserError } from '../../lib/user-error.ts'

const FOLDER = '/var/lib/icebot'

/** Where root keeps what another user must reach while the checkout or the data folder is closed to that user. */
export function systemFolder(): string {
  try {
    mkdirSync(FOLDER, { recursive: true })
    chmodSync(FOLDER, 0o755)
    return FOLDER
  } catch (error) {
    throw new UserError(
      `The folder ${FOLDER}, which the embedded PostgreSQL needs when run as root, cannot be used (${(error as Error).message}); start icebot as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}
