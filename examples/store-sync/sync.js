import { createHash } from 'node:crypto'
import { Refusal } from './service.js'

const PRODUCTS_AT_ONCE = 200
const LEVELS_AT_ONCE = 1_000

/**
 * Tells the service what changed in the file since the last time: products, counts, and what is gone. `memory` holds what it was
 * told, by product id; with an empty one everything is sent.
 *
 * A count is sent only when it is new in the file. The service counts down by itself with every order the store acknowledges, so
 * sending an old count again would put goods on sale that are already sold.
 */
export async function syncCatalogue(service, items, memory, save, log) {
  const isChanged = ({ product }) => memory[product.external_id]?.hash !== hashOf(product)
  const changed = items.filter(isChanged)
  const counted = items.filter((item) => !isChanged(item) && newLevels(item, memory).length > 0)
  const ids = new Set(items.map(({ product }) => product.external_id))
  const gone = Object.keys(memory).filter((id) => !ids.has(id))
  if (changed.length + counted.length + gone.length === 0) return 0

  const first = await sendProducts(service, changed, memory, save)
  // A variant that moved to another product is free only once the old one has been sent without it.
  const products = first.failed.length > 0 ? await sendProducts(service, first.failed, memory, save) : first
  const levels = await sendLevels(service, counted, memory, save)
  await archive(service, gone, memory, save)

  const faults = [...products.faults, ...levels.faults]
  for (const { line, id, error } of faults) log(`catalogue: line ${line}, ${id}: ${error}`)
  const sent = changed.length - products.faults.length
  log(
    `catalogue: ${sent} products sent, ${levels.applied} counts sent, ${gone.length} archived, ${faults.length} failed`,
  )
  return faults.length
}

/** Sends every count of the file, changed or not: after a stock-take, or when in doubt. */
export async function sendAllLevels(service, items, log) {
  const { applied, faults } = await sendLevels(service, items, {}, async () => {})
  for (const { line, id, error } of faults) log(`stock: line ${line}, ${id}: ${error}`)
  log(`stock: ${applied} counts sent, ${faults.length} failed`)
  return faults.length
}

/** Sends products and remembers those the service took; `failed` are the others and `faults` says why. */
async function sendProducts(service, items, memory, save) {
  const failed = []
  const faults = []
  const fail = (item, error) => {
    failed.push(item)
    faults.push({ line: item.line, id: item.product.external_id, error })
  }
  for (const batch of batchesOf(items, PRODUCTS_AT_ONCE)) {
    const { sound, answer } = await sendBatch(service, batch, memory, fail)
    for (const [i, item] of sound.entries()) {
      if (answer.data[i].status === 'failed') fail(item, answer.data[i].error)
      else memory[item.product.external_id] = memoryOf(item)
    }
    await save()
  }
  return { failed, faults }
}

/** A batch with a malformed product is refused as a whole: what is wrong is taken out, and the rest sent again. */
async function sendBatch(service, batch, memory, fail) {
  if (batch.length === 0) return { sound: [], answer: { data: [] } }
  try {
    const products = batch.map((item) => productFor(item, memory))
    return { sound: batch, answer: await service.post('/catalogue/products', { products }) }
  } catch (error) {
    const problems = error instanceof Refusal && error.status === 400 ? byIndex(error.details) : new Map()
    if (problems.size === 0) throw error
    for (const [i, problem] of problems) fail(batch[i], problem)
    return sendBatch(
      service,
      batch.filter((_, i) => !problems.has(i)),
      memory,
      fail,
    )
  }
}

/** `products[3].price` and what is wrong with it, as 3 → "price …". */
function byIndex(details) {
  const problems = new Map()
  for (const { path, message } of details) {
    const [, index, rest] = /^products\[(\d+)\]\.?(.*)$/.exec(path) ?? []
    if (index === undefined) continue
    const earlier = problems.get(Number(index))
    problems.set(Number(index), `${earlier ? `${earlier}; ` : ''}${rest} ${message}`)
  }
  return problems
}

/** The product with those of its counts that are new. */
function productFor({ product }, memory) {
  const told = memory[product.external_id]?.levels ?? {}
  const withStock = ({ stock, ...rest }, key) => (told[key] === stock ? rest : { ...rest, stock })
  return {
    ...withStock(product, ''),
    variants: product.variants.map((variant) => withStock(variant, variant.external_id)),
  }
}

async function sendLevels(service, items, memory, save) {
  const faults = []
  let applied = 0
  const wanted = items.flatMap((item) => newLevels(item, memory).map((level) => ({ item, level })))
  for (const batch of batchesOf(wanted, LEVELS_AT_ONCE)) {
    const answer = await service.post('/catalogue/stock', { levels: batch.map(({ level }) => level) })
    for (const [i, { item, level }] of batch.entries()) {
      const id = item.product.external_id
      if (answer.data[i].status === 'failed') {
        // The service does not know it: forgotten here, it is sent whole the next time.
        delete memory[id]
        faults.push({ line: item.line, id: level.variant_external_id ?? id, error: answer.data[i].error })
      } else if (memory[id]) memory[id].levels[level.variant_external_id ?? ''] = level.quantity
    }
    applied += answer.applied
    await save()
  }
  return { applied, faults }
}

/** The counts of an item that the service has not been told. A product with variants is counted by variant. */
function newLevels({ product }, memory) {
  const told = memory[product.external_id]?.levels ?? {}
  const product_external_id = product.external_id
  const all =
    product.variants.length === 0
      ? [{ product_external_id, quantity: product.stock }]
      : product.variants.map(({ external_id, stock }) => {
          return { product_external_id, variant_external_id: external_id, quantity: stock }
        })
  return all.filter(({ variant_external_id = '', quantity }) => told[variant_external_id] !== quantity)
}

async function archive(service, ids, memory, save) {
  for (const external_ids of batchesOf(ids, PRODUCTS_AT_ONCE)) {
    await service.post('/catalogue/products/archive', { external_ids })
    for (const id of external_ids) delete memory[id]
    await save()
  }
}

function memoryOf({ product }) {
  const levels = Object.fromEntries(product.variants.map(({ external_id, stock }) => [external_id, stock]))
  return { hash: hashOf(product), levels: { '': product.stock, ...levels } }
}

/** Of everything but the counts. */
function hashOf(product) {
  const text = JSON.stringify(product, (key, value) => (key === 'stock' ? undefined : value))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function batchesOf(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
