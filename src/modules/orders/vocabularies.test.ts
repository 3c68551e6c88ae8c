import { describe, expect, it } from 'vitest'
import { type Source, sources } from '../catalogue/index.ts'
import { type OrderStatus, statuses } from './status.ts'
import { meaningOf } from './vocabularies.ts'

/** The table of the decisions, word for word. */
const table: [Source, OrderStatus, string[]][] = [
  ['api', 'pending_payment', ['pending_payment', 'pending']],
  ['api', 'paid', ['paid']],
  ['api', 'cancelled', ['cancelled', 'canceled']],
  ['api', 'refunded', ['refunded']],
  ['store_type_a', 'pending_payment', ['pending', 'authorized', 'partially_paid', 'expired']],
  ['store_type_a', 'paid', ['paid', 'partially_refunded']],
  ['store_type_a', 'cancelled', ['voided', 'cancelled', 'canceled']],
  ['store_type_a', 'refunded', ['refunded']],
  ['store_type_b', 'pending_payment', ['pending', 'on-hold', 'failed']],
  ['store_type_b', 'paid', ['processing', 'completed']],
  ['store_type_b', 'cancelled', ['cancelled', 'canceled', 'trash']],
  ['store_type_b', 'refunded', ['refunded']],
]
const words = table.flatMap(([source, status, list]) => list.map((word) => ({ source, word, status })))

describe('the words of stores', () => {
  it.each(words)('$source: $word means $status', ({ source, word, status }) => {
    expect(meaningOf(source, word)).toBe(status)
    expect(meaningOf(source, word.toUpperCase())).toBe(status)
    expect(meaningOf(source, `wc-${word}`)).toBe(status)
    expect(meaningOf(source, `WC-${word}`)).toBe(status)
    expect(meaningOf(source, ` ${word} `)).toBe(status)
  })

  it('means nothing in a vocabulary that does not have it', () => {
    for (const source of sources) {
      for (const { word } of words) {
        const own = words.find((one) => one.source === source && one.word === word)
        expect(meaningOf(source, word), `${source} ${word}`).toBe(own?.status)
      }
    }
  })

  it.each([
    '',
    'shipped',
    'constructor',
    '__proto__',
    'wc-',
    'wc-wc-paid',
    'paid!',
    ...statuses.map((s) => `${s}x`),
  ])('leaves the status alone for %j', (word) => {
    for (const source of sources) expect(meaningOf(source, word)).toBeUndefined()
  })
})
