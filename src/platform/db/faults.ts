import pg from 'pg'

const DEADLOCK = '40P01'
const SERIALIZATION = '40001'
const UNIQUE = '23505'

/** The transaction lost a race that it may win when it runs again from its start. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === SERIALIZATION)
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE) return false
  return constraint === undefined || error.constraint === constraint
}

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'])
/** Classes of SQLSTATE that say "not now": connection exceptions, resources, operator intervention (shutdown, start-up). */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58'])

/** The database cannot be used at the moment; the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_CLASSES.has(code.slice(0, 2))
  // A unix socket that is gone is a missing file; no other missing file is the database's doing.
  const socketGone = code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect'
  return (
    socketGone ||
    NETWORK_CODES.has(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  )
}
