import { describe, expect, it } from 'vitest'
import { catalogueSchema } from '../../src/modules/catalogue/index.ts'
import { sql } from '../../src/platform/db/index.ts'
import {
  other,
  post,
  service,
  setStock,
  setUpCatalogue,
  shelf,
  shop,
  size,
  sync,
  tee,
} from '../harness/catalogue.ts'

setUpCatalogue()

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
