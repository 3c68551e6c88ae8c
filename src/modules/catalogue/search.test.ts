import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openShop } from '../../../test/harness/service.ts'
import { sql } from '../../platform/db/index.ts'
import { readBody } from '../../platform/http/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { system } from '../audit/index.ts'
import { archiveProducts } from './archive.ts'
import { syncProducts } from './products.ts'
import { productsBody } from './schema.ts'
import { type Search, searchProducts } from './search.ts'

let database: TestDatabase
let context: AgentContext

beforeAll(async () => {
  database = await createDatabase()
  context = await agent()
  await sync([
    product('Nasi Lemak Ayam', {
      category: 'Makanan',
      description: 'Coconut rice with sambal and fried anchovies',
    }),
    product('Teh Tarik', { category: 'Minuman', sku: 'TT-001/L' }),
    product('Kopi O Ais', { category: 'Minuman', variants: [variant('Besar', { sku: 'KOA-900' })] }),
    product('Rendang Daging', { category: 'Makanan', description: 'Slow-cooked beef' }),
    product('Coffee Mug', { category: 'Merchandise', description: 'Holds a large drink' }),
    product('Chicken Satay', { category: 'Makanan' }),
    product('Milo 3in1/Sachet', { category: 'Minuman' }),
    product('Kuih Seri Muka (50% off)', {}),
    product('珍珠奶茶', {}),
  ])
})
afterAll(() => database.drop())

async function agent(): Promise<AgentContext> {
  const { workspace, agent } = await openShop(database.db)
  return { db: database.db, workspaceId: workspace.id, agentId: agent.id, actor: system }
}

const product = (name: string, more: object) => ({ external_id: name, name, price: 5, ...more })
const variant = (name: string, more: object = {}) => ({ external_id: `${name}-id`, name, ...more })
const sync = (products: object[], of = context) => syncProducts(of, readBody(productsBody, { products }))
const search = async (words: string, more: Partial<Search> = {}, of = context) =>
  (await searchProducts(database.db, of.agentId, { words, limit: 10, ...more })).map(({ name }) => name)

describe('a search finds', () => {
  it.each([
    ['a word of the name', 'rendang', 'Rendang Daging'],
    ['whatever the case', 'RENDANG', 'Rendang Daging'],
    ['words in any order', 'ais kopi', 'Kopi O Ais'],
    ['the beginning of a word', 'rend', 'Rendang Daging'],
    ['the category', 'merchandise', 'Coffee Mug'],
    ['the description', 'anchovies', 'Nasi Lemak Ayam'],
    ['words of name and description together', 'nasi sambal', 'Nasi Lemak Ayam'],
    ['the SKU', 'TT-001/L', 'Teh Tarik'],
    ['a part of the SKU', 'tt 001', 'Teh Tarik'],
    ['a variant’s name', 'besar', 'Kopi O Ais'],
    ['a variant’s SKU', 'KOA-900', 'Kopi O Ais'],
    ['words that a sign joins', 'sachet', 'Milo 3in1/Sachet'],
    ['words with digits', '3in1', 'Milo 3in1/Sachet'],
    ['other scripts', '珍珠', '珍珠奶茶'],
    ['a letter too few, in English', 'cofee', 'Coffee Mug'],
    ['a letter too few, in Malay', 'lemk', 'Nasi Lemak Ayam'],
    ['a letter too many', 'renddang', 'Rendang Daging'],
    ['a wrong letter', 'satey', 'Chicken Satay'],
    ['swapped letters', 'ayma', 'Nasi Lemak Ayam'],
    ['every word misspelt', 'chiken sattay', 'Chicken Satay'],
    ['one word misspelt', 'teh tarek', 'Teh Tarik'],
    ['a misspelt word of the description', 'anchovis', 'Nasi Lemak Ayam'],
    ['some of the words, when nothing has all', 'rendang pizza', 'Rendang Daging'],
  ])('%s: %s', async (_, words, name) => {
    expect((await search(words))[0]).toBe(name)
  })

  it('a new name from the moment it is synced, and no longer the old one', async () => {
    const own = await agent()
    await sync([product('Laksa', { external_id: '1' })], own)
    await sync([product('Cendol', { external_id: '1', variants: [variant('Gula Melaka')] })], own)
    expect([await search('cendl', {}, own), await search('laksa', {}, own)]).toEqual([['Cendol'], []])
    expect(await search('melaka', {}, own)).toEqual(['Cendol'])
    await sync([product('Cendol', { external_id: '1', variants: [] })], own)
    expect(await search('melaka', {}, own)).toEqual([])
  })

  it('a variant by the SKU that it keeps', async () => {
    const own = await agent()
    await sync([product('Tee', { variants: [variant('Small', { sku: 'TEE-77' })] })], own)
    await sync([product('Tee', { variants: [variant('Tiny', { external_id: 'Small-id' })] })], own)
    expect(await search('TEE-77', {}, own)).toEqual(['Tee'])
  })

  it('nothing for nothing', async () => {
    expect(await search('')).toEqual([])
    expect(await search('  ')).toEqual([])
    expect(await search('xylophone')).toEqual([])
  })

  it('the product that is called so among very many', async () => {
    const own = await agent()
    const many = Array.from({ length: 600 }, (_, i) => product(`Iced kopi ${i}`, {}))
    for (let i = 0; i < 3; i++) await sync(many.slice(i * 200, i * 200 + 200), own)
    await sync([product('Kopi', {})], own)
    expect((await search('kopi', {}, own))[0]).toBe('Kopi')
    expect(await search('kopi', { limit: 3 }, own)).toHaveLength(3)
  })
})

describe('a search is harmless with', () => {
  it.each([
    ['%'],
    ['_'],
    ['\\'],
    ["'"],
    ['"'],
    ["' | 'rendang"],
    ['rendang:*'],
    ['!rendang & (teh'],
    ['<-> <2>'],
    ['\0'],
    ['\ud800'],
    ["'; drop table products; --"],
  ])('%j', async (words) => {
    await expect(search(words)).resolves.toBeInstanceOf(Array)
  })

  it('signs that would match everything in a pattern', async () => {
    for (const words of ['%', '_', '%%%', '*', '.*']) expect(await search(words)).toEqual([])
    expect(await search('50% off')).toEqual(['Kuih Seri Muka (50% off)'])
  })

  it('a question of 10,000 characters', async () => {
    const started = performance.now()
    expect(await search(`rendang ${'daging '.repeat(1_500)}`)).toEqual(['Rendang Daging'])
    expect(await search('x'.repeat(10_000))).toEqual([])
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('what is shown', () => {
  let own: AgentContext
  beforeAll(async () => {
    own = await agent()
    await sync(
      [
        product('Cake archived', {}),
        product('Cake a inactive', { is_active: false }),
        product('Cake a sold out', { stock: 0 }),
        product('Cake a held', { stock: 2 }),
        product('Cake a on request', { price: undefined }),
        product('Cake a variants sold out', { variants: [variant('one', { stock: 0 })] }),
        product('Cake z stocked', { stock: 1 }),
        product('Cake z untracked', {}),
        product('Cake z variant left', {
          stock: 0,
          variants: [variant('two', { stock: 0 }), variant('three')],
        }),
        product('Cake z variant priced', { price: undefined, variants: [variant('four', { price: 3 })] }),
        product('Cake z variants inactive', { variants: [variant('five', { is_active: false, stock: 0 })] }),
      ],
      own,
    )
    await database.db.run(sql`update products set held = 2 where name = 'Cake a held'`)
    await archiveProducts(own, { source: 'api', external_ids: ['Cake archived'] })
  })

  it('is first what can be sold, for the agent only what is active, and never what is archived', async () => {
    const all = await search('cake', { limit: 20 }, own)
    expect(all.slice(0, 5).every((name) => name.startsWith('Cake z'))).toBe(true)
    expect([...all].sort()).toEqual([
      'Cake a held',
      'Cake a inactive',
      'Cake a on request',
      'Cake a sold out',
      'Cake a variants sold out',
      'Cake z stocked',
      'Cake z untracked',
      'Cake z variant left',
      'Cake z variant priced',
      'Cake z variants inactive',
    ])
    const offered = await search('cake', { limit: 20, forSale: true }, own)
    expect([...offered].sort()).toEqual([...all].sort().filter((name) => name !== 'Cake a inactive'))
    expect(await search('archived', { forSale: true }, own)).toEqual([])
    expect(await search('archived', { archived: true }, own)).toEqual(['Cake archived'])
  })

  it('takes two statements to know that nothing is called so, or like it', async () => {
    let statements = 0
    const rows: typeof database.db.rows = (query) => {
      statements++
      return database.db.rows(query)
    }
    const words = 'blorpfizz wibblewob'
    const counting = { ...database.db, rows } as typeof database.db
    expect(await searchProducts(counting, own.agentId, { words, limit: 10 })).toEqual([])
    expect(statements).toBe(2)
  })

  it('is never another agent’s, not even by a word that only they have', async () => {
    expect(await search('cake')).toEqual([])
    expect(await search('rendang', {}, own)).toEqual([])
    expect(await search('rendnag', {}, own)).toEqual([])
  })
})
