import pg from 'pg'
import { type Db, parsedTypes, SESSION_SETTINGS } from '../db/index.ts'

const UNLIMITED = `
  select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/**
 * A connection beside the pool, without time limits. COPY needs the bare client; and closing it, whatever state it is
 * in, ends the transaction.
 */
export async function connected<T>(db: Db, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...db.connection,
    types: parsedTypes,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'icebot backup',
  })
  // A lost connection reports through the statement that runs on it, or the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(SESSION_SETTINGS)
    await client.query(UNLIMITED)
    return await work(client)
  } finally {
    await client.end()
  }
}
