// The reference of a sync: its set-based statements sent through pg, and nothing else: no HTTP, validation, keys, claims of
// variants, search words or audit. Over HTTP it is only told what to do and how long; it measures itself.
// Runs as a process of its own: node bare-sync.js DATABASE_URL AGENT_ID
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { newId } from '../dist/lib/ids.js'
import { repeat } from './measure.js'

const [, , connectionString, agentId] = process.argv
const client = new pg.Client({ connectionString })
await client.connect()

const works = { products: upsertProducts, 'product-stock': setProductStock, 'variant-stock': setVariantStock }
const lists = new Map()

// PUT /WORK/NAME takes a list of request bodies; POST /WORK/NAME?seconds= or ?times= sends them round and round.
const server = createServer(async (request, response) => {
  try {
    response.end(JSON.stringify(await obey(request)))
  } catch (error) {
    response.writeHead(500).end(error.stack)
  }
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))

async function obey(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://bare')
  const body = await text(request)
  if (request.method === 'PUT') return void lists.set(pathname, { bodies: JSON.parse(body), next: 0 })
  const list = lists.get(pathname)
  const work = works[pathname.split('/')[1]]
  const limit = Object.fromEntries([...searchParams].map(([name, value]) => [name, Number(value)]))
  return repeat(() => work(list.bodies[list.next++ % list.bodies.length]), limit)
}

async function upsertProducts({ products }) {
  await client.query('begin')
  const { rows } = await client.query({
    name: 'products',
    text: `insert into products (agent_id, id, source, external_id, name, description, category, sku, price_sen, is_active,
                                 on_hand, variant_words)
           select $1, g.id, 'api', g.external_id, g.name, g.description, g.category, g.sku, g.price, g.is_active, g.stock,
                  g.variant_words
             from jsonb_to_recordset($2::jsonb) as g (
               id uuid, external_id text, name text, description text, category text, sku text, price integer,
               is_active boolean, stock integer, variant_words text)
           on conflict (agent_id, source, external_id) do update
              set name = excluded.name, description = excluded.description, category = excluded.category,
                  sku = excluded.sku, price_sen = excluded.price_sen, is_active = excluded.is_active,
                  on_hand = excluded.on_hand, variant_words = excluded.variant_words, archived_at = null,
                  updated_at = clock_timestamp()
           returning id, external_id`,
    values: [agentId, JSON.stringify(products.map(productRow))],
  })
  const ids = new Map(rows.map(({ id, external_id }) => [external_id, id]))
  const variants = products.flatMap((product) => variantRows(product, ids.get(product.external_id)))
  await client.query({
    name: 'variants',
    text: `insert into variants (agent_id, id, product_id, product_external_id, source, external_id, name, sku, price_sen,
                                 is_active, position, on_hand)
           select $1, g.id, g.product_id, g.product_external_id, 'api', g.external_id, g.name, g.sku, g.price, g.is_active,
                  g.position, g.stock
             from jsonb_to_recordset($2::jsonb) as g (
               id uuid, product_id uuid, product_external_id text, external_id text, name text, sku text, price integer,
               is_active boolean, position integer, stock integer)
           on conflict (agent_id, source, external_id) do update
              set product_id = excluded.product_id, product_external_id = excluded.product_external_id,
                  name = excluded.name, sku = excluded.sku, price_sen = excluded.price_sen, is_active = excluded.is_active, position = excluded.position,
                  on_hand = excluded.on_hand, removed_at = null
           returning id`,
    values: [agentId, JSON.stringify(variants)],
  })
  await client.query('commit')
}

function productRow({ variants, price, ...product }) {
  const variant_words = variants.map(({ name, sku }) => `${name} ${sku}`).join(' ')
  return { ...product, id: newId(), price: Math.round(price * 100), variant_words }
}

function variantRows({ external_id: product_external_id, variants }, product_id) {
  return variants.map(({ price, ...variant }, position) => ({
    ...variant,
    id: newId(),
    product_id,
    product_external_id,
    position,
    price: Math.round(price * 100),
  }))
}

function setProductStock({ levels }) {
  return client.query({
    name: 'product-stock',
    text: `update products p set on_hand = g.quantity, updated_at = clock_timestamp()
             from jsonb_to_recordset($2::jsonb) as g (product_external_id text, quantity integer)
            where p.agent_id = $1 and p.source = 'api' and p.external_id = g.product_external_id
           returning p.external_id`,
    values: [agentId, JSON.stringify(levels)],
  })
}

function setVariantStock({ levels }) {
  return client.query({
    name: 'variant-stock',
    text: `update variants v set on_hand = g.quantity
             from jsonb_to_recordset($2::jsonb) as g (variant_external_id text, quantity integer)
            where v.agent_id = $1 and v.source = 'api' and v.external_id = g.variant_external_id
           returning v.external_id`,
    values: [agentId, JSON.stringify(levels)],
  })
}
