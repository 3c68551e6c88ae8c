import { HttpError, readBody } from '../../platform/http/index.ts'
import { type CsvProblem, type CsvRow, parseCsv } from './csv.ts'
import { type Product, sheetProduct } from './schema.ts'

export interface Sheet {
  rows: number
  products: Product[]
  /** The line a product or a variant of the sheet stands on, by its external id. */
  lines: Map<string, number>
  problems: CsvProblem[]
  ignoredColumns: string[]
}

export const MOST_ROWS = 5_000

/** Columns by the names that people give them. */
const NAMES: Record<Column, string[]> = {
  external_id: ['external_id', 'id', 'product_id', 'code', 'kod'],
  name: ['name', 'product', 'product_name', 'nama'],
  price: ['price', 'price_rm', 'harga'],
  stock: ['stock', 'stok', 'quantity', 'qty'],
  description: ['description', 'keterangan'],
  category: ['category', 'kategori'],
  sku: ['sku'],
  image_url: ['image_url', 'image'],
  is_active: ['is_active', 'active', 'aktif'],
  variant_external_id: ['variant_external_id', 'variant_id', 'variant_code'],
  variant_name: ['variant_name', 'variant', 'varian'],
}
type Column =
  | 'external_id'
  | 'name'
  | 'price'
  | 'stock'
  | 'description'
  | 'category'
  | 'sku'
  | 'image_url'
  | 'is_active'
  | 'variant_external_id'
  | 'variant_name'
type Cells = Partial<Record<Column, string>>

/**
 * Products of a spreadsheet, one a line; a line with a variant belongs to the product of the same id. An empty cell leaves
 * what is there as it is. Every problem of the file is told, with its line.
 */
export function readSheet(text: string): Sheet {
  const { rows: all, problems } = parseCsv(text)
  const [header, ...rows] = all
  const sheet: Sheet = { rows: rows.length, products: [], lines: new Map(), problems, ignoredColumns: [] }
  const columns = columnsOf(header, sheet)
  if (problems.length > 0) return sheet
  if (rows.length > MOST_ROWS) {
    problems.push({
      line: MOST_ROWS + 2,
      column: null,
      message: `at most ${MOST_ROWS} lines are read at once`,
    })
    return sheet
  }
  for (const entry of grouped(rows, columns, sheet)) readEntry(entry, sheet)
  problems.sort((a, b) => a.line - b.line)
  return sheet
}

function columnsOf(header: CsvRow | undefined, { problems, ignoredColumns }: Sheet): (Column | undefined)[] {
  const columns = (header?.cells ?? []).map((cell) => {
    const name = cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    const column = (Object.keys(NAMES) as Column[]).find((one) => NAMES[one].includes(name))
    if (column === undefined && name !== '') ignoredColumns.push(cell.trim())
    return column
  })
  const line = header?.line ?? 1
  for (const column of ['external_id', 'name'] as const) {
    if (!columns.includes(column)) problems.push({ line, column, message: 'is missing among the columns' })
  }
  for (const column of new Set(columns)) {
    const isTwice = column !== undefined && columns.filter((one) => one === column).length > 1
    if (isTwice) problems.push({ line, column, message: 'is there more than once' })
  }
  return columns
}

interface Line {
  line: number
  cells: Cells
}
interface Entry {
  first: Line
  variants: Line[]
}

/** By product, in the order of the file. */
function grouped(rows: CsvRow[], columns: (Column | undefined)[], { problems, lines }: Sheet): Entry[] {
  const entries = new Map<string, Entry>()
  for (const row of rows) {
    const line = { line: row.line, cells: cellsOf(row, columns) }
    const { external_id: id, variant_external_id: variant, variant_name: variantName } = line.cells
    const known = id === undefined ? undefined : entries.get(id)
    const isVariant = variant !== undefined || variantName !== undefined
    if (id === undefined) problems.push({ line: row.line, column: 'external_id', message: 'is required' })
    else if (known === undefined) entries.set(id, { first: line, variants: isVariant ? [line] : [] })
    else if (isVariant) known.variants.push(line)
    else {
      const message = `is the same as in line ${known.first.line}`
      problems.push({ line: row.line, column: 'external_id', message })
    }
    if (id !== undefined && !lines.has(id)) lines.set(id, row.line)
  }
  return [...entries.values()]
}

function cellsOf({ cells }: CsvRow, columns: (Column | undefined)[]): Cells {
  const given: Cells = {}
  columns.forEach((column, i) => {
    const cell = cells[i]?.trim()
    if (column !== undefined && cell) given[column] = cell
  })
  return given
}

function readEntry({ first, variants }: Entry, sheet: Sheet): void {
  const { external_id, name, description, category, sku, image_url } = first.cells
  const isPlain = variants.length === 0 || variants[0] !== first
  const candidate = {
    external_id,
    name,
    description,
    category,
    image_url,
    ...(isPlain ? { sku, ...values(first, sheet) } : {}),
    ...(variants.length === 0 ? {} : { variants: variants.map((line) => variantIn(line, sheet)) }),
  }
  const written = JSON.parse(JSON.stringify(candidate))
  try {
    sheet.products.push(readBody(sheetProduct, written))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    for (const { path, message } of error.body.details ?? []) {
      const [, index, field] = /^variants\[(\d+)\]\.?(.*)$/.exec(path) ?? []
      const line = index === undefined ? first : (variants[Number(index)] ?? first)
      const column = index === undefined ? path : variantColumn(field ?? '')
      sheet.problems.push({ line: line.line, column, message })
    }
  }
}

function variantIn(line: Line, sheet: Sheet) {
  const { variant_external_id: external_id, variant_name: name, sku } = line.cells
  if (external_id !== undefined) sheet.lines.set(external_id, line.line)
  return { external_id, name, sku, ...values(line, sheet) }
}

function variantColumn(field: string): string {
  return field === 'external_id' || field === 'name' ? `variant_${field}` : field
}

/** What is more than text. */
function values({ line, cells }: Line, { problems }: Sheet) {
  const read = <Value>(column: Column, of: (text: string) => Value | undefined, message: string) => {
    const text = cells[column]
    const value = text === undefined ? undefined : of(text)
    if (text !== undefined && value === undefined) problems.push({ line, column, message })
    return value
  }
  return {
    price: read('price', amountIn, 'must be an amount such as 3.20'),
    stock: read('stock', stockIn, 'must be a whole number, or untracked'),
    is_active: read('is_active', (text) => WORDS[text.toLowerCase()], 'must be yes or no'),
  }
}

/** `3.20`, `RM 1,234.50`, and `3,20` where the comma parts the sen. */
function amountIn(text: string): number | undefined {
  const amount = text.replace(/^rm\s*/i, '')
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount)) return Number(amount.replaceAll(',', ''))
  if (/^\d+,\d{1,2}$/.test(amount)) return Number(amount.replace(',', '.'))
  return /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : undefined
}

function stockIn(text: string): number | null | undefined {
  if (/^(untracked|unlimited)$/i.test(text)) return null
  return /^\d+$/.test(text) ? Number(text) : undefined
}

const WORDS: Record<string, boolean> = {
  yes: true,
  no: false,
  true: true,
  false: false,
  1: true,
  0: false,
  ya: true,
  tidak: false,
}
