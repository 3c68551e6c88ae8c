import { describe, expect, it } from 'vitest'
import { catalogueSchema } from '../../src/modules/catalogue/index.ts'
import { post, service, setUpCatalogue, shelf, shop, size, sync, tee } from '../harness/catalogue.ts'

setUpCatalogue()

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
