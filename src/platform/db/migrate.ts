import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { packageRoot } from '../../lib/root.ts'
import { UserError } from '../../lib/user-error.ts'
import type { Db, Queryable } from './db.ts'
import { sql } from './sql.ts'

interface Migration {
  version: number
  name: string
  text: string
  checksum: string
}

interface Applied {
  version: number
  name: string
  checksum: string
}

/** Any constant will do, as long as every process of every version uses the same one. */
const MIGRATION_LOCK = 4_127_001

/**
 * Brings the schema up to date (or up to `target`) in one transaction, so a failure half-way leaves the database as it
 * was. Processes that start together wait for one another at the lock; the later ones find nothing left to do.
 */
export async function migrate(db: Db): Promise<string[]> {
  try {
    return await db.transaction((tx) => migrateWithin(tx))
  } catch (error) {
    throw mayNotCreate(error) ?? error
  }
}

/** A database with tables and without our ledger belongs to another program: nothing of ours goes in, nothing of its own out. */
export async function refuseForeignDatabase(tx: Queryable): Promise<void> {
  const tables = await tx.rows<{ name: string }>(sql`
    select relname as name from pg_class c
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by relname`)
  const [first] = tables
  if (first === undefined || tables.some(({ name }) => name === 'schema_migrations')) return
  throw new UserError(
    `DATABASE_URL leads to a database that another program uses (it holds the table ${first.name}): give icebot a database of its own.`,
  )
}

export async function migrateWithin(tx: Queryable, target = Number.POSITIVE_INFINITY): Promise<string[]> {
  await tx.script('set local statement_timeout = 0; set local client_min_messages = warning')
  await tx.run(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await refuseForeignDatabase(tx)
  await tx.script(`
    create table if not exists schema_migrations (
      version    integer primary key,
      name       text not null,
      checksum   text not null,
      applied_at timestamptz(3) not null default clock_timestamp()
    )`)
  const known = readMigrations()
  const applied = await readApplied(tx)
  refuseStrangers(known, applied)
  const pending = known.filter(({ version }) => version > applied.length && version <= target)
  for (const { version, name, text, checksum } of pending) {
    await tx.script(text)
    await tx.run(
      sql`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`,
    )
  }
  return pending.map(({ name }) => name)
}

/** True when the database has exactly the schema this program was written for. */
export async function checkMigrations(db: Queryable): Promise<boolean> {
  const applied = await readApplied(db)
  const known = readMigrations()
  return (
    applied.length === known.length && applied.every(({ checksum }, i) => checksum === known[i]?.checksum)
  )
}

/** The number of the newest migration this program brings. */
export function newestVersion(): number {
  return readMigrations().length
}

let cached: Migration[] | undefined
function readMigrations(): Migration[] {
  cached ??= loadMigrations()
  return cached
}

function loadMigrations(): Migration[] {
  const folder = join(packageRoot, 'migrations')
  const files = readdirSync(folder).filter((file) => /^\d{4}_\w+\.sql$/.test(file))
  return files.sort().map((file, i) => {
    const version = Number(file.slice(0, 4))
    if (version !== i + 1) throw new Error(`migrations/${file} should carry the number ${i + 1}`)
    const text = readFileSync(join(folder, file), 'utf8')
    return { version, name: file, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

function readApplied(db: Queryable): Promise<Applied[]> {
  return db.rows<Applied>(sql`select version, name, checksum from schema_migrations order by version`)
}

function refuseStrangers(known: Migration[], applied: Applied[]): void {
  if (applied.length > known.length) {
    throw new UserError(
      `The database is at schema ${applied.length}, this icebot knows ${known.length}: start the newer icebot that wrote it, or restore an older backup into another database.`,
    )
  }
  const changed = applied.find(({ checksum }, i) => checksum !== known[i]?.checksum)
  if (changed) {
    throw new UserError(
      `The migration ${changed.name} in this program differs from the one the database was built with: use the icebot release that created the database.`,
    )
  }
}

/** The usual case since PostgreSQL 15: only the owner of a database may create in it. */
function mayNotCreate(error: unknown): UserError | undefined {
  const denied = error instanceof pg.DatabaseError && (error.code === '42501' || error.code === '3F000')
  if (!denied) return undefined
  return new UserError(
    `DATABASE_URL: this user may not create tables there (${error.message}). Make the user the owner of the database.`,
  )
}
