import { Link } from '@tanstack/react-router'
import type { Item } from '../api/client.ts'
import { count, ringgit } from '../ui/format.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { Period } from './period.ts'
import { useOverviewTexts } from './texts.ts'

export type Counted = Item<'GET /overview'>

export function Numbers({
  now,
  before,
  period,
}: {
  now: Counted
  /** Undefined while it is on its way, null when it did not come. */
  before: Counted | undefined | null
  period: Period
}) {
  const words = useOverviewTexts()
  const { calls } = now
  const was = (of: (counted: Counted) => number) => before && of(before)
  const callsOf = (counted: Counted) => counted.calls.placed + counted.calls.received
  return (
    <section aria-label={words.numbers} className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Figure
        {...{ name: words.conversations, icon: 'inbox', to: '/conversations', period }}
        value={now.conversations}
        before={was(({ conversations }) => conversations)}
        detail={words.newOnes(now.new_conversations)}
      />
      <Figure
        {...{ name: words.orders, icon: 'orders', to: '/orders', period }}
        value={now.orders}
        before={was(({ orders }) => orders)}
        detail={words.paid(now.paid_orders)}
      />
      <Figure
        {...{ name: words.revenue, icon: 'credits', to: '/orders', period }}
        value={now.revenue}
        before={was(({ revenue }) => revenue)}
        isMoney
        detail={now.paid_orders > 0 ? words.perOrder(ringgit(now.revenue / now.paid_orders)) : undefined}
      />
      <Figure
        {...{ name: words.calls, icon: 'calls', to: '/calls', period }}
        value={callsOf(now)}
        before={was(callsOf)}
        detail={words.answered(calls.answered, Math.round(calls.seconds / 60))}
      />
    </section>
  )
}

function Figure({
  name,
  icon,
  to,
  value,
  before,
  period,
  isMoney = false,
  detail,
}: {
  name: string
  icon: IconName
  to: string
  value: number
  before: number | undefined | null
  period: Period
  isMoney?: boolean
  detail: string | undefined
}) {
  return (
    <Link
      to={to}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-1 rounded-md border bg-card p-4 hover:border-edge"
    >
      <span className="flex items-center gap-2 text-sm text-quiet">
        <Icon name={icon} size={16} />
        {name}
      </span>
      <span className="truncate text-xl font-semibold tabular-nums max-sm:text-lg">
        {isMoney ? ringgit(value) : count(value)}
      </span>
      {detail && <span className="text-xs text-quiet">{detail}</span>}
      <span className="text-xs">
        {before === undefined ? (
          <Skeleton className="h-3 w-3/4" />
        ) : before === null ? null : (
          <Compared {...{ value, before, period, isMoney }} />
        )}
      </span>
    </Link>
  )
}

/** Against the time before, in words. Today is not over, so it is only said to be more, never to be less. */
function Compared({
  value,
  before,
  period,
  isMoney,
}: {
  value: number
  before: number
  period: Period
  isMoney: boolean
}) {
  const words = useOverviewTexts()
  const when = words.before[period]
  const show = (amount: number) => (isMoney ? ringgit(amount) : count(amount))
  if (value === 0 && before === 0) return <span className="text-quiet">{words.neither[period]}</span>
  if (value === before)
    return <span className="text-quiet">{(isMoney ? words.sameMoney : words.same)(when)}</span>
  if (value > before) return <span className="text-good">↑ {words.more(show(value - before), when)}</span>
  if (period === 'today') return <span className="text-quiet">{words.soFar(show(before))}</span>
  return (
    <span className="text-quiet">↓ {(isMoney ? words.less : words.fewer)(show(before - value), when)}</span>
  )
}

export function NumbersSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="grid gap-2 rounded-md border bg-card p-4">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-3 w-3/4" />
          <Skeleton className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  )
}
