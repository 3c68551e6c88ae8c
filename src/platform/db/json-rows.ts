import { fromPostgres } from '../../lib/time.ts'
import type { TextRow } from './db.ts'

/** How one column becomes JSON. */
type Column = (value: string | null | undefined) => string

/** Ids, enumerations and other words that never need escaping. */
export const plain: Column = (value) => (value == null ? 'null' : `"${value}"`)
export const text: Column = (value) => (value == null ? 'null' : JSON.stringify(value))
export const time: Column = (value) => (value == null ? 'null' : `"${fromPostgres(value)}"`)

/**
 * Writes text rows as a JSON array of objects, columns in the order given. Measured on pages of 51 messages this
 * costs half of parsing rows into objects and serialising them again.
 */
export function jsonRows(columns: Record<string, Column>): (rows: TextRow[], count: number) => string {
  const keys = Object.keys(columns).map((key, i) => `${i === 0 ? '{' : ','}${JSON.stringify(key)}:`)
  const writers = Object.values(columns)
  return (rows, count) => {
    let json = '['
    for (let r = 0; r < count; r++) {
      const row = rows[r] as TextRow
      if (r > 0) json += ','
      for (let c = 0; c < writers.length; c++) json += (keys[c] as string) + (writers[c] as Column)(row[c])
      json += '}'
    }
    return `${json}]`
  }
}
