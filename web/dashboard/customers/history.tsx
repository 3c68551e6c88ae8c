import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiPages } from '../api/queries.ts'
import { useChannelName } from '../app/channels.ts'
import { StatusBadge } from '../inbox/status.tsx'
import { Status, useInShort } from '../orders/status.tsx'
import { ringgit, Time } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { MoreRows, type Pages } from '../ui/table.tsx'
import { useCustomerTexts } from './texts.ts'

const PAGE = 10

export function OrdersOf({ customerKey }: { customerKey: string }) {
  const words = useCustomerTexts()
  const inShort = useInShort()
  const pages = useApiPages('GET /customers/:key/orders', {
    params: { key: customerKey },
    query: { limit: PAGE },
  })
  return (
    <Rows title={words.orders} none={words.noOrders} pages={pages}>
      {(order) => (
        <Row
          key={order.id}
          to={`/orders/${order.id}`}
          name={order.order_number}
          about={inShort(order.lines)}
          at={order.created_at}
          state={<Status order={order} />}
          amount={ringgit(order.total)}
        />
      )}
    </Rows>
  )
}

export function ConversationsOf({ customerKey }: { customerKey: string }) {
  const words = useCustomerTexts()
  const channelName = useChannelName()
  const pages = useApiPages('GET /customers/:key/conversations', {
    params: { key: customerKey },
    query: { limit: PAGE },
  })
  return (
    <Rows title={words.conversations} none={words.noConversations} pages={pages}>
      {({ id, channel, summary, status, last_message_at, created_at }) => (
        <Row
          key={id}
          to={`/conversations/${id}`}
          name={channelName(channel)}
          about={summary}
          at={last_message_at ?? created_at}
          state={<StatusBadge status={status} />}
        />
      )}
    </Rows>
  )
}

function Rows<Item>({
  title,
  none,
  pages,
  children,
}: {
  title: string
  none: string
  pages: Pages<Item>
  children: (row: Item) => ReactNode
}) {
  return (
    <Card title={title}>
      {pages.isPending && <SkeletonRows rows={3} />}
      {Boolean(pages.error) && <ErrorNote error={pages.error} retry={() => void pages.refetch()} />}
      {!pages.isPending && !pages.error && pages.rows.length === 0 && (
        <p className="text-sm text-quiet">{none}</p>
      )}
      {pages.rows.length > 0 && <ul className="grid">{pages.rows.map(children)}</ul>}
      <MoreRows pages={pages} />
    </Card>
  )
}

function Row({
  to,
  name,
  about,
  at,
  state,
  amount,
}: {
  to: string
  name: string
  about: string | null
  at: string
  state: ReactNode
  amount?: string
}) {
  return (
    <li className="border-b last:border-b-0">
      <Link to={to} className="-mx-2 grid gap-1 rounded-sm px-2 py-2.5 text-sm hover:bg-hover">
        <span className="flex items-baseline gap-3">
          <span className="shrink-0 font-medium text-accent">{name}</span>
          <span className="min-w-0 grow break-words text-quiet">{about}</span>
          <span className="shrink-0 font-medium tabular-nums">{amount}</span>
        </span>
        <span className="flex items-center justify-between gap-3">
          {state}
          <Time at={at} className="shrink-0 text-xs text-quiet" />
        </span>
      </Link>
    </li>
  )
}
