import { fromPostgres } from '../../lib/time.ts'
import type { TextRow } from './db.ts'
import { rawSql, type Sql } from './sql.ts'

/** `plain`: ids, enumerations and words that need no escaping. `text`: any text at all. None may be null. */
type Kind = 'plain' | 'text'

export interface JsonRows {
  /** What to select: one column, whatever the table has. */
  select: Sql
  /** The first `count` rows as a JSON array of objects. */
  json(rows: TextRow[], count: number): string
}

/**
 * Rows that PostgreSQL writes as JSON and sends as one value each. The driver's cost is per value, not per byte: a page of
 * 51 messages takes Node a quarter less work than rows of five columns, for about as much more in PostgreSQL, which has
 * cores of its own. Only the stamp, the last key, gets its final form here: PostgreSQL is slow at that.
 */
export function jsonRows(columns: Record<string, Kind>, stamp: string): JsonRows {
  const opening = Object.entries(columns).map(([name, kind], i) => {
    const key = `${i === 0 ? '{' : ','}"${name}":`
    return kind === 'text' ? `'${key}' || to_json(${name})::text` : `'${key}"' || ${name} || '"'`
  })
  return {
    select: rawSql(`${opening.join(' || ')} || ',"${stamp}":"' || ${stamp} as json`),
    json(rows, count) {
      let json = '['
      for (let i = 0; i < count; i++) {
        const row = rows[i]?.[0] as string
        const at = row.lastIndexOf('"') + 1
        json += `${i === 0 ? '' : ','}${row.slice(0, at)}${fromPostgres(row.slice(at))}"}`
      }
      return `${json}]`
    },
  }
}
