import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useApi, useApiPages } from '../api/queries.ts'
import { useChannelName } from '../app/channels.ts'
import { useNames } from '../app/navigation.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterLinks, filterLook } from '../ui/filter-links.tsx'
import { phone, ringgit, Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { useRowKeys } from '../ui/row-keys.ts'
import { RowLink } from '../ui/row-link.tsx'
import { Empty } from '../ui/states.tsx'
import { useSteady } from '../ui/steady.ts'
import { type Column, Table } from '../ui/table.tsx'
import { type Filter, filters } from './filters.ts'
import { useListTexts } from './list-texts.ts'
import { type Order, Status, useInShort } from './status.tsx'

export function Orders() {
  const names = useNames()
  const words = useListTexts()
  const { status: filter = 'all' } = useSearch({ from: '/shell/orders' })
  const navigate = useNavigate()
  const columns = useColumns()
  const open = useCallback(
    ({ id }: Order) => void navigate({ to: '/orders/$id', params: { id } }),
    [navigate],
  )
  const pages = useApiPages('GET /orders', { query: filters[filter] })
  const steady = useSteady(pages.rows, filter)
  useRowKeys()
  return (
    <Page
      wide
      title={names.orders}
      actions={
        <Button asChild look="primary">
          <Link to="/orders/new">
            <Icon name="plus" size={16} />
            {words.place}
          </Link>
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Filters chosen={filter} />
        {steady.waiting > 0 && (
          <div className="text-center">
            <Button icon="refresh" look="quiet" className="text-accent" onClick={steady.show}>
              <span aria-live="polite">{words.arrived(steady.waiting)}</span>
            </Button>
          </div>
        )}
        <Table
          label={`${names.orders}: ${words.filters[filter]}`}
          pages={{ ...pages, rows: steady.rows }}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<NoOrders filter={filter} />}
          onOpen={open}
        />
      </div>
    </Page>
  )
}

function Filters({ chosen }: { chosen: Filter }) {
  const words = useListTexts()
  return (
    <FilterLinks label={words.show}>
      {(Object.keys(filters) as Filter[]).map((filter) => (
        <li key={filter}>
          <Link
            to="/orders"
            search={filter === 'all' ? {} : { status: filter }}
            aria-current={filter === chosen ? 'page' : undefined}
            className={filterLook(filter === chosen)}
          >
            {words.filters[filter]}
            {(filter === 'to_handle' || filter === 'attention') && <Count filter={filter} />}
          </Link>
        </li>
      ))}
    </FilterLinks>
  )
}

const COUNTED = 20

/** How many wait for somebody: what is not nothing is worth a number. */
function Count({ filter }: { filter: 'to_handle' | 'attention' }) {
  const { data } = useApi('GET /orders', { query: { ...filters[filter], limit: COUNTED } })
  if (!data || data.data.length === 0) return null
  return (
    <Badge tone={filter === 'attention' ? 'alarm' : 'accent'}>
      {data.hasMore ? `${COUNTED}+` : data.data.length}
    </Badge>
  )
}

function NoOrders({ filter }: { filter: Filter }) {
  const words = useListTexts()
  if (filter !== 'all') return <Empty icon="orders" title={words.none[filter]} />
  return (
    <Empty
      icon="orders"
      title={words.none.all}
      action={
        <Button asChild look="primary">
          <Link to="/orders/new">{words.place}</Link>
        </Button>
      }
    >
      {words.firstOrder}
    </Empty>
  )
}

/** On a phone the first column says it all, and the total stands beside it. */
function useColumns(): Column<Order>[] {
  const words = useListTexts()
  const inShort = useInShort()
  const channelName = useChannelName()
  return useMemo(
    () => [
      {
        name: words.order,
        show: (order) => (
          <div className="grid gap-0.5">
            <span className="flex items-baseline gap-2">
              <RowLink
                to={`/orders/${order.id}`}
                className="rounded-sm font-mono font-medium text-accent hover:underline"
              >
                {order.order_number}
              </RowLink>
              <Time at={order.created_at} className="text-xs text-quiet sm:hidden" />
            </span>
            <span className="break-words sm:hidden">{order.customer.name}</span>
            <span className="break-words text-xs text-quiet sm:hidden">{inShort(order.lines)}</span>
            <span className="sm:hidden">
              <Status order={order} />
            </span>
          </div>
        ),
      },
      {
        name: words.customer,
        isMinor: true,
        show: ({ customer }) => (
          <>
            <span className="block max-w-48 truncate">{customer.name}</span>
            <span className="block whitespace-nowrap text-xs text-quiet">{phone(customer.phone)}</span>
          </>
        ),
      },
      {
        name: words.items,
        isMinor: true,
        show: ({ lines }) => (
          <span className="line-clamp-2 min-w-40 max-w-72 break-words">{inShort(lines)}</span>
        ),
      },
      { name: words.status, isMinor: true, show: (order) => <Status order={order} /> },
      {
        name: words.channel,
        isMinor: true,
        show: ({ channel }) => <span className="whitespace-nowrap text-quiet">{channelName(channel)}</span>,
      },
      {
        name: words.total,
        isNumber: true,
        show: ({ total }) => <span className="whitespace-nowrap font-medium">{ringgit(total)}</span>,
      },
      {
        name: words.time,
        isMinor: true,
        show: ({ created_at }) => <Time at={created_at} className="whitespace-nowrap text-quiet" />,
      },
    ],
    [words, inShort, channelName],
  )
}
