import { Problem } from './problem.js'

/**
 * Rows of a CSV file as spreadsheets write it: commas, fields in double quotes when they hold commas, quotes (doubled) or
 * line breaks. Each row is `{ line, fields }`; empty rows are left out.
 */
export function parseCsv(text) {
  const rows = []
  let line = 1
  let start = 1
  let fields = []
  let field = ''
  let isQuoted = false

  const endField = () => {
    fields.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (fields.some((one) => one.trim() !== '')) rows.push({ line: start, fields })
    fields = []
    start = line
  }

  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  for (let i = 0; i < source.length; i++) {
    const char = source[i]
    if (char === '\n') line++
    if (isQuoted) {
      if (char !== '"') field += char
      else if (source[i + 1] === '"') field += source[++i]
      else isQuoted = false
    } else if (char === '"' && field === '') isQuoted = true
    else if (char === ',') endField()
    else if (char === '\n') endRow()
    else field += char
  }
  if (isQuoted) throw new Problem(`line ${start}: a quoted field is never closed`)
  endRow()
  return rows
}
