import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApi } from '../api/queries.ts'
import { useCalled } from '../app/called.ts'
import { useCallWords } from '../calls/texts.ts'
import { useStanding } from '../orders/status.tsx'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { duration, phone, ringgit, Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/states.tsx'
import { CallPlayer } from './call.tsx'
import type { Conversation } from './filters.ts'
import { Labels } from './labels.tsx'
import { useWords } from './texts.ts'
import { useConversation } from './use-thread.ts'

const MOST = 100

/** Who it is and what has come of it. */
export function Details({ id, className, onBack }: { id: string; className: string; onBack: () => void }) {
  const words = useWords()
  const { data: conversation, error } = useConversation(id)
  return (
    <aside
      aria-label={words.details}
      className={classes('min-w-0 overflow-y-auto border-l bg-card -outline-offset-2', className)}
    >
      <div className="flex min-h-14 items-center gap-2 border-b px-2 xl:px-4">
        <IconButton icon="back" label={words.hideDetails} className="xl:hidden" onClick={onBack} />
        <h2 className="text-sm font-semibold">{words.details}</h2>
      </div>
      {conversation && <Facts conversation={conversation} />}
      {!conversation && !error && <Skeleton className="m-4 h-40 w-auto" />}
    </aside>
  )
}

function Facts({ conversation }: { conversation: Conversation }) {
  const words = useWords()
  const called = useCalled()
  const { customer, summary, outcome, created_at } = conversation
  return (
    <div className="grid gap-5 p-4">
      <Part title={words.customer}>
        {(customer.name || !customer.phone) && (
          <p className="text-sm font-medium [overflow-wrap:anywhere]">{called(conversation.customer)}</p>
        )}
        {customer.phone && (
          <a href={`tel:${customer.phone}`} className="w-fit text-sm text-accent underline">
            {phone(customer.phone)}
          </a>
        )}
        <Link
          to="/customers/$key"
          params={{ key: customer.phone ?? conversation.id }}
          className="w-fit text-xs text-accent underline"
        >
          {words.showCustomer}
        </Link>
      </Part>
      <Part title={words.labels}>
        <Labels conversation={conversation} />
      </Part>
      <Part title={words.summary}>
        {summary ? (
          <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{summary}</p>
        ) : (
          <p className="text-xs text-quiet">{words.noSummary}</p>
        )}
      </Part>
      {outcome && (
        <Part title={words.outcome}>
          <p className="text-sm">{words[outcome]}</p>
        </Part>
      )}
      <Orders id={conversation.id} />
      <Calls id={conversation.id} />
      <Part title={words.began}>
        <Time at={created_at} className="text-sm" />
      </Part>
    </div>
  )
}

function Orders({ id }: { id: string }) {
  const words = useWords()
  const standing = useStanding()
  const { data } = useApi('GET /orders', { query: { conversation_id: id, limit: MOST } })
  return (
    <Part title={words.orders}>
      {data?.data.length === 0 && <p className="text-xs text-quiet">{words.noOrders}</p>}
      <ul className="grid gap-1">
        {data?.data.map((order) => (
          <li key={order.id}>
            <Link
              to="/orders/$id"
              params={{ id: order.id }}
              className="-mx-2 flex min-h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              <span className="font-medium text-accent underline">{order.order_number}</span>
              <span className="grow tabular-nums">{ringgit(order.total)}</span>
              {order.attention && <Icon name="warning" size={14} className="text-alarm" />}
              <span className="text-xs text-quiet">{standing(order)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Calls({ id }: { id: string }) {
  const words = useWords()
  const { status } = useCallWords()
  const { data } = useApi('GET /calls', { query: { conversation_id: id, limit: MOST } })
  if (!data || data.data.length === 0) return null
  return (
    <Part title={words.calls}>
      <ul className="grid gap-3">
        {data.data.map((call) => (
          <li key={call.id} className="grid gap-1">
            <p className="flex items-center gap-2 text-sm">
              <span className="grow">
                {call.direction === 'inbound' ? words.incoming : words.outgoing} · {status[call.status]}
              </span>
              <span className="tabular-nums text-quiet">{duration(call.duration_seconds)}</span>
            </p>
            <CallPlayer call={call} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="text-xs font-medium text-quiet">{title}</h3>
      {children}
    </section>
  )
}
