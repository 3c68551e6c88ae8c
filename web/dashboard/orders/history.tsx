import { useEmailOf } from '../app/team.ts'
import { texts } from '../i18n.ts'
import { exactTime, Time } from '../ui/format.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { type Effect, effectsOf } from './effects.ts'
import type { WholeOrder } from './status.tsx'

const useTexts = texts({
  en: {
    history: 'History',
    actions: {
      placed: 'Placed',
      paid: 'Paid',
      expired: 'Not paid in time, cancelled',
      cancelled: 'Cancelled',
      refunded: 'Refunded',
      handled: 'Marked as handled',
      acknowledged: 'Taken over by the store',
      reported: 'The store told its status',
      pending_payment: 'Waiting for payment again',
      paid_twice: 'Paid a second time',
      paid_after_refund: 'Paid after the refund',
      wrong_amount: 'Another amount came than was asked for',
      refund_failed: 'The refund did not arrive',
    } as Record<string, string>,
    effects: {
      held: 'Stock set aside',
      taken: 'Stock taken off the shelf',
      released: 'Stock back on sale',
      returned: 'Stock put back on the shelf, on sale again',
      reserved: 'Stock set aside again',
    } as Record<Effect, string>,
    actors: {
      key: 'by your store, with an API key',
      agent: 'by the agent',
      customer: 'by the customer',
      payments: 'by the payment provider',
      system: 'by icebot itself',
    } as Record<string, string>,
    by: (who: string) => `by ${who}`,
    gone: 'by somebody of the team',
    storeOrder: (id: string) => `Store order ${id}`,
    storeSays: (word: string) => `The store says “${word}”`,
  },
  ms: {
    history: 'Sejarah',
    actions: {
      placed: 'Dibuat',
      paid: 'Dibayar',
      expired: 'Tidak dibayar dalam masa, dibatalkan',
      cancelled: 'Dibatalkan',
      refunded: 'Wang dipulangkan',
      handled: 'Ditanda sebagai diuruskan',
      acknowledged: 'Diambil alih oleh kedai',
      reported: 'Kedai memberitahu statusnya',
      pending_payment: 'Menunggu bayaran semula',
      paid_twice: 'Dibayar kali kedua',
      paid_after_refund: 'Dibayar selepas pulangan',
      wrong_amount: 'Amaun yang masuk lain daripada yang diminta',
      refund_failed: 'Wang pulangan tidak sampai',
    } as Record<string, string>,
    effects: {
      held: 'Stok disimpan',
      taken: 'Stok keluar dari rak',
      released: 'Stok dijual semula',
      returned: 'Stok dikembalikan ke rak, dijual semula',
      reserved: 'Stok disimpan semula',
    } as Record<Effect, string>,
    actors: {
      key: 'oleh kedai anda, dengan kunci API',
      agent: 'oleh ejen',
      customer: 'oleh pelanggan',
      payments: 'oleh penyedia bayaran',
      system: 'oleh icebot sendiri',
    } as Record<string, string>,
    by: (who: string) => `oleh ${who}`,
    gone: 'oleh seseorang dalam pasukan',
    storeOrder: (id: string) => `Pesanan kedai ${id}`,
    storeSays: (word: string) => `Kedai kata “${word}”`,
  },
})

const ICONS: Record<string, IconName> = {
  placed: 'orders',
  paid: 'credits',
  expired: 'clock',
  cancelled: 'close',
  refunded: 'undo',
  handled: 'check',
  acknowledged: 'check',
  paid_twice: 'warning',
  paid_after_refund: 'warning',
  wrong_amount: 'warning',
  refund_failed: 'warning',
}

/** Who or what moved the order, when, and what that did to the stock. */
export function History({ order }: { order: WholeOrder }) {
  const words = useTexts()
  const whoDid = useWhoDid()
  const effects = effectsOf(order.history)
  return (
    <Card title={words.history}>
      <ol className="grid text-sm">
        {order.history.map((entry, place) => {
          const effect = effects[place]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: history is only ever added to
            <li key={place} className="group relative flex gap-3 pb-4 last:pb-0">
              <span
                aria-hidden="true"
                className="absolute bottom-0 left-3.5 top-7 w-px bg-line group-last:hidden"
              />
              <span className="grid size-7 shrink-0 place-items-center rounded-full border bg-sunk text-quiet">
                <Icon name={ICONS[entry.action] ?? 'info'} size={14} />
              </span>
              <div className="min-w-0 grow pt-1">
                <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span>
                    <span className="font-medium">{words.actions[entry.action] ?? entry.action}</span>{' '}
                    <span className="break-words text-quiet">{whoDid(entry.actor)}</span>
                  </span>
                  <span className="text-xs text-quiet">
                    <Time at={entry.created_at} />
                    <span className="max-sm:hidden"> · {exactTime(entry.created_at)}</span>
                  </span>
                </p>
                {effect && <p className="text-xs text-quiet">{words.effects[effect]}</p>}
                {typeof entry.detail.external_id === 'string' && (
                  <p className="break-all text-xs text-quiet">{words.storeOrder(entry.detail.external_id)}</p>
                )}
                {typeof entry.detail.external_status === 'string' && (
                  <p className="break-all text-xs text-quiet">
                    {words.storeSays(entry.detail.external_status)}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function useWhoDid(): (actor: { kind: string; id: string | null }) => string {
  const words = useTexts()
  const emailOf = useEmailOf()
  return ({ kind, id }) => {
    if (kind !== 'user') return words.actors[kind] ?? words.by(kind)
    const email = emailOf(id)
    return email ? words.by(email) : words.gone
  }
}
