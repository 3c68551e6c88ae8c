import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { catalogueSchema, lockShelves, type SkuId } from '../../src/modules/catalogue/index.ts'
import { openDb, sql } from '../../src/platform/db/index.ts'
import { openShop, type Shop, startService, type TestService } from '../harness/service.ts'

let service: TestService
let shop: Shop
let other: Shop

beforeAll(async () => {
  service = await startService()
  other = await openShop(service.db, { scopes: ['catalogue:sync'] })
})
afterAll(() => service.close())
beforeEach(async () => {
  shop = await openShop(service.db, { scopes: ['catalogue:sync'] })
})

const post = (path: string, body: unknown, of = shop) =>
  service.call(`/api/v1/catalogue/${path}`, { key: of.key, body })
const sync = (products: unknown[], of = shop, source?: string) => post('products', { source, products }, of)
const setStock = (levels: unknown[], source?: string) => post('stock', { source, levels })

/** Everything the team sees of the agent's products, by external id. */
async function shelf(of = shop, query = '') {
  const reply = await service.call(`/api/manage/agents/${of.agent.id}/products?limit=100${query}`, {
    key: of.token,
  })
  expect(catalogueSchema.managedPage.strict().safeParse(reply.json).error).toBeUndefined()
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  return Object.fromEntries(reply.json.data.map((one: any) => [`${one.source}:${one.external_id}`, one]))
}

const tee = { external_id: 'tee', name: 'T-shirt', price: 25 }
const size = (id: string, more: object = {}) => ({ external_id: id, name: `Size ${id}`, ...more })

describe('POST /catalogue/products', () => {
  it('creates, then updates, and answers per product in the order of the request', async () => {
    const first = await sync([
      { external_id: 2, name: 'B' },
      { external_id: 'a', name: 'A' },
    ])
    expect(first.status).toBe(200)
    expect(catalogueSchema.productsAnswer.strict().safeParse(first.json).error).toBeUndefined()
    expect(first.json).toMatchObject({
      data: [
        { external_id: '2', status: 'created' },
        { external_id: 'a', status: 'created' },
      ],
      created: 2,
      updated: 0,
      failed: 0,
    })
    const second = await sync([
      { external_id: 'c', name: 'C' },
      { external_id: '2', name: 'B2' },
    ])
    expect(second.json).toMatchObject({ created: 1, updated: 1, failed: 0 })
    expect(second.json.data[1]).toEqual({
      external_id: '2',
      status: 'updated',
      id: first.json.data[0].id,
    })
  })

  it('keeps everything that is sent', async () => {
    await sync([
      {
        external_id: 'all',
        name: '  Kopi O  ',
        price: 1.005,
        stock: 7,
        description: 'Black',
        category: 'Drinks',
        sku: 'K-1',
        image_url: 'https://shop.example/k.png',
        is_active: false,
        variants: [size('s', { sku: 'K-1-S', price: 2, stock: 0, is_active: false }), size('l')],
        colour: 'ignored',
      },
    ])
    expect((await shelf())['api:all']).toMatchObject({
      name: 'Kopi O',
      price: 1.01,
      stock: 7,
      held: 0,
      available: 7,
      description: 'Black',
      category: 'Drinks',
      sku: 'K-1',
      image_url: 'https://shop.example/k.png',
      is_active: false,
      archived_at: null,
      variants: [
        {
          external_id: 's',
          name: 'Size s',
          sku: 'K-1-S',
          price: 2,
          stock: 0,
          available: 0,
          is_active: false,
        },
        {
          external_id: 'l',
          name: 'Size l',
          sku: null,
          price: 1.01,
          stock: null,
          available: null,
          is_active: true,
        },
      ],
    })
  })

  it('leaves absent fields as they are, clears with null, and says active unless told otherwise', async () => {
    const full = {
      description: 'd',
      category: 'c',
      sku: 's',
      image_url: 'http://x.example/y',
      price: 3,
      stock: 4,
      variants: [size('v', { sku: 'vs', price: 5, stock: 6 })],
    }
    await sync([{ external_id: '1', name: 'One', is_active: false, ...full }])
    await sync([{ external_id: 1, name: 'Uno' }])
    const kept = (await shelf())['api:1']
    expect(kept).toMatchObject({ ...full, name: 'Uno', is_active: true, variants: [full.variants[0]] })

    await sync([{ external_id: 1, name: 'Uno', variants: [size('v')] }])
    expect((await shelf())['api:1'].variants[0]).toMatchObject({ sku: 'vs', price: 5, stock: 6 })

    const cleared = { description: null, category: null, sku: '', image_url: null, stock: null }
    await sync([
      { external_id: 1, name: 'Uno', ...cleared, variants: [size('v', { sku: null, stock: null })] },
    ])
    expect((await shelf())['api:1']).toMatchObject({
      description: null,
      category: null,
      sku: null,
      image_url: null,
      stock: null,
      price: 3,
      variants: [{ sku: null, stock: null, price: 5 }],
    })
  })

  it('without a price is on request, without stock is not tracked', async () => {
    await sync([{ external_id: 1, name: 'One' }])
    expect((await shelf())['api:1']).toMatchObject({
      price: null,
      stock: null,
      available: null,
      variants: [],
    })
  })

  it('takes an empty list, 200 products and 100 variants', async () => {
    expect((await sync([])).json).toEqual({ data: [], created: 0, updated: 0, failed: 0 })
    const many = Array.from({ length: 200 }, (_, i) => ({ external_id: i, name: `P${i}` }))
    expect((await sync(many)).json).toMatchObject({ created: 200, failed: 0 })
    const variants = Array.from({ length: 100 }, (_, i) => size(`v${i}`))
    expect((await sync([{ ...tee, variants }])).json).toMatchObject({ created: 1 })
    expect((await shelf(shop, '&q=shirt'))['api:tee'].variants).toHaveLength(100)
  })

  it('takes bounds to the letter', async () => {
    const most = {
      external_id: 'x'.repeat(255),
      name: '🧋'.repeat(300),
      price: 1_000_000,
      stock: 2 ** 31 - 1,
      description: 'd'.repeat(10_000),
      category: 'c'.repeat(200),
      sku: 's'.repeat(255),
      image_url: `https://x.example/${'p'.repeat(1_982)}`,
    }
    expect((await sync([most])).json).toMatchObject({ created: 1 })
    expect((await shelf())[`api:${most.external_id}`]).toMatchObject(most)
  })

  const long = (length: number) => 'x'.repeat(length)
  it.each([
    ['external_id', undefined, 'is required'],
    ['external_id', long(256), 'must have at most 255 characters'],
    ['external_id', 2 ** 53, 'must be text: the number is too large to be exact'],
    ['external_id', null, 'must be a string or a number'],
    ['name', undefined, 'is required'],
    ['name', '  ', 'must not be empty'],
    ['name', long(301), 'must have at most 300 characters'],
    ['name', 5, 'must be a string'],
    ['price', '5', 'must be a number'],
    ['price', null, 'must be a number'],
    ['price', -0.01, 'must be from 0 to 1000000'],
    ['price', 1_000_000.01, 'must be from 0 to 1000000'],
    ['price', 1e300, 'must be from 0 to 1000000'],
    ['stock', -1, 'must be a whole number from 0 to 2147483647'],
    ['stock', 1.5, 'must be a whole number from 0 to 2147483647'],
    ['stock', 2 ** 31, 'must be a whole number from 0 to 2147483647'],
    ['stock', '5', 'must be a number'],
    ['description', long(10_001), 'must have at most 10000 characters'],
    ['category', long(201), 'must have at most 200 characters'],
    ['sku', long(256), 'must have at most 255 characters'],
    ['sku', 5, 'must be a string'],
    ['image_url', 'ftp://x.example/y', 'must be an http or https address'],
    ['image_url', 'picture.png', 'must be an http or https address'],
    ['image_url', `https://x.example/${long(1_983)}`, 'must have at most 2000 characters'],
    ['is_active', 'yes', 'must be a boolean'],
    ['is_active', null, 'must be a boolean'],
    ['variants', {}, 'must be a list'],
    ['variants', null, 'must be a list'],
    ['variants', Array.from({ length: 101 }, (_, i) => size(`${i}`)), 'must have at most 100 entries'],
  ])('refuses %s %j: %s', async (field, value, message) => {
    const reply = await sync([tee, { external_id: 'bad', name: 'Bad', [field]: value }])
    expect([reply.status, reply.json]).toEqual([
      400,
      { error: 'invalid body', details: [{ path: `products[1].${field}`, message }] },
    ])
    expect(await shelf()).toEqual({})
  })

  it('lists every problem of the whole request with its path', async () => {
    const reply = await sync([
      { external_id: 1, name: 'One', price: -1, variants: [size('a'), size('b', { price: 'x' }), size('a')] },
      null,
      { external_id: '1', name: '' },
      { external_id: 'ok', name: 'Fine', variants: [{}, { external_id: 'z', name: 'Z', stock: -2 }] },
    ])
    expect(reply.status).toBe(400)
    expect(reply.json.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'products[0].price',
      'products[0].variants[1].price',
      'products[0].variants[2].external_id',
      'products[1]',
      'products[2].external_id',
      'products[2].name',
      'products[3].variants[0].external_id',
      'products[3].variants[0].name',
      'products[3].variants[1].stock',
    ])
    expect(await shelf()).toEqual({})
  })

  it.each([
    [{}, 'products', 'is required'],
    [{ products: 5 }, 'products', 'must be a list'],
    [{ products: Array(201).fill(tee) }, 'products', 'must have at most 200 entries'],
    [{ source: 'etsy', products: [] }, 'source', 'must be one of api, store_type_a, store_type_b'],
  ])('refuses a body that is none: case %#', async (body, path, message) => {
    const reply = await post('products', body)
    expect([reply.status, reply.json]).toEqual([400, { error: 'invalid body', details: [{ path, message }] }])
  })

  it('refuses a key without the scope', async () => {
    const { key } = await openShop(service.db)
    for (const path of ['products', 'products/archive', 'stock']) {
      const reply = await service.call(`/api/v1/catalogue/${path}`, { key, body: {} })
      expect([reply.status, reply.json.error]).toEqual([403, 'missing scope: catalogue:sync'])
    }
  })

  it('keeps agents and sources apart, though their ids are the same', async () => {
    const product = { ...tee, variants: [size('s')] }
    await sync([product])
    expect((await sync([{ ...product, name: 'Of a store' }], shop, 'store_type_a')).json).toMatchObject({
      created: 1,
    })
    expect((await sync([{ ...product, name: 'Of another' }], other)).json).toMatchObject({ created: 1 })
    const mine = await shelf()
    expect(Object.keys(mine).sort()).toEqual(['api:tee', 'store_type_a:tee'])
    expect(mine['api:tee']).toMatchObject({ name: 'T-shirt', variants: [{ external_id: 's' }] })
  })

  it('writes one audit row with the counts', async () => {
    await sync([tee, { external_id: 2, name: 'Two' }])
    const { json } = await service.call('/api/manage/audit', { key: shop.token })
    expect(json.data.filter(({ action }: { action: string }) => action === 'catalogue.synced')).toMatchObject(
      [
        {
          target_id: shop.agent.id,
          agent_id: shop.agent.id,
          actor: { kind: 'key' },
          detail: { source: 'api', created: 2, updated: 0, failed: 0 },
        },
      ],
    )
  })
})

describe('variants', () => {
  const names = async (id = 'tee') =>
    (await shelf())[`api:${id}`].variants.map(({ external_id }: { external_id: string }) => external_id)

  it('absent are untouched, given are replaced in their order, an empty list removes all', async () => {
    await sync([{ ...tee, variants: [size('s', { stock: 3 }), size('m'), size('l')] }])
    await sync([tee])
    expect(await names()).toEqual(['s', 'm', 'l'])
    await sync([{ ...tee, variants: [size('l'), size('xl'), size('m')] }])
    expect(await names()).toEqual(['l', 'xl', 'm'])
    await sync([{ ...tee, variants: [] }])
    expect(await names()).toEqual([])
  })

  it('that were removed come back as the same ones, with the stock they had', async () => {
    await sync([{ ...tee, variants: [size('s', { stock: 3, sku: 'T-S' })] }])
    const before = (await shelf())['api:tee'].variants[0]
    await sync([{ ...tee, variants: [] }])
    await sync([{ ...tee, variants: [size('s')] }])
    expect((await shelf())['api:tee'].variants).toEqual([before])
  })

  it('of another product are refused product by product, and nothing of that product is written', async () => {
    await sync([{ ...tee, variants: [size('s')] }])
    const reply = await sync([
      { external_id: 'cap', name: 'Cap' },
      { external_id: 'thief', name: 'Thief', variants: [size('t'), size('s')] },
      { external_id: 'mug', name: 'Mug', variants: [size('u')] },
    ])
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ created: 2, updated: 0, failed: 1 })
    expect(reply.json.data[1]).toEqual({
      external_id: 'thief',
      status: 'failed',
      error: 'variant "s" belongs to product "tee"',
      code: 'variant_taken',
    })
    expect(catalogueSchema.productsAnswer.strict().safeParse(reply.json).error).toBeUndefined()
    expect(Object.keys(await shelf()).sort()).toEqual(['api:cap', 'api:mug', 'api:tee'])
    const { json } = await post('stock', {
      levels: [{ product_external_id: 'thief', variant_external_id: 't', quantity: 1 }],
    })
    expect(json.failed).toBe(1)
  })

  it('wanted by two products of a request go to the first', async () => {
    const reply = await sync([
      { external_id: 'a', name: 'A', variants: [size('s')] },
      { external_id: 'b', name: 'B', variants: [size('s')] },
    ])
    expect(reply.json.data).toMatchObject([
      { status: 'created' },
      { status: 'failed', error: 'variant "s" belongs to product "a"' },
    ])
  })

  it('move to another product once theirs gives them up, before or in the same request', async () => {
    const a = { external_id: 'a', name: 'A' }
    const b = { external_id: 'b', name: 'B' }
    await sync([{ ...a, variants: [size('s', { stock: 9 }), size('m')] }, b])
    const moved = await sync([
      { ...b, variants: [size('s')] },
      { ...a, variants: [size('m')] },
    ])
    expect(moved.json).toMatchObject({ updated: 2, failed: 0 })
    expect([await names('a'), await names('b')]).toEqual([['m'], ['s']])
    expect((await shelf())['api:b'].variants[0].stock).toBe(9)

    await sync([{ ...a, variants: [] }])
    await sync([{ ...b, variants: [size('m')] }])
    expect([await names('a'), await names('b')]).toEqual([[], ['m']])
  })

  it('given up to a product that fails are gone from where they were', async () => {
    await sync([
      { external_id: 'a', name: 'A', variants: [size('s')] },
      { external_id: 'c', name: 'C', variants: [size('x')] },
    ])
    const reply = await sync([
      { external_id: 'a', name: 'A', variants: [] },
      { external_id: 'b', name: 'B', variants: [size('s'), size('x')] },
    ])
    expect(reply.json.data).toMatchObject([{ status: 'updated' }, { status: 'failed' }])
    expect(await names('a')).toEqual([])
  })

  it('named __proto__ are variants like others', async () => {
    expect((await sync([{ ...tee, variants: [size('__proto__'), size('toString')] }])).json).toMatchObject({
      created: 1,
    })
    expect(await names()).toEqual(['__proto__', 'toString'])
    await sync([{ ...tee, variants: [size('toString')] }])
    expect(await names()).toEqual(['toString'])
  })
})

describe('POST /catalogue/products/archive', () => {
  it('takes products off the shelf, answers every entry, and a sync brings them back', async () => {
    await sync([tee, { external_id: 1, name: 'One' }])
    const reply = await post('products/archive', { external_ids: ['tee', 'nothing', 1, '1'] })
    expect(reply.json).toEqual({
      data: [
        { external_id: 'tee', status: 'archived' },
        { external_id: 'nothing', status: 'not_found' },
        { external_id: '1', status: 'archived' },
        { external_id: '1', status: 'archived' },
      ],
      archived: 3,
      failed: 1,
    })
    expect(await shelf()).toEqual({})
    const first = (await shelf(shop, '&archived=1'))['api:tee'].archived_at
    expect(first).toEqual(expect.any(String))
    expect((await post('products/archive', { external_ids: ['tee'] })).json).toMatchObject({ archived: 1 })
    expect((await shelf(shop, '&archived=1'))['api:tee'].archived_at).toBe(first)

    expect((await sync([tee])).json).toMatchObject({ updated: 1 })
    expect(Object.keys(await shelf())).toEqual(['api:tee'])
  })

  it('reaches neither another source nor another agent', async () => {
    await sync([tee])
    expect(
      (await post('products/archive', { source: 'store_type_b', external_ids: ['tee'] })).json.failed,
    ).toBe(1)
    expect((await post('products/archive', { external_ids: ['tee'] }, other)).status).toBe(200)
    expect(Object.keys(await shelf())).toEqual(['api:tee'])
  })

  it.each([
    [{}, 'external_ids', 'is required'],
    [{ external_ids: [] }, 'external_ids', 'must not be empty'],
    [{ external_ids: Array(201).fill(1) }, 'external_ids', 'must have at most 200 entries'],
    [{ external_ids: [1, {}] }, 'external_ids[1]', 'must be a string or a number'],
  ])('refuses case %#', async (body, path, message) => {
    const reply = await post('products/archive', body)
    expect([reply.status, reply.json.details]).toEqual([400, [{ path, message }]])
  })
})

describe('POST /catalogue/stock', () => {
  const level = (product: unknown, quantity: unknown, variant?: unknown) => ({
    product_external_id: product,
    variant_external_id: variant,
    quantity,
  })

  it('sets and clears, per level and in the order of the request', async () => {
    await sync([
      { ...tee, stock: 1, variants: [size('s', { stock: 1 })] },
      { external_id: 7, name: 'Seven', stock: 7 },
    ])
    const reply = await setStock([
      level('tee', 5, 's'),
      level('nothing', 1),
      level('nothing', 1, 's'),
      level('tee', null),
      level('tee', 1, 'xs'),
      level('7', -3),
      level(7, 1, 's'),
    ])
    expect(reply.status).toBe(200)
    expect(catalogueSchema.levelsAnswer.strict().safeParse(reply.json).error).toBeUndefined()
    const noProduct = { status: 'failed', error: 'there is no product "nothing"', code: 'product_not_found' }
    expect(reply.json).toEqual({
      data: [
        { product_external_id: 'tee', variant_external_id: 's', status: 'set' },
        { product_external_id: 'nothing', variant_external_id: null, ...noProduct },
        { product_external_id: 'nothing', variant_external_id: 's', ...noProduct },
        { product_external_id: 'tee', variant_external_id: null, status: 'cleared' },
        {
          product_external_id: 'tee',
          variant_external_id: 'xs',
          status: 'failed',
          error: 'product "tee" has no variant "xs"',
          code: 'variant_not_found',
        },
        { product_external_id: '7', variant_external_id: null, status: 'set' },
        {
          product_external_id: '7',
          variant_external_id: 's',
          status: 'failed',
          error: 'product "7" has no variant "s"',
          code: 'variant_not_found',
        },
      ],
      applied: 3,
      failed: 4,
    })
    const now = await shelf()
    expect([now['api:tee'].stock, now['api:tee'].variants[0].stock, now['api:7'].stock]).toEqual([null, 5, 0])
  })

  it('the same level twice: the last wins, every entry is answered', async () => {
    await sync([{ ...tee, variants: [size('1')] }])
    const { json } = await setStock([
      level('tee', 1),
      level('tee', 2),
      level('tee', 3, 1),
      level('tee', null, '1'),
    ])
    expect(json.data.map(({ status }: { status: string }) => status)).toEqual([
      'set',
      'set',
      'set',
      'cleared',
    ])
    expect((await shelf())['api:tee']).toMatchObject({ stock: 2, variants: [{ stock: null }] })
  })

  it('finds archived products, and no removed variants', async () => {
    await sync([{ ...tee, variants: [size('s')] }])
    await sync([{ ...tee, variants: [] }])
    await post('products/archive', { external_ids: ['tee'] })
    const { json } = await setStock([level('tee', 4), level('tee', 4, 's')])
    expect(json.data).toMatchObject([{ status: 'set' }, { code: 'variant_not_found' }])
    expect((await shelf(shop, '&archived=1'))['api:tee'].stock).toBe(4)
  })

  it('takes 1,000 levels, the most negative one too, and leaves what is held alone', async () => {
    await sync([tee])
    await service.db.run(sql`update products set held = 3 where agent_id = ${shop.agent.id}`)
    const levels = Array.from({ length: 999 }, (_, i) => level('tee', i))
    const { json } = await setStock([...levels, level('tee', -9_007_199_254_740_991)])
    expect(json.applied).toBe(1_000)
    expect((await shelf())['api:tee']).toMatchObject({ stock: 0, held: 3, available: 0 })
    await setStock([level('tee', 2 ** 31 - 1)])
    await sync([{ ...tee, stock: 5 }])
    expect((await shelf())['api:tee']).toMatchObject({ stock: 5, held: 3, available: 2 })
  })

  const whole = 'must be a whole number of at most 2147483647'
  it.each([
    [{}, 'levels', 'is required'],
    [{ levels: Array(1_001).fill(level(1, 1)) }, 'levels', 'must have at most 1000 entries'],
    [{ levels: [level(1, 1), level(1, 1.5)] }, 'levels[1].quantity', whole],
    [{ levels: [level(1, 2 ** 31)] }, 'levels[0].quantity', whole],
    [{ levels: [level(1, -(2 ** 60))] }, 'levels[0].quantity', whole],
    [{ levels: [level(1, '4')] }, 'levels[0].quantity', 'must be a number'],
    [{ levels: [{ product_external_id: 1 }] }, 'levels[0].quantity', 'is required'],
    [{ levels: [{ quantity: 1 }] }, 'levels[0].product_external_id', 'is required'],
    [{ levels: [level(1, 1, {})] }, 'levels[0].variant_external_id', 'must be a string or a number'],
  ])('refuses case %#', async (body, path, message) => {
    const reply = await post('stock', body)
    expect([reply.status, reply.json.details]).toEqual([400, [{ path, message }]])
  })
})

describe('under concurrency', () => {
  it('syncs of the same products from two processes end with one row each and one creation', async () => {
    const second = openDb({ connection: service.db.connection, maxConnections: 4, onTrouble: () => {} })
    const twin = await startService({ database: { ...service.database, db: second } })
    try {
      const products = Array.from({ length: 50 }, (_, i) => ({
        external_id: i,
        name: `P${i}`,
        variants: [size(`${i}-a`), size(`${i}-b`)],
      }))
      const replies = await Promise.all(
        [service, twin, service, twin, service, twin].map((one, i) =>
          one.call('/api/v1/catalogue/products', {
            key: shop.key,
            body: { products: i % 2 ? products : [...products].reverse() },
          }),
        ),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(replies.map(({ json }) => json.created).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 50])
      const counts = await service.db.row(sql`
        select (select count(*) from products where agent_id = ${shop.agent.id}) as products,
               (select count(*) from variants where agent_id = ${shop.agent.id} and removed_at is null) as variants`)
      expect(counts).toEqual({ products: 50, variants: 100 })
    } finally {
      await twin.close()
      await second.close()
    }
  })

  it('of two products that claim one variant at the same moment, one has it and the other is told', async () => {
    for (let round = 0; round < 8; round++) {
      const variants = Array.from({ length: 20 }, (_, i) => size(`${round}-${i}`))
      const replies = await Promise.all(
        ['a', 'b', 'c'].map((id) => sync([{ external_id: `${id}${round}`, name: id, variants }])),
      )
      expect(replies.map(({ json }) => json.data[0].status).sort()).toEqual(['created', 'failed', 'failed'])
    }
  })

  it('syncs, counts and orders never wait for each other for good', async () => {
    const products = (round: number) =>
      Array.from({ length: 30 }, (_, i) => ({
        external_id: `p${i}`,
        name: `P${i}`,
        stock: round,
        variants: [size(`v${(i * 7) % 30}`, { stock: round }), size(`w${i}`)].slice(0, 1 + (round % 2)),
      })).sort(() => Math.random() - 0.5)
    await sync(products(1))
    const before = await deadlocks()
    const order = () =>
      service.db.transaction(async (tx) => {
        const skus = await tx.rows<SkuId>(sql`
          select id as product_id, null as variant_id from products where agent_id = ${shop.agent.id}
           union all select product_id, id from variants where agent_id = ${shop.agent.id}`)
        await lockShelves(tx, shop.agent.id, skus)
      })
    const counts = () =>
      setStock(
        products(5)
          .flatMap(({ external_id, variants }) => [
            { product_external_id: external_id, quantity: 5 },
            { product_external_id: external_id, variant_external_id: variants[0]?.external_id, quantity: 5 },
          ])
          .reverse(),
      )
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => [() => sync(products(i)), order, counts][i % 3]?.()),
    )
    expect(await deadlocks()).toBe(before)
  })

  async function deadlocks(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    const row = await service.db.row<{ deadlocks: number }>(sql`
      select deadlocks from pg_stat_database where datname = current_database()`)
    return row?.deadlocks as number
  }
})

it('a variant of an archived product may go to another, and its own price may be taken away', async () => {
  await sync([{ external_id: 'old', name: 'Old', price: 9, variants: [size('moves', { price: 5 })] }])
  await service.call('/api/v1/catalogue/products/archive', { key: shop.key, body: { external_ids: ['old'] } })
  const moved = await sync([
    { external_id: 'next', name: 'Next', price: 9, variants: [size('moves', { price: null })] },
  ])
  expect(moved.json).toMatchObject({ created: 1, failed: 0 })
  const { data } = (
    await service.call(`/api/manage/agents/${shop.agent.id}/products?q=next`, { key: shop.token })
  ).json
  expect(data[0].variants).toMatchObject([{ external_id: 'moves', price: 9 }])
})

it.each([
  ['a misspelt SKU', 'MOCHALATE'],
  ['a whole sentence', 'boleh saya tengok menu untuk apa apa yang ada mochaccino'],
])('finds by %s', async (_, words) => {
  await sync([{ external_id: 'mocha', name: 'Mochaccino', price: 9, sku: 'MOCHALATTE' }])
  const path = `/api/manage/agents/${shop.agent.id}/products?q=${encodeURIComponent(words)}`
  const { data } = (await service.call(path, { key: shop.token })).json
  expect(data.map(({ external_id }: { external_id: string }) => external_id)).toContain('mocha')
})

it('what finds products can be built anew by whoever keeps the database', async () => {
  await sync([{ external_id: 'anew', name: 'Anew' }])
  await service.db.script('reindex table products')
  await service.db.script('reindex table catalogue_words')
  await service.db.script('analyze products, variants, catalogue_words')
})

describe('the team’s view', () => {
  const page = async (query: string, of = shop) =>
    (await service.call(`/api/manage/agents/${of.agent.id}/products?${query}`, { key: of.token })).json

  it('lists by name, page after page, without a gap and without a repetition', async () => {
    const names = ['apam', 'Ayam', 'ayam', 'Böreğ', 'Zebra', 'ayam', 'teh 🧋', 'Teh']
    await sync(names.map((name, i) => ({ external_id: i, name })))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { data, hasMore, next_cursor } = await page(`limit=3${query}`)
      expect(hasMore).toBe(next_cursor !== null)
      seen.push(...data.map(({ name }: { name: string }) => name.toLowerCase()))
      cursor = next_cursor
    }
    expect(seen).toEqual(names.map((name) => name.toLowerCase()).sort())
  })

  it.each(['cursor=x', 'cursor=', 'limit=0', 'archived=2'])('refuses %s', async (query) => {
    expect(await page(query)).toMatchObject({ error: 'invalid query' })
  })

  it('reads one product; another workspace’s is as good as missing', async () => {
    const { json } = await sync([{ ...tee, variants: [size('s')] }])
    const { id } = json.data[0]
    const own = await service.call(`/api/manage/products/${id}`, { key: shop.token })
    expect(catalogueSchema.managedProduct.strict().safeParse(own.json.data).error).toBeUndefined()
    expect(own.json.data).toMatchObject({
      id,
      external_id: 'tee',
      variants: [{ external_id: 's', price: 25 }],
    })
    const [foreign, missing, noUuid] = await Promise.all([
      service.call(`/api/manage/products/${id}`, { key: other.token }),
      service.call(`/api/manage/products/${newId()}`, { key: shop.token }),
      service.call('/api/manage/products/x', { key: shop.token }),
    ])
    expect(foreign.status).toBe(404)
    expect([foreign.text, noUuid.text]).toEqual([missing.text, missing.text])
    const list = await service.call(`/api/manage/agents/${shop.agent.id}/products`, { key: other.token })
    expect(list.status).toBe(404)
  })

  it('searches by relevance on one page', async () => {
    await sync([tee, { external_id: 2, name: 'Shirt dress' }, { external_id: 3, name: 'Mug' }])
    const found = await page('q=shirts&limit=2')
    expect(found).toMatchObject({ hasMore: false, next_cursor: null })
    expect(found.data.map(({ name }: { name: string }) => name)).toContain('T-shirt')
  })
})
