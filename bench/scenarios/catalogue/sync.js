import { ask, repeat } from '../../measure.js'
import { readDocuments } from '../../seed-catalogue.js'

const PRODUCTS = 200
const LEVELS = 1_000
/** Requests to choose from, from all over the catalogue. */
const PLACES = 25
const CREATED_AT_ONCE = 5

const BARE = 'bare pg'
const OURS = 'icebot'

/** Products that are there already, with other prices every time. */
export async function syncThings(catalogue) {
  const batches = await batchesOf(catalogue, PRODUCTS)
  const priced = (more) => batches.map((products) => ({ products: products.map((one) => raised(one, more)) }))
  return [
    await bareThing(catalogue, 'products/known', [...priced(0.01), ...priced(0.02)], PRODUCTS),
    ourThing(catalogue, 'products', [...priced(0.03), ...priced(0.04)], PRODUCTS),
  ]
}

/** Products that are not there yet: the same number in every round, not for the same time, so that both add as many. */
export async function createdThings(catalogue, rounds) {
  const batches = await batchesOf(catalogue, PRODUCTS)
  const bodies = (who) =>
    Array.from({ length: (rounds + 1) * CREATED_AT_ONCE }, (_, i) => ({
      products: batches[i % batches.length].map((product) => renamed(product, `${who}${i}`)),
    }))
  const often = { times: CREATED_AT_ONCE }
  return [
    await bareThing(catalogue, 'products/new', bodies('b'), PRODUCTS, often),
    ourThing(catalogue, 'products', bodies('i'), PRODUCTS, often),
  ]
}

/** `kind` is whose stock: of products, or of variants. */
export async function stockThings(catalogue, kind) {
  const perProduct = kind === 'variant' ? 3 : 1
  const batches = await batchesOf(catalogue, Math.ceil(LEVELS / perProduct))
  const bodies = (quantity) =>
    batches.map((products) => ({
      levels: products.flatMap((one) => levelsOf(one, kind, quantity)).slice(0, LEVELS),
    }))
  return [
    await bareThing(catalogue, `${kind}-stock/all`, [...bodies(5), ...bodies(6)], LEVELS),
    ourThing(catalogue, 'stock', [...bodies(7), ...bodies(8)], LEVELS),
  ]
}

/** The same request leaves the same rows, whoever is asked. */
export async function checkReference(catalogue) {
  const [products] = await batchesOf(catalogue, PRODUCTS)
  const known = { products: products.map((one) => raised(one, 1)) }
  const ofVariants = { levels: products.flatMap((one) => levelsOf(one, 'variant', 11)) }
  const ofProducts = { levels: products.flatMap((one) => levelsOf(one, 'product', 12)) }
  const reset = { products }
  for (const [path, work, body] of [
    ['products', 'products/check', known],
    ['stock', 'variant-stock/check', ofVariants],
    ['stock', 'product-stock/check', ofProducts],
  ]) {
    await catalogue.send('products', JSON.stringify(reset))
    const before = await fingerprint(catalogue)
    await catalogue.send(path, JSON.stringify(body))
    const ours = await fingerprint(catalogue)
    await catalogue.send('products', JSON.stringify(reset))
    await (await bareThing(catalogue, work, [body], 1, { times: 1 })).rate()
    if (ours === before) throw new Error(`${path}: nothing was changed`)
    if (ours !== (await fingerprint(catalogue)))
      throw new Error(`${work}: the reference does not do the same`)
  }
}

async function fingerprint({ world, agentId }) {
  const rows = (table) =>
    `(select string_agg((to_jsonb(t) - 'updated_at')::text, ',' order by id) from ${table} t where agent_id = '${agentId}')`
  const [{ hash }] = await world.sql(`select md5(${rows('products')} || ${rows('variants')}) as hash`)
  return hash
}

async function bareThing({ bareUrl }, work, bodies, each, limit) {
  const url = `${bareUrl}/${work}`
  await ask(url, { method: 'PUT', body: JSON.stringify(bodies) })
  const rate = async (seconds) => {
    const query = new URLSearchParams(limit ?? { seconds })
    return each * Number(await ask(`${url}?${query}`, { method: 'POST' }))
  }
  return { name: BARE, rate }
}

function ourThing({ send }, path, bodies, each, limit) {
  const texts = bodies.map((body) => JSON.stringify(body))
  let next = 0
  const step = async () => {
    const answer = await send(path, texts[next++ % texts.length])
    if (!answer.endsWith('"failed":0}')) throw new Error(`${path}: not all was done: ${answer.slice(-200)}`)
  }
  return { name: OURS, rate: async (seconds) => each * (await repeat(step, limit ?? { seconds })) }
}

/** Neighbours in the catalogue, as a connector sends them; the batches lie all over it. */
async function batchesOf({ world, agentId, count }, size) {
  const places = Math.min(PLACES, Math.floor(count / size))
  const batches = []
  for (let i = 0; i < places; i++) {
    const from = Math.floor(((count - size) / Math.max(1, places - 1)) * i)
    batches.push(await readDocuments(world, agentId, from, from + size))
  }
  return batches
}

function raised(product, more) {
  const dearer = (one) => ({ ...one, price: Number((one.price + more).toFixed(2)) })
  return { ...dearer(product), variants: product.variants.map(dearer) }
}

function renamed(product, prefix) {
  const other = (one) => ({
    ...one,
    external_id: `${prefix}-${one.external_id}`,
    sku: `${prefix}-${one.sku}`,
  })
  return { ...other(product), variants: product.variants.map(other) }
}

function levelsOf({ external_id, variants }, kind, quantity) {
  if (kind === 'product') return { product_external_id: external_id, quantity }
  return variants.map((variant) => ({
    product_external_id: external_id,
    variant_external_id: variant.external_id,
    quantity,
  }))
}
