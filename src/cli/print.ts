import type { Answer } from './command.ts'

/** The general form for people: a list as a table, one thing as lines of name and value. */
export function forPeople({ json, text, hint }: Answer): string {
  const body =
    text ??
    (Array.isArray(json) ? table(json) : typeof json === 'object' && json ? fields(json) : String(json))
  return hint === undefined ? body : `${body}\n\n${hint}`
}

function fields(value: object): string {
  const entries = Object.entries(value)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, item]) => `${name.padEnd(width)}  ${cell(item)}`).join('\n')
}

function table(rows: object[]): string {
  const [first] = rows
  if (first === undefined) return 'none'
  const names = Object.keys(first)
  const cells = [
    names,
    ...rows.map((row) => names.map((name) => cell((row as Record<string, unknown>)[name]))),
  ]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
