import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Item } from '../api/client.ts'
import { useApiPages } from '../api/queries.ts'
import { useCalled } from '../app/called.ts'
import { useChannelName } from '../app/channels.ts'
import { useNames } from '../app/navigation.ts'
import { Button } from '../ui/button.tsx'
import { count, phone, ringgit, Time } from '../ui/format.tsx'
import { Page } from '../ui/page.tsx'
import { useRowKeys } from '../ui/row-keys.ts'
import { RowLink } from '../ui/row-link.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { useCustomerTexts } from './texts.ts'

type Customer = Item<'GET /customers'>

export function Customers() {
  const names = useNames()
  const words = useCustomerTexts()
  const { q } = useSearch({ from: '/shell/customers' })
  const navigate = useNavigate()
  const columns = useColumns()
  const open = useCallback(
    ({ key }: Customer) => void navigate({ to: '/customers/$key', params: { key } }),
    [navigate],
  )
  const pages = useApiPages('GET /customers', { query: q ? { q } : {} })
  const search = (next: string) =>
    void navigate({ to: '/customers', search: next ? { q: next } : {}, replace: true })
  useRowKeys()
  return (
    <Page wide title={names.customers} about={words.about}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="sm:max-w-sm">
          <SearchBox label={words.search} value={q ?? ''} onSearch={search} />
        </div>
        <Table
          label={names.customers}
          pages={pages}
          columns={columns}
          keyOf={({ key }) => key}
          empty={<NoCustomers q={q} />}
          onOpen={open}
        />
      </div>
    </Page>
  )
}

function NoCustomers({ q }: { q: string | undefined }) {
  const words = useCustomerTexts()
  if (q) {
    return (
      <Empty icon="search" title={words.noneFound(q)}>
        {words.noneFoundAbout}
      </Empty>
    )
  }
  return (
    <Empty
      icon="customers"
      title={words.none}
      action={
        <Button asChild look="primary">
          <Link to="/website">{words.website}</Link>
        </Button>
      }
    >
      {words.noneAbout}
    </Empty>
  )
}

/** On a phone the number, the orders and the time stand under the name. */
function useColumns(): Column<Customer>[] {
  const words = useCustomerTexts()
  const channelName = useChannelName()
  const called = useCalled()
  return useMemo(
    () => [
      {
        name: words.name,
        show: (customer) => (
          <div className="grid gap-0.5">
            <RowLink
              to={`/customers/${encodeURIComponent(customer.key)}`}
              className="w-fit max-w-64 truncate rounded-sm font-medium text-accent hover:underline max-sm:max-w-52"
            >
              {called(customer)}
            </RowLink>
            <span className="text-xs text-quiet sm:hidden">
              {customer.phone ? phone(customer.phone) : words.noPhone}
            </span>
            <span className="text-xs text-quiet sm:hidden">
              {customer.channels.map(channelName).join(', ')}
            </span>
          </div>
        ),
      },
      {
        name: words.phone,
        isMinor: true,
        show: (customer) => (
          <span className="whitespace-nowrap">
            {customer.phone ? phone(customer.phone) : <span className="text-quiet">{words.noPhone}</span>}
          </span>
        ),
      },
      {
        name: words.channels,
        isMinor: true,
        show: ({ channels }) => <span className="text-quiet">{channels.map(channelName).join(', ')}</span>,
      },
      { name: words.orders, isNumber: true, isMinor: true, show: ({ orders }) => count(orders) },
      {
        name: words.spent,
        isNumber: true,
        show: ({ spent }) => (
          <span className={spent > 0 ? 'whitespace-nowrap' : 'whitespace-nowrap text-quiet'}>
            {ringgit(spent)}
          </span>
        ),
      },
      {
        name: words.last,
        isNumber: true,
        show: ({ last_activity_at }) => (
          <Time at={last_activity_at} className="whitespace-nowrap text-quiet" />
        ),
      },
    ],
    [words, channelName, called],
  )
}
