import { describe, expect, it } from 'vitest'
import { lockShelves, type SkuId } from '../../src/modules/catalogue/index.ts'
import { openDb, sql } from '../../src/platform/db/index.ts'
import { service, setStock, setUpCatalogue, shop, size, sync } from '../harness/catalogue.ts'
import { startService } from '../harness/service.ts'

setUpCatalogue()

describe('under concurrency', () => {
  it('syncs of the same products from two processes end with one row each and one creation', async () => {
    const second = openDb({ connection: service.db.connection, maxConnections: 4, onTrouble: () => {} })
    const twin = await startService({ database: { ...service.database, db: second } })
    try {
      const products = Array.from({ length: 50 }, (_, i) => ({
        external_id: i,
        name: `P${i}`,
        variants: [size(`${i}-a`), size(`${i}-b`)],
      }))
      const replies = await Promise.all(
        [service, twin, service, twin, service, twin].map((one, i) =>
          one.call('/api/v1/catalogue/products', {
            key: shop.key,
            body: { products: i % 2 ? products : [...products].reverse() },
          }),
        ),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(replies.map(({ json }) => json.created).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 50])
      const counts = await service.db.row(sql`
        select (select count(*) from products where agent_id = ${shop.agent.id}) as products,
               (select count(*) from variants where agent_id = ${shop.agent.id} and removed_at is null) as variants`)
      expect(counts).toEqual({ products: 50, variants: 100 })
    } finally {
      await twin.close()
      await second.close()
    }
  })

  it('of two products that claim one variant at the same moment, one has it and the other is told', async () => {
    for (let round = 0; round < 8; round++) {
      const variants = Array.from({ length: 20 }, (_, i) => size(`${round}-${i}`))
      const replies = await Promise.all(
        ['a', 'b', 'c'].map((id) => sync([{ external_id: `${id}${round}`, name: id, variants }])),
      )
      expect(replies.map(({ json }) => json.data[0].status).sort()).toEqual(['created', 'failed', 'failed'])
    }
  })

  it('syncs, counts and orders never wait for each other for good', async () => {
    const products = (round: number) =>
      Array.from({ length: 30 }, (_, i) => ({
        external_id: `p${i}`,
        name: `P${i}`,
        stock: round,
        variants: [size(`v${(i * 7) % 30}`, { stock: round }), size(`w${i}`)].slice(0, 1 + (round % 2)),
      })).sort(() => Math.random() - 0.5)
    await sync(products(1))
    const before = await deadlocks()
    const order = () =>
      service.db.transaction(async (tx) => {
        const skus = await tx.rows<SkuId>(sql`
          select id as product_id, null as variant_id from products where agent_id = ${shop.agent.id}
           union all select product_id, id from variants where agent_id = ${shop.agent.id}`)
        await lockShelves(tx, shop.agent.id, skus)
      })
    const counts = () =>
      setStock(
        products(5)
          .flatMap(({ external_id, variants }) => [
            { product_external_id: external_id, quantity: 5 },
            { product_external_id: external_id, variant_external_id: variants[0]?.external_id, quantity: 5 },
          ])
          .reverse(),
      )
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => [() => sync(products(i)), order, counts][i % 3]?.()),
    )
    expect(await deadlocks()).toBe(before)
  })

  async function deadlocks(): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    const row = await service.db.row<{ deadlocks: number }>(sql`
      select deadlocks from pg_stat_database where datname = current_database()`)
    return row?.deadlocks as number
  }
})
