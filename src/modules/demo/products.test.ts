import { describe, expect, it } from 'vitest'
import { catalogueSchema } from '../catalogue/index.ts'
import { products } from './products.ts'
import { stories } from './stories.ts'

const body = catalogueSchema.productsBody.parse({ products })
const skus = body.products.flatMap(({ variants, ...product }) => variants ?? [product])

describe('the demo shop’s catalogue', () => {
  it('is about thirty products in five categories, each with words that sell it and none with a picture', () => {
    expect(body.products.length).toBeGreaterThanOrEqual(28)
    expect(body.products.length).toBeLessThanOrEqual(35)
    expect(new Set(body.products.map(({ category }) => category)).size).toBe(5)
    for (const { name, description, image_url } of body.products) {
      expect(description, name).toMatch(/^[A-Z].{30,110}\.$/)
      expect(image_url).toBeUndefined()
    }
  })

  it('has one thing sold out, one of which two are left, and tracks few', () => {
    const stocks = skus.flatMap(({ stock }) => stock ?? [])
    expect(stocks.filter((stock) => stock === 0)).toHaveLength(1)
    expect(stocks.filter((stock) => stock === 2)).toHaveLength(1)
    expect(stocks.filter((stock) => stock > 0 && stock < 6)).toHaveLength(1)
    expect(stocks.length).toBeLessThan(skus.length / 3)
  })

  it('sells hot and iced, small and large, at prices that differ', () => {
    const names = body.products.flatMap(({ variants = [] }) => variants.map(({ name }) => name))
    expect(names).toEqual(expect.arrayContaining(['Panas', 'Ais', 'Kecil', 'Besar']))
    for (const { name, price, variants = [] } of body.products) {
      const prices = variants.map((variant) => variant.price ?? price)
      expect(new Set(prices).size, name).toBe(variants.length)
    }
  })

  it('has a price for everything but one thing that is quoted', () => {
    expect(body.products.filter(({ price }) => price === undefined).map(({ name }) => name)).toEqual([
      'Catering',
    ])
    // Malaysian prices end in whole ten sen.
    for (const { name, price } of skus) expect((price ?? 0) % 10, name).toBe(0)
  })

  it('gives no id and no SKU twice', () => {
    const all = body.products.flatMap(({ variants = [], ...product }) => [product, ...variants])
    for (const key of ['external_id', 'sku'] as const) {
      expect(new Set(all.map((one) => one[key])).size).toBe(all.length)
    }
  })
})

describe('the demo shop’s conversations', () => {
  /** As people say them: `Kopi O` is hot, `Kopi O Ais` is not, and everybody knows which toast is meant. */
  const spoken = new Map(
    body.products.flatMap(({ name, price, variants = [] }) => [
      [name, price] as const,
      ...variants.map((variant) => [`${name} ${variant.name}`, variant.price ?? price] as const),
    ]),
  ).set('Roti Bakar', priceOf('roti-bakar'))
  const texts = stories.flatMap(({ messages }) => messages.map(([, , text]) => text))
  const meant = (words: string) =>
    [...spoken.keys()]
      .filter((name) => new RegExp(`^${name}\\b`).test(words))
      .toSorted((left, right) => right.length - left.length)[0]

  function priceOf(id: string): number | undefined {
    return body.products.find(({ external_id }) => external_id === id)?.price
  }

  it('count out nothing that is not in the catalogue', () => {
    const counted = texts.flatMap((text) => [...text.matchAll(/\d+ × (?:thin )?([A-Za-z0-9 ]+)/g)])
    expect(counted.length).toBeGreaterThan(20)
    for (const [text, words = ''] of counted) expect(meant(words), text).toBeDefined()
  })

  it('name the catalogue’s prices', () => {
    const priced = texts.flatMap((text) => [
      ...text.matchAll(/(?:(\d+) × )?((?:[A-Z][a-z]* )+)\(?RM (\d+\.\d\d)/g),
    ])
    const checked = priced.flatMap(([text, count = '1', words = '', ringgit]) => {
      const name = meant(words)
      if (name === undefined) return []
      expect(Number(count) * (spoken.get(name) as number), text).toBe(Math.round(Number(ringgit) * 100))
      return [name]
    })
    expect(new Set(checked)).toEqual(
      new Set([
        'Nasi Lemak Biasa',
        'Karipap',
        'Teh Tarik',
        'Kopi',
        'Roti Bakar Kaya Butter',
        'Teh O Ais Limau',
      ]),
    )
  })

  it('promise 30 sen off with the set', () => {
    const apart = ['kopi-o', 'roti-bakar', 'telur-separuh-masak'].map((id) => priceOf(id) as number)
    expect(apart.reduce((sum, price) => sum + price) - (priceOf('kaya-toast-set') as number)).toBe(30)
  })
})
