/** A line of a file with its number as an editor shows it: a quoted cell may go on over several. */
export interface CsvRow {
  line: number
  cells: string[]
}

export interface CsvProblem {
  line: number
  column: string | null
  message: string
}

const DELIMITERS = [',', ';', '\t']

/**
 * Comma-separated values as spreadsheets write them: with or without a byte order mark, lines ended in any way, cells
 * quoted where they need it, and semicolons or tabs where the comma is taken for decimals. Empty lines are nothing.
 */
export function parseCsv(text: string): { rows: CsvRow[]; problems: CsvProblem[] } {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const delimiter = delimiterOf(source)
  const rows: CsvRow[] = []
  const problems: CsvProblem[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let at = 0

  function endRow(): void {
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    line++
    row = { line, cells: [] }
  }

  while (at <= source.length) {
    const cell = source[at] === '"' ? quoted() : plain()
    row.cells.push(cell)
    const next = source[at]
    if (next === delimiter) {
      at++
      continue
    }
    const isEnd = at >= source.length
    at += source.startsWith('\r\n', at) ? 2 : 1
    endRow()
    if (isEnd) break
  }
  return { rows, problems }

  function plain(): string {
    const begin = at
    while (at < source.length && source[at] !== delimiter && source[at] !== '\n' && source[at] !== '\r') at++
    return source.slice(begin, at)
  }

  function quoted(): string {
    const began = line
    let cell = ''
    at++
    for (;;) {
      const close = source.indexOf('"', at)
      if (close < 0) {
        problems.push({ line: began, column: null, message: 'has a quotation mark that is never closed' })
        cell += source.slice(at)
        at = source.length
        return cell
      }
      cell += source.slice(at, close)
      at = close + 1
      if (source[at] !== '"') break
      cell += '"'
      at++
    }
    line += cell.match(/\r\n|\r|\n/g)?.length ?? 0
    const after = plain()
    if (after.trim() !== '') {
      problems.push({ line, column: null, message: 'has text after a closing quotation mark' })
    }
    return cell
  }
}

/** What stands most often in the first line, outside of quotation marks. */
function delimiterOf(source: string): string {
  const first = (/^[^\r\n]*/.exec(source)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => first.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best))
}
