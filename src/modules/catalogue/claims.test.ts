import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takenVariants } from './claims.ts'
import type { Product } from './schema.ts'

const product = (external_id: string, variants?: string[]): Product => ({
  external_id,
  name: external_id,
  is_active: true,
  ...(variants ? { variants: variants.map((id) => ({ external_id: id, name: id, is_active: true })) } : {}),
})

describe('variants that are not the product’s to have', () => {
  it.each([
    ['nobody has it', [product('A', ['v'])], {}, []],
    ['it is its own', [product('A', ['v'])], { v: 'A' }, []],
    ['another product has it', [product('A', ['v'])], { v: 'B' }, ['A']],
    ['the other is synced without variants', [product('A', ['v']), product('B')], { v: 'B' }, ['A']],
    ['the other gives it up', [product('A', ['v']), product('B', [])], { v: 'B' }, []],
    ['the other gives it up first', [product('B', []), product('A', ['v'])], { v: 'B' }, []],
    ['the other keeps it', [product('A', ['v']), product('B', ['v'])], { v: 'B' }, ['A']],
    ['two want it, the first wins', [product('A', ['v']), product('B', ['v'])], {}, ['B']],
    ['two exchange', [product('A', ['w']), product('B', ['v'])], { v: 'A', w: 'B' }, []],
    [
      'who fails gives nothing up',
      [product('A', ['v']), product('B', ['x'])],
      { v: 'B', x: 'C' },
      ['B', 'A'],
    ],
    ['who fails takes nothing', [product('A', ['v', 'x']), product('B', ['v'])], { x: 'C' }, ['A']],
  ] as [string, Product[], Record<string, string>, string[]][])('%s', (_, products, holders, failed) => {
    expect([...takenVariants(products, new Map(Object.entries(holders))).keys()]).toEqual(failed)
  })

  it('leave every variant with one product at most, whatever is sent', () => {
    const ids = ['a', 'b', 'c', 'd']
    const products = fc.uniqueArray(
      fc.record({ id: fc.constantFrom(...ids), variants: fc.option(fc.subarray(['v', 'w', 'x', 'y'])) }),
      { selector: ({ id }) => id },
    )
    const holders = fc.dictionary(fc.constantFrom('v', 'w', 'x', 'y'), fc.constantFrom(...ids, 'e'))
    fc.assert(
      fc.property(products, holders, (given, held) => {
        const request = given.map(({ id, variants }) => product(id, variants ?? undefined))
        const failed = takenVariants(request, new Map(Object.entries(held)))
        const after = new Map<string, string[]>()
        for (const [variant, holder] of Object.entries(held)) {
          const replaced = !failed.has(holder) && request.find((one) => one.external_id === holder)?.variants
          if (!replaced) after.set(variant, [holder])
        }
        for (const { external_id, variants = [] } of request.filter((one) => !failed.has(one.external_id))) {
          for (const variant of variants) {
            after.set(variant.external_id, [...(after.get(variant.external_id) ?? []), external_id])
          }
        }
        for (const owners of after.values()) expect(owners).toHaveLength(1)
      }),
    )
  })
})
