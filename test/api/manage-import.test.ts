import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../harness/service.ts'
import { openStore, type Store } from '../harness/store.ts'

let service: TestService
let shop: Store
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  shop = await openStore(service.db, service.url, [
    { external_id: 'kopi', name: 'Kopi', price: 2.5, stock: 3 },
  ])
})

const bring = (csv: string, more: object = {}) =>
  shop.manage(`/agents/${shop.agent.id}/products/import`, { csv, ...more })
const products = async () => (await shop.manage(`/agents/${shop.agent.id}/products`)).json.data

const FILE = `\ufeffID;Name;Price;Stock;Category;Variant id;Variant;Colour\r
kopi;Kopi O;3,20;;Drinks;;;black\r
teh;"Teh; the ""tarik""";;;Drinks;;;\r
teh;;2,50;10;;teh-hot;Hot;\r
teh;;RM 3;untracked;;teh-ice;Ice;\r
`

describe('a spreadsheet', () => {
  it('is tried first: the answer says what would happen, and nothing does', async () => {
    const before = await products()
    const { data } = (await bring(FILE)).json
    expect(data).toEqual({
      applied: false,
      rows: 4,
      products: 2,
      created: 1,
      updated: 1,
      problems: [],
      ignored_columns: ['Colour'],
      preview: [
        {
          ...{ line: 2, status: 'updated', external_id: 'kopi', name: 'Kopi O', price: 3.2 },
          ...{ category: 'Drinks', variants: [] },
        },
        {
          ...{ line: 3, status: 'created', external_id: 'teh', name: 'Teh; the "tarik"', category: 'Drinks' },
          variants: [
            { external_id: 'teh-hot', name: 'Hot', price: 2.5, stock: 10 },
            { external_id: 'teh-ice', name: 'Ice', price: 3, stock: null },
          ],
        },
      ],
    })
    expect(await products()).toEqual(before)
  })

  it('is brought in through the same use case as a store’s sync; empty cells leave what is there', async () => {
    expect((await bring(FILE, { dry_run: false })).json.data).toMatchObject({
      applied: true,
      created: 1,
      updated: 1,
    })
    const [kopi, teh] = await products()
    expect(kopi).toMatchObject({ name: 'Kopi O', price: 3.2, stock: 3, category: 'Drinks', variants: [] })
    expect(teh).toMatchObject({ name: 'Teh; the "tarik"' })
    expect(teh.variants).toMatchObject([
      { external_id: 'teh-hot', name: 'Hot', price: 2.5, stock: 10 },
      { external_id: 'teh-ice', name: 'Ice', price: 3, stock: null },
    ])
    expect((await bring(FILE, { dry_run: false })).json.data).toMatchObject({ created: 0, updated: 2 })
  })

  it('puts nothing back on sale that it does not speak of', async () => {
    const large = { external_id: 'large', name: 'Large', is_active: false }
    await shop.sync([{ external_id: 'kopi', name: 'Kopi', price: 2.5, is_active: false, variants: [large] }])
    await bring('id,name,price,variant_id,variant\nkopi,Kopi,3,large,Large', { dry_run: false })
    expect((await products())[0]).toMatchObject({
      is_active: false,
      variants: [{ is_active: false, price: 3 }],
    })
    await bring('id,name,active\nkopi,Kopi,yes\nnew,New,', { dry_run: false })
    expect((await products()).map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([true, true])
  })

  it('with problems is told each by its line, and changes nothing', async () => {
    const csv = [
      'external_id,name,price,stock,is_active,image_url,variant_id,variant',
      'a,,free,1.5,perhaps,ftp://x,,',
      ',No id,1,,,,,',
      'b,B,1,,,,,',
      'b,B again,1,,,,,',
      'c,C,,,,,c-1,',
      `d,${'x'.repeat(301)},-1,,,,,`,
    ].join('\n')
    const { data } = (await bring(csv)).json
    expect(
      data.problems.map(({ line, column }: { line: number; column: string }) => `${line} ${column}`),
    ).toEqual([
      '2 price',
      '2 stock',
      '2 is_active',
      '2 name',
      '2 image_url',
      '3 external_id',
      '5 external_id',
      '6 variant_name',
      '7 price',
      '7 name',
    ])
    const before = await products()
    const refused = await bring(csv, { dry_run: false })
    expect([refused.status, refused.json.error]).toEqual([422, 'problems in the file'])
    expect(refused.json.details).toHaveLength(10)
    expect(await products()).toEqual(before)
  })

  it('that would take another product’s variant is refused as a whole', async () => {
    await shop.sync([
      { external_id: 'milo', name: 'Milo', variants: [{ external_id: 'big', name: 'Big', price: 1 }] },
    ])
    const csv = 'external_id,name,price,variant_id,variant\nnew,New,1,,\nteh,Teh,2,big,Big'
    const { data } = (await bring(csv)).json
    expect(data.problems).toEqual([
      { line: 3, column: 'variant_external_id', message: 'variant "big" belongs to product "milo"' },
    ])
    expect((await bring(csv, { dry_run: false })).status).toBe(422)
    expect((await products()).map(({ external_id }: { external_id: string }) => external_id)).not.toContain(
      'new',
    )
  })

  it.each([
    ['name,price\nKopi,1', 'external_id'],
    ['external_id,name,name\na,b,c', 'name'],
    ['external_id,name\n"a,b', null],
  ])('without a sound form (%j) is told so', async (csv, column) => {
    const { problems } = (await bring(csv)).json.data
    expect(problems).toEqual([expect.objectContaining({ column })])
  })

  it('of thousands of lines comes in at once, and of more is refused', async () => {
    const lines = (count: number) =>
      ['external_id,name,price', ...Array.from({ length: count }, (_, i) => `p${i},Product ${i},1.5`)].join(
        '\n',
      )
    expect((await bring(lines(1_200), { dry_run: false })).json.data).toMatchObject({ created: 1_200 })
    expect((await bring(lines(5_001))).json.data.problems).toHaveLength(1)
  })
})

describe('the catalogue by hand', () => {
  it('saves, counts and archives as an integrator’s does', async () => {
    const path = `/agents/${shop.agent.id}`
    const saved = await shop.manage(`${path}/products`, {
      products: [{ external_id: 'teh', name: 'Teh', price: 2 }],
    })
    expect(saved.json).toMatchObject({ created: 1, failed: 0 })
    const counted = await shop.manage(`${path}/stock`, {
      levels: [{ product_external_id: 'teh', quantity: 7 }],
    })
    expect(counted.json).toMatchObject({ applied: 1 })
    expect(
      (await products()).map(({ name, stock }: { name: string; stock: number }) => [name, stock]),
    ).toEqual([
      ['Kopi', 3],
      ['Teh', 7],
    ])
    const archived = await shop.manage(`${path}/products/archive`, { external_ids: ['teh'] })
    expect(archived.json).toMatchObject({ archived: 1 })
    expect(await products()).toHaveLength(1)
    const [row] = (await shop.manage('/audit?limit=1')).json.data
    expect(row.actor).toEqual({ kind: 'user', id: shop.owner.id })
  })
  it('makes a new product only where there is none, archived or not', async () => {
    const path = `/agents/${shop.agent.id}/products`
    const make = (external_id: string) =>
      shop.manage(path, { new_only: true, products: [{ external_id, name: 'Another', price: 9 }] })
    const [kopi] = await products()
    const there = { external_id: 'kopi', status: 'failed', code: 'exists', id: kopi.id }
    expect((await make('kopi')).json).toMatchObject({ failed: 1, data: [there] })
    expect(await products()).toEqual([kopi])
    await shop.manage(`${path}/archive`, { external_ids: ['kopi'] })
    expect((await make('kopi')).json).toMatchObject({ failed: 1, data: [there] })
    expect((await make('new')).json).toMatchObject({ created: 1 })
    expect((await products()).map(({ name }: { name: string }) => name)).toEqual(['Another'])
  })

  it('tells a variant’s own price from the product’s, and whose product it is', async () => {
    await shop.sync([
      {
        ...{ external_id: 'kopi', name: 'Kopi', price: 2.5 },
        variants: [
          { external_id: 'hot', name: 'Hot' },
          { external_id: 'ice', name: 'Ice', price: 3 },
        ],
      },
    ])
    const [kopi] = await products()
    const { data } = (await shop.manage(`/products/${kopi.id}`)).json
    expect(data).toMatchObject({
      agent_id: shop.agent.id,
      variants: [
        { price: 2.5, own_price: null },
        { price: 3, own_price: 3 },
      ],
    })
  })
})
