import pg from 'pg'
import { DATABASE, PORT, USER } from './names.ts'

/** For pg. Without `ssl: false` a PGSSLMODE in the environment would ask a unix socket for TLS. */
export function connectionTo(socketDir: string) {
  return { host: socketDir, port: PORT, user: USER, database: DATABASE, ssl: false as const }
}

export function urlOf(socketDir: string): string {
  return `postgresql://${USER}@${encodeURIComponent(socketDir)}:${PORT}/${DATABASE}?sslmode=disable`
}

export async function connect(socketDir: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(socketDir),
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
  })
  // An idle connection that breaks emits this; whoever holds it listens for 'end'.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  return client
}
