import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { catalogueSchema } from '../../src/modules/catalogue/index.ts'
import { openShop, type Shop, startService, type TestService } from './service.ts'

export let service: TestService
/** A new one for each test. */
export let shop: Shop
/** Another's, the same for all tests. */
export let other: Shop

/** A service for a file of tests about the catalogue. */
export function setUpCatalogue(): void {
  beforeAll(async () => {
    service = await startService()
    other = await openShop(service.db, { scopes: ['catalogue:sync'] })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    shop = await openShop(service.db, { scopes: ['catalogue:sync'] })
  })
}

export const post = (path: string, body: unknown, of = shop) =>
  service.call(`/api/v1/catalogue/${path}`, { key: of.key, body })
export const sync = (products: unknown[], of = shop, source?: string) =>
  post('products', { source, products }, of)
export const setStock = (levels: unknown[], source?: string) => post('stock', { source, levels })

/** Everything the team sees of the agent's products, by external id. */
export async function shelf(of = shop, query = '') {
  const reply = await service.call(`/api/manage/agents/${of.agent.id}/products?limit=100${query}`, {
    key: of.token,
  })
  expect(catalogueSchema.managedPage.strict().safeParse(reply.json).error).toBeUndefined()
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  return Object.fromEntries(reply.json.data.map((one: any) => [`${one.source}:${one.external_id}`, one]))
}

export const tee = { external_id: 'tee', name: 'T-shirt', price: 25 }
export const size = (id: string, more: object = {}) => ({ external_id: id, name: `Size ${id}`, ...more })
