import { z } from 'zod'

/**
 * A backup is gzip of text: a line of JSON that is the header; then blocks, each a line of JSON that names the table and
 * counts what follows, and so many rows as PostgreSQL writes them for COPY; then a line of JSON that is the trailer.
 * COPY's text is exact for every type and passes through this program as bytes, never as values.
 */
export const FORMAT = 'icebot-backup'
export const FORMAT_VERSION = 1

const count = z.int().min(0)

export const formatSchema = z.object({ format: z.literal(FORMAT), format_version: count, icebot: z.string() })

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  /** The release that wrote it. */
  icebot: z.string(),
  /** The number of migrations its schema had. */
  schema: z.int().min(1),
  created_at: z.string(),
  /** The columns of each table, in the order of the rows. */
  tables: z.record(z.string(), z.array(z.string())),
  /** The last value each sequence gave out; bigint, hence text. */
  sequences: z.record(z.string(), z.string()),
  secret: z.string().optional(),
})
export type Header = z.infer<typeof headerSchema>

export const blockSchema = z.object({ table: z.string(), rows: count, bytes: count })
export type BlockHead = z.infer<typeof blockSchema>

export const trailerSchema = z.object({
  /** Of each table, the empty ones too. */
  rows: z.record(z.string(), count),
  /** Of every byte before the trailer. */
  sha256: z.string(),
})
export type Trailer = z.infer<typeof trailerSchema>

export function line(value: Header | BlockHead | Trailer): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
