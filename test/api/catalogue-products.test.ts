import { describe, expect, it } from 'vitest'
import { catalogueSchema } from '../../src/modules/catalogue/index.ts'
import { other, post, service, setUpCatalogue, shelf, shop, size, sync, tee } from '../harness/catalogue.ts'
import { openShop } from '../harness/service.ts'

setUpCatalogue()

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
