import type pg from 'pg'
import { UserError } from '../../lib/user-error.ts'
import { type Queryable, queryable } from '../db/index.ts'
import { type CopyIn, copyIn } from './copy.ts'
import type { Header } from './format.ts'
import { readBackup } from './read.ts'
import { detachRules, LEDGER, names, readTables, setSequences, type Table } from './schema.ts'

/** Fills the tables of the schema the backup was made with; each is one COPY, whatever its size. */
export async function load(
  client: pg.Client,
  file: string,
  header: Header,
  progress: (text: string) => void,
): Promise<Record<string, number>> {
  const tx = queryable(client)
  const tables = await fittingTables(tx, file, header)
  // Rows that a migration put in are in the backup too, as they have become since.
  await tx.script(`truncate ${names(tables.map(({ name }) => name))}`)
  const attachRules = await detachRules(tx, tables)
  const rows = await copyRows(client, file, header, progress)
  progress('Checking references')
  await attachRules()
  await setSequences(tx, header.sequences)
  return rows
}

async function fittingTables(tx: Queryable, file: string, header: Header): Promise<Table[]> {
  const tables = (await readTables(tx)).filter(({ name }) => name !== LEDGER)
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  for (const [table, columns] of Object.entries(header.tables)) {
    const known = columnsOf.get(table)
    const strange = known ? columns.find((column) => !known.has(column)) : ''
    if (strange === undefined) continue
    throw new UserError(
      `The backup ${file} holds ${strange ? `a column ${table}.${strange}` : `a table ${table}`} that schema ${header.schema} of this icebot does not have, and nothing was changed: restore it with the icebot that made it (${header.icebot}).`,
    )
  }
  return tables
}

async function copyRows(
  client: pg.Client,
  file: string,
  header: Header,
  progress: (text: string) => void,
): Promise<Record<string, number>> {
  let open: { table: string; copy: CopyIn } | undefined
  const blocks = readBackup(file)
  for (;;) {
    const { done, value } = await blocks.next()
    if (open && (done || value.table !== open.table)) await open.copy.end()
    if (done) return value.rows
    if (value.table !== open?.table) {
      const columns = header.tables[value.table] ?? []
      progress(`Restoring ${value.table}`)
      open = {
        table: value.table,
        copy: await copyIn(client, `${names([value.table])} (${names(columns)})`),
      }
    }
    await open.copy.write(value.bytes)
  }
}
