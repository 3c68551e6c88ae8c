import type pg from 'pg'
import type { Sql } from './sql.ts'

/** Columns in order, as PostgreSQL writes them. */
export type TextRow = (string | null)[]

type Value = string | number | boolean | null
type Done = (error: Error | null, rows?: TextRow[]) => void

/** As much of the driver's connection as a statement needs, the way its own cursors use it. */
interface Wire extends pg.Connection {
  parsedStatements: Record<string, string>
}

/**
 * A prepared statement whose rows are wanted as PostgreSQL writes them. The driver's own query asks for a description of
 * the columns on every run, to choose parsers that are not wanted here; this one only binds and executes.
 */
export class TextQuery implements pg.Submittable {
  readonly text: string
  /** The driver reads it to remember on which connection the statement is prepared. */
  readonly name: string
  /** Given by the driver when it takes the query on. */
  callback: Done | undefined
  readonly #values: readonly Value[]
  readonly #rows: TextRow[] = []

  constructor({ shape, values }: Sql) {
    this.text = shape.text
    this.name = shape.name
    if (values.some((value) => typeof value === 'object' && value !== null)) {
      throw new TypeError('a text query takes no lists or objects')
    }
    this.#values = values as readonly Value[]
  }

  submit(connection: pg.Connection): void {
    const wire = connection as Wire
    wire.stream.cork()
    if (wire.parsedStatements[this.name] === undefined) {
      wire.parse({ name: this.name, text: this.text, types: [] }, true)
    }
    wire.bind({ statement: this.name, values: this.#values as string[], valueMapper: asText }, true)
    wire.execute({ portal: '' }, true)
    wire.sync()
    wire.stream.uncork()
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.#rows.push(fields)
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.#rows)
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleCommandComplete(): void {}
}

function asText(value: Value): string | null {
  return value === null ? null : String(value)
}
