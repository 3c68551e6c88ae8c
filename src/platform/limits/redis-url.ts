import { UserError } from '../../lib/user-error.ts'

/** Where Redis is, as ioredis wants it. */
export interface RedisAddress {
  host: string
  port: number
  db: number
  username?: string
  password?: string
  tls?: Record<string, never>
}

/** The message never repeats the value, for a password may be anywhere in a malformed one. */
export function parseRedisUrl(value: string): RedisAddress {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const database = url && /^\/?(\d{0,5})$/.exec(url.pathname)
  const username = decoded(url?.username)
  const password = decoded(url?.password)
  if (
    !url ||
    !database ||
    !url.hostname ||
    (url.protocol !== 'redis:' && url.protocol !== 'rediss:') ||
    // A password with an unescaped ? or # would otherwise be read as half a host.
    url.search !== '' ||
    url.hash !== '' ||
    username === undefined ||
    password === undefined
  ) {
    throw new UserError(
      'REDIS_URL is not a Redis address: write redis://[user:password@]host[:port][/database] (rediss:// for TLS) ' +
        'with special characters of the password percent-encoded, or unset it to count limits in each process.',
    )
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 6379),
    db: Number(database[1]),
    ...(username && { username }),
    ...(password && { password }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  }
}

function decoded(part = ''): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
