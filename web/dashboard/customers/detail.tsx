import { Link, useParams } from '@tanstack/react-router'
import { isMissing } from '../api/client.ts'
import { useApi, useDeed } from '../api/queries.ts'
import { useCalled } from '../app/called.ts'
import { useChannelName } from '../app/channels.ts'
import { Button } from '../ui/button.tsx'
import { Switch } from '../ui/field.tsx'
import { count, phone, ringgit, Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card, Page } from '../ui/page.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { type CustomerDetail, DataCard } from './data.tsx'
import { ConversationsOf, OrdersOf } from './history.tsx'
import { useCustomerTexts } from './texts.ts'

export function CustomerPage() {
  const words = useCustomerTexts()
  const { key } = useParams({ from: '/shell/customers/$key' })
  const { data, error, isPending, refetch } = useApi('GET /customers/:key', { params: { key } })
  if (data) return <Whole key={key} customer={data.data} />
  return (
    <Page wide title={words.customer}>
      {isPending ? (
        <SkeletonRows rows={5} className="h-16" />
      ) : isMissing(error) ? (
        <Empty
          icon="search"
          title={words.missing}
          action={
            <Button asChild>
              <Link to="/customers">{words.back}</Link>
            </Button>
          }
        >
          {words.missingAbout}
        </Empty>
      ) : (
        <ErrorNote error={error} retry={() => void refetch()} />
      )}
    </Page>
  )
}

function Whole({ customer }: { customer: CustomerDetail }) {
  const words = useCustomerTexts()
  const called = useCalled()
  const channelName = useChannelName()
  const about = [
    customer.phone ? phone(customer.phone) : words.noPhone,
    ...customer.channels.map(channelName),
  ]
  const prefill = {
    ...(customer.name ? { name: customer.name } : {}),
    ...(customer.phone ? { phone: customer.phone } : { conversation_id: customer.key }),
  }
  return (
    <Page
      wide
      title={called(customer)}
      about={about.join(' · ')}
      actions={
        <>
          <Button asChild look="quiet" className="max-sm:-ml-3">
            <Link to="/customers">
              <Icon name="back" size={16} />
              {words.back}
            </Link>
          </Button>
          <Button asChild>
            <Link to="/orders/new" search={prefill}>
              <Icon name="plus" size={16} />
              {words.place}
            </Link>
          </Button>
        </>
      }
    >
      <Figures customer={customer} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OrdersOf customerKey={customer.key} />
          <ConversationsOf customerKey={customer.key} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {customer.phone && <CallsCard customer={customer} number={customer.phone} />}
          <DataCard customer={customer} />
        </div>
      </div>
    </Page>
  )
}

function Figures({ customer }: { customer: CustomerDetail }) {
  const words = useCustomerTexts()
  const figures = [
    [words.spent, ringgit(customer.spent)],
    [words.orders, count(customer.orders)],
    [words.conversations, count(customer.conversations)],
    [words.first, <Time key="first" at={customer.first_seen_at} />],
    [words.last, <Time key="last" at={customer.last_activity_at} />],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(([name, value]) => (
        <div key={name} className="rounded-md border bg-card p-3 max-sm:last:col-span-2">
          <dt className="text-xs text-quiet">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function CallsCard({ customer, number }: { customer: CustomerDetail; number: string }) {
  const words = useCustomerTexts()
  const tell = useTell()
  const touches = ['customers']
  const bar = useDeed('POST /do-not-call', { touches, onDone: () => tell({ text: words.barred }) })
  const unbar = useDeed('DELETE /do-not-call/:phone', {
    touches,
    onDone: () => tell({ text: words.unbarred }),
  })
  return (
    <Card title={words.calls}>
      <div className="grid gap-2 text-sm">
        <Switch
          label={words.doNotCall}
          checked={customer.do_not_call}
          disabled={bar.isPending || unbar.isPending}
          onChange={(next) =>
            next ? bar.mutate({ body: { phone: number } }) : unbar.mutate({ params: { phone: number } })
          }
        />
        <p className="text-xs text-quiet">{words.doNotCallAbout}</p>
        {customer.opted_out && (
          <p className="flex gap-2 text-wait">
            <Icon name="warning" size={16} className="mt-0.5" />
            {words.optedOut}
          </p>
        )}
      </div>
    </Card>
  )
}
