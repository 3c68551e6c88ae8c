import type { Item } from '../api/client.ts'
import { texts } from '../i18n.ts'
import type { Tone } from '../ui/badge.tsx'

export type Endpoint = NonNullable<Item<'GET /webhook'>>
export type EventName = Endpoint['events'][number]
export type Health = Endpoint['health']
export type Row = Item<'GET /webhook/deliveries'>
export type FullDelivery = Item<'GET /webhook/deliveries/:id'>
export type Status = Row['status']

export const EVENTS: EventName[] = [
  'message.created',
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.refunded',
]
export const STATUSES: Status[] = ['pending', 'delivered', 'failed']
export const TONES: Record<Status | Health, Tone> = {
  pending: 'wait',
  delivered: 'good',
  failed: 'alarm',
  untried: 'plain',
  healthy: 'good',
  unhealthy: 'alarm',
}

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}

/** Words that more than one part of these pages uses. */
export const useWebhookTexts = texts({
  en: {
    statuses: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as Record<Status, string>,
    healths: { untried: 'Not tried yet', healthy: 'Healthy', unhealthy: 'Unhealthy' } as Record<
      Health,
      string
    >,
    events: {
      'message.created':
        'Somebody writes: a customer, the agent or your team. Internal notes are never sent.',
      'order.placed': 'An order is placed; its stock is held from then on.',
      'order.paid': 'The customer pays, or the store reports it paid.',
      'order.cancelled': 'An order is cancelled, or its payment window closes unpaid.',
      'order.refunded': 'The money of an order goes back.',
    } as Record<EventName, string>,
    answered: (status: number) => `answered ${status}`,
    noAnswer: 'no answer',
    milliseconds: (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
    replay: 'Send again',
    replayed: 'It is sent again.',
    underWay: 'It is being sent at this moment. Wait a few seconds and try again.',
  },
  ms: {
    statuses: { pending: 'Menunggu', delivered: 'Dihantar', failed: 'Gagal' },
    healths: { untried: 'Belum dicuba', healthy: 'Sihat', unhealthy: 'Bermasalah' },
    events: {
      'message.created':
        'Seseorang menulis: pelanggan, ejen atau pasukan anda. Nota dalaman tidak pernah dihantar.',
      'order.placed': 'Pesanan dibuat; stoknya disimpan mulai saat itu.',
      'order.paid': 'Pelanggan membayar, atau kedai melaporkannya sudah dibayar.',
      'order.cancelled': 'Pesanan dibatalkan, atau masa bayarannya tamat tanpa dibayar.',
      'order.refunded': 'Wang pesanan dipulangkan.',
    },
    answered: (status: number) => `menjawab ${status}`,
    noAnswer: 'tiada jawapan',
    milliseconds: (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
    replay: 'Hantar semula',
    replayed: 'Sedang dihantar semula.',
    underWay: 'Ia sedang dihantar sekarang. Tunggu beberapa saat dan cuba lagi.',
  },
})
