import type { Source } from '../catalogue/index.ts'
import type { OrderStatus } from './status.ts'

/** What the words of each kind of store mean here. */
const WORDS: Record<Source, Record<OrderStatus, readonly string[]>> = {
  api: {
    pending_payment: ['pending_payment', 'pending'],
    paid: ['paid'],
    cancelled: ['cancelled', 'canceled'],
    refunded: ['refunded'],
  },
  store_type_a: {
    pending_payment: ['pending', 'authorized', 'partially_paid', 'expired'],
    paid: ['paid', 'partially_refunded'],
    cancelled: ['voided', 'cancelled', 'canceled'],
    refunded: ['refunded'],
  },
  store_type_b: {
    pending_payment: ['pending', 'on-hold', 'failed'],
    paid: ['processing', 'completed'],
    cancelled: ['cancelled', 'canceled', 'trash'],
    refunded: ['refunded'],
  },
}

const meanings = Object.fromEntries(
  Object.entries(WORDS).map(([source, words]) => [
    source,
    new Map(
      Object.entries(words).flatMap(([status, list]) => list.map((word) => [word, status as OrderStatus])),
    ),
  ]),
) as Record<Source, Map<string, OrderStatus>>

/** For the reference: one line for each source. */
export function vocabularyText(): string {
  return Object.entries(WORDS)
    .map(([source, words]) => {
      const parts = Object.entries(words).map(([status, list]) => `${list.join(', ')} → ${status}`)
      return `- \`${source}\`: ${parts.join('; ')}`
    })
    .join('\n')
}

/** Undefined for a word that says nothing about the status. */
export function meaningOf(source: Source, externalStatus: string): OrderStatus | undefined {
  return meanings[source].get(externalStatus.trim().toLowerCase().replace(/^wc-/, ''))
}
