import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { UserError } from '../../lib/user-error.ts'
import {
  type Db,
  migrateWithin,
  newestVersion,
  type Queryable,
  queryable,
  refuseForeignDatabase,
  sql,
} from '../db/index.ts'
import { writeSnapshot } from './backup.ts'
import { connected } from './connection.ts'
import { reasonOf } from './file-trouble.ts'
import type { Header } from './format.ts'
import { load } from './load.ts'
import { lockOutOthers } from './lock.ts'
import { checkBackup } from './read.ts'
import { emptySchema, names, readTables } from './schema.ts'

export interface RestoreOptions {
  /** Where the present contents are kept before they are replaced. */
  safetyFolder: string
  /** The present secret, for that safety backup. */
  secret: string | undefined
  progress?: (text: string) => void
  now?: () => Date
  /** How long to wait for a moment in which nobody else holds the tables. */
  patienceMs?: number
}

export interface Restored {
  tables: Record<string, number>
  created_at: string
  /** The secret the backup was made with, where it had one to keep. */
  secret: string | undefined
  /** The database held a workspace before. */
  replaced: boolean
  safety_backup: string | null
}

/**
 * Puts a backup in the place of everything in the database, in one transaction: others wait and then see the restored
 * data, and any failure leaves all as it was. Nothing is touched before the whole file has been checked.
 */
export async function restore(db: Db, file: string, options: RestoreOptions): Promise<Restored> {
  const { progress = () => {}, patienceMs = 120_000 } = options
  progress(`Checking ${file}`)
  const { header } = await checkBackup(file)
  refuseNewer(header, file)
  return connected(db, async (client) => {
    await refuseForeignDatabase(queryable(client))
    await lockOutOthers(client, patienceMs, progress)
    const safetyBackup = await keepPresent(client, options)
    const tables = await replaceContents(client, file, header, progress).catch(async (error) => {
      // The present contents remain, so their copy is of no use.
      if (safetyBackup) await rm(safetyBackup, { force: true })
      throw error
    })
    await client.query('commit')
    return {
      tables,
      created_at: header.created_at,
      secret: header.secret,
      replaced: safetyBackup !== null,
      safety_backup: safetyBackup,
    }
  })
}

function refuseNewer({ schema, icebot }: Header, file: string): void {
  const known = newestVersion()
  if (schema <= known) return
  throw new UserError(
    `The backup ${file} was made by a newer icebot (${icebot}, schema ${schema}; this one knows ${known}): restore it with that release or a later one.`,
  )
}

/** Written while the tables are locked: a change acknowledged a moment before the restore is in it too. */
async function keepPresent(client: pg.Client, options: RestoreOptions): Promise<string | null> {
  const { safetyFolder, secret, progress = () => {}, now = () => new Date() } = options
  if (!(await holdsWorkspace(queryable(client)))) return null
  const file = join(safetyFolder, `before-restore-${now().toISOString().replace(/[:.]/g, '-')}.icebot-backup`)
  progress(`Keeping the present contents in ${file}`)
  await mkdir(safetyFolder, { recursive: true }).catch((error) => {
    throw new UserError(`The backup cannot be written to ${file}: ${reasonOf(error) ?? error.message}.`)
  })
  await writeSnapshot(client, file, { secret, now })
  return file
}

async function holdsWorkspace(tx: Queryable): Promise<boolean> {
  const tables = await readTables(tx)
  if (!tables.some(({ name }) => name === 'workspaces')) return false
  const found = await tx.row<{ any: boolean }>(sql`select exists (select from workspaces) as any`)
  return found?.any ?? false
}

async function replaceContents(
  client: pg.Client,
  file: string,
  header: Header,
  progress: (text: string) => void,
): Promise<Record<string, number>> {
  const tx = queryable(client)
  await emptySchema(tx)
  await migrateWithin(tx, header.schema)
  const rows = await load(client, file, header, progress)
  await migrateWithin(tx)
  // Without statistics of the new rows the first queries would be planned for empty tables.
  await tx.script(`analyze ${names((await readTables(tx)).map(({ name }) => name))}`)
  return rows
}
