import { useCallback } from 'react'
import type { Item } from '../api/client.ts'
import { texts } from '../i18n.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'

export type Order = Item<'GET /orders'>
export type WholeOrder = Item<'GET /orders/:id'>
type Standing = 'waiting' | 'waitingHandled' | 'toHandle' | 'handled' | 'expired' | 'cancelled' | 'refunded'

const useTexts = texts<Record<Standing | 'attention', string>>({
  en: {
    waiting: 'Waiting for payment',
    waitingHandled: 'Handled, not paid yet',
    toHandle: 'Paid, to handle',
    handled: 'Paid, handled',
    expired: 'Not paid in time',
    cancelled: 'Cancelled',
    refunded: 'Refunded',
    attention: 'Needs attention',
  },
  ms: {
    waiting: 'Menunggu bayaran',
    waitingHandled: 'Diuruskan, belum dibayar',
    toHandle: 'Dibayar, perlu diurus',
    handled: 'Dibayar, diuruskan',
    expired: 'Tidak dibayar dalam masa',
    cancelled: 'Dibatalkan',
    refunded: 'Dipulangkan',
    attention: 'Perlu perhatian',
  },
})

const LOOKS: Record<Standing, [Tone, IconName]> = {
  waiting: ['wait', 'clock'],
  waitingHandled: ['wait', 'clock'],
  toHandle: ['accent', 'bell'],
  handled: ['good', 'check'],
  expired: ['plain', 'close'],
  cancelled: ['plain', 'close'],
  refunded: ['plain', 'undo'],
}

/** What an order's status and marks come to for the people who work with it. */
function standingOf(order: Pick<Order, 'status' | 'acknowledged_at' | 'expired'>): Standing {
  if (order.status === 'refunded') return 'refunded'
  if (order.status === 'cancelled') return order.expired ? 'expired' : 'cancelled'
  const isHandled = order.acknowledged_at !== null
  if (order.status === 'paid') return isHandled ? 'handled' : 'toHandle'
  return isHandled ? 'waitingHandled' : 'waiting'
}

/** The same in words. */
export function useStanding(): (order: Pick<Order, 'status' | 'acknowledged_at' | 'expired'>) => string {
  const words = useTexts()
  return (order) => words[standingOf(order)]
}

export function Status({ order }: { order: Order }) {
  const words = useTexts()
  const standing = standingOf(order)
  const [tone, icon] = LOOKS[standing]
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>
        <Icon name={icon} size={14} />
        {words[standing]}
      </Badge>
      {order.attention && (
        <Badge tone="alarm">
          <Icon name="warning" size={14} />
          {words.attention}
        </Badge>
      )}
    </span>
  )
}

/** The lines in short: 2 × Kopi O, 1 × Roti Bakar and 3 more. */
export function useInShort(): (lines: Order['lines']) => string {
  const { more } = useMore()
  return useCallback(
    (lines) => {
      const shown = lines.slice(0, SHOWN).map(({ quantity, name }) => `${quantity} × ${name}`)
      return [...shown, ...(lines.length > SHOWN ? [more(lines.length - SHOWN)] : [])].join(', ')
    },
    [more],
  )
}

const SHOWN = 2
const useMore = texts({
  en: { more: (count: number) => `+${count} more` },
  ms: { more: (count: number) => `+${count} lagi` },
})
