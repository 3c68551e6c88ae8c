import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { UserError } from '../../lib/user-error.ts'
import { type ByteSource, byteSource } from './byte-source.ts'
import { reasonOf } from './file-trouble.ts'
import {
  blockSchema,
  FORMAT_VERSION,
  formatSchema,
  type Header,
  headerSchema,
  type Trailer,
  trailerSchema,
} from './format.ts'

/** Rows of one table, as COPY reads them. */
export interface TableBlock {
  table: string
  rows: number
  bytes: Buffer
}

export interface Checked {
  header: Header
  rows: Record<string, number>
}

const CHUNK_BYTES = 256 * 1024
const LONGEST_LINE = 16 * 1024 * 1024

/** Reads the whole file and keeps none of it: returns only when it is complete and unaltered. */
export async function checkBackup(file: string): Promise<Checked> {
  const blocks = readBackup(file)
  for (;;) {
    const { done, value } = await blocks.next()
    if (done) return value
  }
}

/** The rows in the file's order. It ends without an error only if counts and hash are what the trailer says. */
export async function* readBackup(file: string): AsyncGenerator<TableBlock, Checked> {
  await refuseFolder(file)
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const stored = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  stored.on('error', (error) => gunzip.destroy(error))
  try {
    return yield* content(byteSource(stored.pipe(gunzip)), file)
  } catch (error) {
    throw explained(error, file)
  } finally {
    stored.destroy()
    gunzip.destroy()
  }
}

async function* content(source: ByteSource, file: string): AsyncGenerator<TableBlock, Checked> {
  const hash = createHash('sha256')
  const header = await readHeader(source, hash, file)
  const rows = Object.fromEntries(Object.keys(header.tables).map((table) => [table, 0]))
  for (;;) {
    const text = (await source.line(LONGEST_LINE)) ?? raise(damaged(file))
    const value = json(text) ?? raise(damaged(file))
    const head = blockSchema.safeParse(value).data
    if (!head) {
      const trailer = read(trailerSchema, value) ?? raise(damaged(file))
      if (!confirms(trailer, rows, hash) || !(await source.isAtEnd())) throw damaged(file)
      return { header, rows }
    }
    const bytes = (await source.take(head.bytes)) ?? raise(damaged(file))
    hash.update(text).update(bytes)
    const before = rows[head.table] ?? raise(damaged(file))
    rows[head.table] = before + head.rows
    yield { table: head.table, rows: head.rows, bytes }
  }
}

async function readHeader(source: ByteSource, hash: Hash, file: string): Promise<Header> {
  const text = (await source.line(LONGEST_LINE)) ?? raise(foreign(file))
  hash.update(text)
  const value = json(text)
  const format = read(formatSchema, value) ?? raise(foreign(file))
  if (format.format_version > FORMAT_VERSION) {
    throw new UserError(
      `The backup ${file} was made by a newer icebot (${format.icebot}): restore it with that release or a later one.`,
    )
  }
  return read(headerSchema, value) ?? raise(damaged(file))
}

function confirms(trailer: Trailer, rows: Record<string, number>, hash: Hash): boolean {
  const tables = Object.keys(trailer.rows)
  return (
    trailer.sha256 === hash.digest('hex') &&
    tables.length === Object.keys(rows).length &&
    tables.every((table) => trailer.rows[table] === rows[table])
  )
}

async function refuseFolder(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) {
    throw new UserError(`The backup ${file} cannot be read: it is a folder; name a file in it.`)
  }
}

function json(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  return schema.safeParse(value).data
}

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_DATA_ERROR' && (error as Error).message === 'incorrect header check') return foreign(file)
  if (code.startsWith('Z_')) return damaged(file)
  const reason = reasonOf(error)
  return reason ? new UserError(`The backup ${file} cannot be read: ${reason}.`) : error
}

function foreign(file: string): UserError {
  return new UserError(`The file ${file} is not an icebot backup: name one that "icebot backup FILE" wrote.`)
}

function damaged(file: string): UserError {
  return new UserError(
    `The backup ${file} is damaged or incomplete, and nothing was changed: copy it again from where it was made, or take another one.`,
  )
}

function raise(error: Error): never {
  throw error
}
