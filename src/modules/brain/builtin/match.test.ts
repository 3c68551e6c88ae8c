import { describe, expect, it } from 'vitest'
import { clausesOf } from './clauses.ts'
import { type Candidate, judge, nameWords, sameness, usualVariant, variantsSaid } from './match.ts'
import { type Mention, mentionsOf } from './mentions.ts'

function product(name: string, variants: string[] = [], more: Partial<Candidate> = {}): Candidate {
  const offer = { price: 1, available: null }
  return {
    id: name,
    name,
    category: null,
    description: null,
    ...offer,
    variants: variants.map((variant) => ({ id: variant, name: variant, ...offer })),
    ...more,
  }
}

const HOT = ['Panas', 'Ais']
const shelf = [
  product('Kopi', HOT),
  product('Kopi O', HOT),
  product('Kopi C', HOT),
  product('Teh O', HOT),
  product('Teh O Ais Limau'),
  product('Nasi Lemak Biasa'),
  product('Nasi Lemak Ayam Goreng'),
  product('Kaya 250 g'),
  product('Roti Bakar'),
  product('100 Plus'),
  product('iPhone 15 Case'),
  product('iPhone 14 Case'),
  product('Baju Kurung', ['Merah / M', 'Biru / M', 'Biru / L']),
  product('Kasut Sukan', ['38', '40']),
]

function verdictOn(text: string): string {
  const [clause] = clausesOf(text)
  const [mention] = clause ? mentionsOf(clause, []) : []
  const verdict = judge(mention as Mention, shelf)
  if (verdict.kind === 'none') return 'none'
  if (verdict.kind === 'maybe')
    return `${verdict.guessed ? 'guess' : 'which'}: ${verdict.meetings.map((one) => one.product.name).join(', ')}`
  const { product: found, variants, quantity, note } = verdict.meeting
  const variant = variants.length > 0 ? ` (${variants.map(({ name }) => name).join(', ')})` : ''
  return `${quantity} ${found.name}${variant}${note ? ` | ${note}` : ''}`
}

describe('which product is meant', () => {
  it.each([
    ['2 kopi ais', '2 Kopi (Ais)'],
    ['kopi o ais', '1 Kopi O (Ais)'],
    ['kopi', '1 Kopi (Panas, Ais)'],
    ['iced coffee', '1 Kopi (Ais)'],
    ['teh o ais', '1 Teh O (Ais)'],
    ['teh o ais limau', '1 Teh O Ais Limau'],
    ['kopi luwak', 'guess: Kopi'],
    ['nasi lemak', 'which: Nasi Lemak Biasa, Nasi Lemak Ayam Goreng'],
    ['nasi lemak ayam', '1 Nasi Lemak Ayam Goreng'],
    ['nasi lemk ayam', '1 Nasi Lemak Ayam Goreng'],
    ['3 kaya', '3 Kaya 250 g'],
    ['100 plus', '1 100 Plus'],
    ['2 kopi c panas kurang manis', '2 Kopi C (Panas) | kurang manis'],
    ['baju kurung biru', '1 Baju Kurung (Biru / M, Biru / L)'],
    ['baju kurung biru L', '1 Baju Kurung (Biru / L)'],
    ['kasut sukan 40', '1 Kasut Sukan (40)'],
    ['a pair of kasut sukan', '1 Kasut Sukan (38, 40)'],
    ['pizza', 'none'],
    ['cash', 'none'],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOn(text)).toBe(verdict)
  })

  it('a name’s telling words are the same in both languages', () => {
    expect(nameWords('Iced Coffee & Milk')).toEqual(['ais', 'kopi', 'susu'])
    expect(nameWords('Kaya 250 g')).toEqual(['kaya', '250g'])
  })

  it.each([
    ['karipap', 'karipap', 1],
    ['karipap', 'karipop', 0.8],
    ['roti', 'kopi', 0],
    ['teh', 'the', 0],
    ['65w', '20w', 0],
  ])('%s and %s: %d', (a, b, same) => {
    expect(sameness(a, b)).toBe(same)
  })

  it('a variant that is usual is taken, and the only one', () => {
    const named = (...names: string[]) => product('x', names).variants
    expect(usualVariant(named('Regular', 'Large'))?.name).toBe('Regular')
    expect(usualVariant(named('Ais'))?.name).toBe('Ais')
    expect(usualVariant(named('Panas', 'Ais'))).toBeUndefined()
  })

  it('no word about variants leaves them all', () => {
    expect(variantsSaid(product('x', HOT), ['kopi'])).toHaveLength(2)
  })
})
