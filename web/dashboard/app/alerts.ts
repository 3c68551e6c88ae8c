import { useApi } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { phone } from '../ui/format.tsx'
import type { IconName } from '../ui/icons.tsx'

/** What is known of an alert, whatever its kind. */
export interface Alert {
  id: string
  kind: string
  reason: string
  created_at: string
  conversation_id?: string | null
  order_id?: string | null
  channel?: string | null
  customer?: { name: string | null; phone: string | null } | null
}

interface Looks {
  icon: IconName
  /** Where it is dealt with; else at the order or conversation it is about. */
  to?: string
}

const KINDS: Record<string, Looks> = {
  handover: { icon: 'person' },
  out_of_credits: { icon: 'credits' },
  low_credits: { icon: 'credits', to: '/settings/plan' },
  llm_failed: { icon: 'agent' },
  order_attention: { icon: 'orders' },
}

const useTexts = texts({
  en: {
    somebody: 'A visitor',
    other: 'Something needs a look',
    attention: {
      stock_short: 'paid late, the stock was gone',
      paid_twice: 'paid twice',
      paid_after_refund: 'paid after it was refunded',
      wrong_amount: 'paid the wrong amount',
      refund_failed: 'the refund failed',
    } as Record<string, string>,
    kinds: {
      handover: (who: string) => `${who} needs a person`,
      out_of_credits: (who: string) => `${who} got no answer: the credits are used up`,
      low_credits: () => 'Credits are running low',
      llm_failed: (who: string) => `${who} got no answer: the language model failed`,
      order_attention: () => 'An order needs a look',
    } as Record<string, (who: string) => string>,
  },
  ms: {
    somebody: 'Seorang pelawat',
    other: 'Ada sesuatu yang perlu dilihat',
    attention: {
      stock_short: 'dibayar lewat, stok sudah habis',
      paid_twice: 'dibayar dua kali',
      paid_after_refund: 'dibayar selepas dipulangkan',
      wrong_amount: 'jumlah bayaran salah',
      refund_failed: 'bayaran balik gagal',
    },
    kinds: {
      handover: (who) => `${who} perlukan seseorang`,
      out_of_credits: (who) => `${who} tidak dijawab: kredit sudah habis`,
      low_credits: () => 'Kredit hampir habis',
      llm_failed: (who) => `${who} tidak dijawab: model bahasa gagal`,
      order_attention: () => 'Satu pesanan perlu dilihat',
    },
  },
})

/** What nobody has looked at yet, newest first. */
export function useUnseen(): Alert[] | undefined {
  return useApi('GET /alerts', { query: { unseen: '1', limit: 100 } }).data?.data
}

/** An alert in a line of words. A kind that came after this program was written gets general ones. */
export function useAlertTitle(): (alert: Alert) => string {
  const words = useTexts()
  return ({ kind, customer }) =>
    words.kinds[kind]?.(customer?.name || (customer?.phone ? phone(customer.phone) : words.somebody)) ??
    words.other
}

/** Why, in words: an order says it by a code. */
export function useReason(): (reason: string) => string {
  const words = useTexts()
  return (reason) => words.attention[reason] ?? reason
}

export function alertIcon({ kind }: Alert): IconName {
  return KINDS[kind]?.icon ?? 'warning'
}

/** Where one deals with it. */
export function alertPath({ kind, order_id, conversation_id }: Alert): string {
  const own = KINDS[kind]?.to
  if (own) return own
  if (order_id) return orderPath(order_id)
  return conversation_id ? `/conversations/${conversation_id}` : '/'
}

export function orderPath(id: string): string {
  return `/orders/${id}`
}
