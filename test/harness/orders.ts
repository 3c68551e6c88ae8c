import { afterAll, beforeAll } from 'vitest'
import { startService, type TestService } from './service.ts'
import { openStore, type Store } from './store.ts'

export let service: TestService
export let store: Store
/** The id of nothing. */
export const MISSING = '01900000-0000-7000-8000-000000000000'

/** A service with a store that has some of everything: counted and uncounted, with variants, switched off, archived. */
export function setUpStore(): void {
  beforeAll(async () => {
    service = await startService()
    store = await openStore(service.db, service.url, [
      { external_id: 'kopi', name: 'Kopi O', price: 2.3, stock: 1000, sku: 'KO-1' },
      { external_id: 'roti', name: 'Roti Bakar', price: 3.8 },
      {
        external_id: 'teh',
        name: 'Teh Tarik',
        price: 2.5,
        sku: 'TT',
        variants: [
          { external_id: 'teh-hot', name: 'Hot', stock: 50 },
          { external_id: 'teh-ice', name: 'Iced', price: 3.2, sku: 'TT-I', stock: 5 },
          { external_id: 'teh-off', name: 'Large', is_active: false },
        ],
      },
      { external_id: 'cake', name: 'Wedding cake' },
      { external_id: 'old', name: 'Old menu', price: 1, is_active: false },
      { external_id: 'gone', name: 'Gone', price: 1 },
    ])
    await service.call('/api/v1/catalogue/products/archive', {
      key: store.key,
      body: { external_ids: ['gone'] },
    })
  })
  afterAll(() => service.close())
}
