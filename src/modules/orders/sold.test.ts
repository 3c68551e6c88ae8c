import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openShop } from '../../../test/harness/service.ts'
import { readBody } from '../../platform/http/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { catalogueSchema, searchProducts, syncProducts } from '../catalogue/index.ts'
import { cancelOrder } from './orders.ts'
import { placeOrder } from './place.ts'
import { soldLately } from './sold.ts'

let database: TestDatabase
let context: AgentContext

beforeAll(async () => {
  database = await createDatabase()
  const { workspace, agent } = await openShop(database.db)
  context = { db: database.db, workspaceId: workspace.id, agentId: agent.id, actor: system }
  const products = ['kopi', 'teh', 'laksa', 'sate'].map((name) => ({ external_id: name, name, price: 2 }))
  await syncProducts(context, readBody(catalogueSchema.productsBody, { products }))
})
afterAll(() => database.drop())

const order = (product: string, quantity = 1) =>
  placeOrder(
    context,
    { payUrl: null, windowSeconds: 1800 },
    {
      customer: { name: 'Ali', phone: '+60123456789' },
      lines: [{ source: 'api', product_external_id: product, quantity }],
    },
  )
const idOf = async (name: string) =>
  (await searchProducts(database.db, context.agentId, { words: name, limit: 1 }))[0]?.id

it('what is in most orders is liked most, however many one customer takes', async () => {
  for (const product of ['teh', 'teh', 'kopi']) await order(product)
  await order('laksa', 200)
  for (const _ of [1, 2, 3]) await cancelOrder(context, (await order('sate')).id)
  expect(await soldLately(database.db, context.agentId, 10)).toEqual([
    await idOf('teh'),
    await idOf('laksa'),
    await idOf('kopi'),
  ])
  expect(await soldLately(database.db, context.agentId, 1)).toHaveLength(1)
})

it('another shop’s orders say nothing', async () => {
  const { agent } = await openShop(database.db)
  expect(await soldLately(database.db, agent.id, 10)).toEqual([])
})
