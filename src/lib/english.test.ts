import { describe, expect, it } from 'vitest'
import { englishBases, englishForms } from './english.ts'

/** A word, and forms of it that people write. */
const families: [base: string, forms: string[]][] = [
  ['dog', ['dogs']],
  ['dish', ['dishes']],
  ['potato', ['potatoes']],
  ['party', ['parties']],
  ['child', ['children']],
  ['person', ['people', 'persons']],
  ['knife', ['knives']],
  ['deliver', ['delivers', 'delivered', 'delivering', 'delivery', 'deliveries']],
  ['bake', ['bakes', 'baked', 'baking']],
  ['park', ['parks', 'parked', 'parking']],
  ['refund', ['refunds', 'refunded', 'refunding', 'refundable']],
  ['ship', ['ships', 'shipped', 'shipping']],
  ['cancel', ['cancels', 'cancelled', 'canceled', 'cancelling', 'cancellation']],
  ['reserve', ['reserves', 'reserved', 'reserving', 'reservation', 'reservations']],
  ['decorate', ['decorated', 'decorating', 'decoration', 'decorations']],
  ['pay', ['pays', 'paid', 'paying', 'payment', 'payments', 'payable']],
  ['send', ['sends', 'sent', 'sending']],
  ['break', ['broke', 'broken', 'breakable']],
  ['color', ['colour']],
]

describe.each(families)('%s', (base, forms) => {
  it.each(forms)('is what %s is a form of, and makes it', (form) => {
    const bases = englishBases(form)
    // `deliveries` is one of `delivery`.
    expect([...bases, ...bases.flatMap(englishBases)]).toContain(base)
    expect(englishForms(base)).toContain(form)
  })
})

describe('what only looks like a form', () => {
  it.each([
    ['glass', 'glas'],
    ['thing', 'th'],
    ['corner', 'corn'],
    ['table', 'tab'],
    ['station', 'stat'],
    ['bus', 'bu'],
    ['red', 'r'],
  ])('%s is not of %s', (word, base) => {
    expect(englishBases(word)).not.toContain(base)
  })
})
