import { describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { catalogueSchema } from '../../src/modules/catalogue/index.ts'
import { other, service, setUpCatalogue, shop, size, sync, tee } from '../harness/catalogue.ts'

setUpCatalogue()

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
