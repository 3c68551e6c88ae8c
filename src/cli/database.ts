import pg from 'pg'
import type { Config } from '../config.ts'
import { UserError } from '../lib/user-error.ts'
import { type Db, openDb } from '../platform/db/index.ts'
import { openEmbedded } from '../platform/embedded/index.ts'

export interface OpenDatabase {
  db: Db
  close(): Promise<void>
}

export interface DatabaseOptions {
  config: Config
  /** Set by what may run only once per data folder. */
  exclusive?: string
  progress: (text: string) => void
  onTrouble?: (error: Error) => void
}

/** The embedded server knows by it whose connections these are when it looks for others that still need it. */
const application_name = `icebot pool ${process.pid}`
const OLDEST_VERSION = 150_000

/** The database this command works on: DATABASE_URL, or the embedded one of the data folder, running or not. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { config, onTrouble = () => {} } = options
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl, application_name }
    await checkServer(connection)
    const db = openDb({ connection, maxConnections: config.databasePool, onTrouble })
    return { db, close: () => db.close() }
  }
  const server = await openEmbedded({
    dataDir: config.dataDir,
    progress: options.progress,
    ...(options.exclusive === undefined ? {} : { exclusive: options.exclusive }),
  })
  const connection = { ...server.connection, application_name }
  const db = openDb({ connection, maxConnections: config.databasePool, onTrouble })
  return {
    db,
    async close() {
      await db.close()
      await server.stop()
    },
  }
}

async function checkServer(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`)
    const { number, version } = rows[0]
    if (number < OLDEST_VERSION) {
      throw new UserError(`DATABASE_URL leads to PostgreSQL ${version}; icebot needs 15 or newer.`)
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      `DATABASE_URL: cannot use PostgreSQL at ${place(client)} (${reason(error)}). Start it, correct the address, or remove DATABASE_URL to use the embedded database.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Without user and password. */
function place(client: pg.Client): string {
  return `${client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`}/${client.database ?? ''}`
}

function reason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error
    ? first.message || String((first as NodeJS.ErrnoException).code)
    : String(first)
}
