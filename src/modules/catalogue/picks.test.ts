import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openShop } from '../../../test/harness/service.ts'
import { readBody } from '../../platform/http/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { type Pick, pickProducts } from './picks.ts'
import { syncProducts } from './products.ts'
import { productsBody } from './schema.ts'

let database: TestDatabase
let context: AgentContext

beforeAll(async () => {
  database = await createDatabase()
  const { workspace, agent } = await openShop(database.db)
  context = { db: database.db, workspaceId: workspace.id, agentId: agent.id, actor: system }
  const products = [
    {
      external_id: 'teh',
      name: 'Teh',
      category: 'Minuman',
      price: 3,
      variants: [
        { external_id: 'p', name: 'Panas' },
        { external_id: 'a', name: 'Ais', price: 2, stock: 0 },
      ],
    },
    { external_id: 'air', name: 'Air', category: 'Minuman', price: 1, description: 'Sejuk.' },
    { external_id: 'laksa', name: 'Laksa', category: 'Makanan', price: 7, description: 'Hot and sour.' },
    { external_id: 'habis', name: 'Habis', category: 'Makanan', price: 0.5, stock: 0 },
    { external_id: 'quote', name: 'Katering', category: 'Makanan' },
    { external_id: 'off', name: 'Lama', category: 'Makanan', price: 0.2, is_active: false },
  ]
  await syncProducts(context, readBody(productsBody, { products }))
})
afterAll(() => database.drop())

const picked = async (pick: Partial<Pick>) =>
  (await pickProducts(database.db, context.agentId, { words: [], by: 'spread', limit: 10, ...pick })).map(
    ({ name }) => name,
  )

it('only what can be bought right now is picked', async () => {
  expect((await picked({})).sort()).toEqual(['Air', 'Laksa', 'Teh'])
})

it('one of each category comes first, with something written about it', async () => {
  expect((await picked({ limit: 2 })).sort()).toEqual(['Air', 'Laksa'])
})

it('a price is that of the cheapest variant that is there', async () => {
  expect(await picked({ by: 'cheapest' })).toEqual(['Air', 'Teh', 'Laksa'])
  expect(await picked({ by: 'dearest', limit: 1 })).toEqual(['Laksa'])
  expect(await picked({ by: 'cheapest', mostSen: 200 })).toEqual(['Air'])
  expect(await picked({ by: 'cheapest', mostSen: 300 })).toEqual(['Air', 'Teh'])
})

it('any of the words is enough, in names or in descriptions too', async () => {
  expect(await picked({ words: ['panas', 'sejuk'] })).toEqual(['Teh'])
  expect((await picked({ words: ['panas', 'sejuk'], described: true })).sort()).toEqual(['Air', 'Teh'])
  expect(await picked({ words: ['xyz'] })).toEqual([])
})

it('others have nothing to do with it', async () => {
  const { agent } = await openShop(database.db)
  expect(await pickProducts(database.db, agent.id, { words: [], by: 'spread', limit: 10 })).toEqual([])
  expect(await picked({ among: [] })).toEqual([])
})
