import type { Answer } from './command.ts'
import { fitted } from './table.ts'

/** The general form for people: a list as a table, one thing as lines of name and value. */
export function forPeople({ json, text, hint }: Answer, columns?: number): string {
  const body =
    text ??
    (Array.isArray(json)
      ? list(json, columns)
      : typeof json === 'object' && json
        ? fields(json)
        : String(json))
  return hint === undefined ? body : `${body}\n\n${hint}`
}

/** On a terminal that is too narrow for a table that says anything, each thing stands alone. */
function list(rows: object[], columns: number | undefined): string {
  const [first] = rows
  if (first === undefined) return 'none'
  const names = Object.keys(first)
  const cells = rows.map((row) => names.map((name) => cell((row as Record<string, unknown>)[name])))
  return fitted(names, cells, columns) ?? rows.map(fields).join('\n\n')
}

function fields(value: object): string {
  const entries = Object.entries(value)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, item]) => `${name.padEnd(width)}  ${cell(item)}`).join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
