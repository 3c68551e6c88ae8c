import { Link } from '@tanstack/react-router'
import { useApi } from '../api/queries.ts'
import { AlertList } from '../app/alert-list.tsx'
import { orderPath, useReason, useUnseen } from '../app/alerts.ts'
import { Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { useOverviewTexts } from './texts.ts'

const SHOWN = 5

/** Who waits for a person, and orders that do not go by themselves: first of all, with the way there. */
export function Needs() {
  const words = useOverviewTexts()
  const reasonOf = useReason()
  const { data } = useApi('GET /orders', { query: { attention: '1', limit: SHOWN } })
  const orders = data?.data ?? []
  // An order that is listed itself needs no alert beside it.
  const alerts = (useUnseen() ?? []).filter(
    ({ order_id }) => !order_id || !orders.some(({ id }) => id === order_id),
  )
  if (alerts.length === 0 && orders.length === 0) return null
  return (
    <Card title={words.needs} className="border-wait">
      <div className="-mx-2 grid grid-cols-[minmax(0,1fr)] divide-y">
        <AlertList alerts={alerts.slice(0, SHOWN)} />
        {orders.map(({ id, order_number, customer, attention, created_at }) => (
          <Link
            key={id}
            to={orderPath(id)}
            className="flex min-w-0 items-start gap-3 rounded-md p-2 hover:bg-hover"
          >
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-alarm-soft text-alarm">
              <Icon name="orders" size={16} />
            </span>
            <span className="grid min-w-0 grow">
              <span className="flex items-baseline justify-between gap-3">
                <span className="truncate text-sm font-medium">
                  {words.order(order_number, customer.name)}
                </span>
                <Time at={created_at} className="shrink-0 text-xs text-quiet" />
              </span>
              <span className="text-xs text-quiet">{attention && reasonOf(attention)}</span>
            </span>
          </Link>
        ))}
      </div>
      {alerts.length > SHOWN && (
        <Link to="/conversations" className="text-sm text-accent underline">
          {words.moreNeeds(alerts.length - SHOWN)}
        </Link>
      )}
    </Card>
  )
}
