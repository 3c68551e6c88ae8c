import { readFile } from 'node:fs/promises'
import { parseCsv } from './csv.js'
import { Problem } from './problem.js'

const COLUMNS = [
  'product_id',
  'variant_id',
  'name',
  'price',
  'stock',
  'sku',
  'category',
  'description',
  'image_url',
  'active',
]
const REQUIRED = ['product_id', 'name', 'price', 'stock']
const MAX_STOCK = 2 ** 31 - 1

/**
 * The products of the file, each as `{ line, product }` in the form the API takes. A row without variant_id is a product; rows with
 * one are variants of the product with the same product_id further up. An empty stock is not counted.
 */
export async function readCatalogue(path) {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new Problem(`The catalogue ${path} cannot be read: ${error.code}.`)
  })
  try {
    return parseCatalogue(text)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(error.message.replace(/^/gm, `${path} `))
  }
}

/** Throws a Problem with a line for every fault of the file, so that all can be mended at once. */
function parseCatalogue(text) {
  const [header, ...rows] = parseCsv(text)
  const columns = header?.fields.map((name) => name.trim().toLowerCase()) ?? []
  checkHeader(columns)
  if (rows.length === 0) throw new Problem('has no products')

  const faults = []
  const items = new Map()
  const lineOf = new Map()
  for (const { line, fields } of rows) {
    const row = Object.fromEntries(columns.map((name, i) => [name, (fields[i] ?? '').trim()]))
    const fault = (message) => faults.push(`line ${line}: ${message}`)
    if (fields.length > columns.length) fault(`has ${fields.length} fields, the header has ${columns.length}`)
    const thing = readThing(row, fault)

    const id = row.variant_id ? `variant ${row.variant_id}` : `product ${row.product_id}`
    if (lineOf.has(id)) fault(`${id} is also in line ${lineOf.get(id)}`)
    else lineOf.set(id, line)

    const item = items.get(row.product_id)
    if (!row.variant_id) items.set(row.product_id, { line, product: { ...thing, variants: [] } })
    else if (item) item.product.variants.push(thing)
    else fault(`variant ${row.variant_id} comes before its product ${row.product_id}`)
  }
  if (faults.length > 0) throw new Problem(faults.join('\n'))
  return [...items.values()]
}

function checkHeader(columns) {
  const missing = REQUIRED.filter((name) => !columns.includes(name))
  if (missing.length > 0) throw new Problem(`line 1: the column ${missing.join(', ')} is missing`)
  const unknown = columns.filter((name) => !COLUMNS.includes(name))
  if (unknown.length > 0) throw new Problem(`line 1: unknown column ${unknown.join(', ')}`)
}

/** What products and variants have in common, and what only products have. */
function readThing(row, fault) {
  if (!row.product_id) fault('product_id is empty')
  if (!row.name) fault('name is empty')
  const shared = {
    external_id: row.variant_id || row.product_id,
    name: row.name,
    ...(row.price && { price: readPrice(row.price, fault) }),
    stock: row.stock ? readStock(row.stock, fault) : null,
    sku: row.sku || null,
    is_active: readActive(row.active, fault),
  }
  if (row.variant_id) return { ...shared, price: shared.price ?? null }
  const { category, description, image_url } = row
  return {
    ...shared,
    category: category || null,
    description: description || null,
    image_url: image_url || null,
  }
}

function readPrice(text, fault) {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) fault(`price "${text}" is no amount in ringgit such as 4.50`)
  return Number(text)
}

function readStock(text, fault) {
  if (!/^\d{1,10}$/.test(text) || Number(text) > MAX_STOCK) fault(`stock "${text}" is no count such as 12`)
  return Number(text)
}

function readActive(text = '', fault) {
  if (!['', 'yes', 'no'].includes(text.toLowerCase())) fault(`active "${text}" is neither yes nor no`)
  return text.toLowerCase() !== 'no'
}
