import { createHash } from 'node:crypto'
import type pg from 'pg'
import { packageVersion } from '../../lib/root.ts'
import { UserError } from '../../lib/user-error.ts'
import { type Db, type Queryable, queryable, sql } from '../db/index.ts'
import { connected } from './connection.ts'
import { copyOut } from './copy.ts'
import { FORMAT, FORMAT_VERSION, type Header, line } from './format.ts'
import { LEDGER, names, readSequences, readTables } from './schema.ts'
import { writeBackup } from './write.ts'

export interface BackupOptions {
  /** The generated secret, kept in the backup so that one file is enough to move house. */
  secret: string | undefined
  progress?: (text: string) => void
  now?: () => Date
}

export interface BackupMade {
  file: string
  bytes: number
  tables: Record<string, number>
  created_at: string
}

/** Everything in the database as it was at one moment, while it goes on being used. */
export function backup(db: Db, file: string, options: BackupOptions): Promise<BackupMade> {
  return connected(db, async (client) => {
    await holdSnapshot(client)
    return writeSnapshot(client, file, options)
  })
}

/** For a transaction that sees one unchanging state: by its snapshot, or because it has locked out everybody else. */
export async function writeSnapshot(
  client: pg.Client,
  file: string,
  { secret, progress = () => {}, now = () => new Date() }: BackupOptions,
): Promise<BackupMade> {
  const db = queryable(client)
  const tables = (await readTables(db)).filter(({ name }) => name !== LEDGER)
  const header: Header = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    icebot: packageVersion,
    schema: await schemaVersion(db),
    created_at: now().toISOString(),
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
    sequences: await readSequences(db),
    secret,
  }
  const rows: Record<string, number> = {}
  const bytes = await writeBackup(file, document(client, header, rows, progress))
  return { file, bytes, tables: rows, created_at: header.created_at }
}

/**
 * The locks come before the snapshot: a table that is dropped and made anew while the backup waits its turn would
 * otherwise be read as an empty one. They only keep out those who change the schema.
 */
async function holdSnapshot(client: pg.Client): Promise<void> {
  const db = queryable(client)
  for (;;) {
    const before = await readTables(db)
    if (!before.some(({ name }) => name === LEDGER)) {
      throw new UserError('There is nothing to back up yet: this database has never been used by icebot.')
    }
    await db.script('begin isolation level repeatable read read only')
    await db.script(`lock table ${names(before.map(({ name }) => name))} in access share mode`)
    if (JSON.stringify(await readTables(db)) === JSON.stringify(before)) return
    await db.script('rollback')
  }
}

/** Fills `rows` on its way. */
async function* document(
  client: pg.Client,
  header: Header,
  rows: Record<string, number>,
  progress: (text: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(line(header))
  for (const [table, columns] of Object.entries(header.tables)) {
    let count = 0
    for await (const block of copyOut(client, `select ${names(columns)} from ${names([table])}`)) {
      count += block.rows
      yield hashed(line({ table, rows: block.rows, bytes: block.bytes.length }))
      yield hashed(block.bytes)
    }
    rows[table] = count
    progress(`${table}: ${count} rows`)
  }
  yield line({ rows, sha256: hash.digest('hex') })
}

async function schemaVersion(db: Queryable): Promise<number> {
  const row = await db.row<{ version: number }>(sql`select count(*)::int as version from schema_migrations`)
  return row?.version ?? 0
}
