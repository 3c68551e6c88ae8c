import { Link, useParams } from '@tanstack/react-router'
import { isMissing } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { useChannelName } from '../app/channels.ts'
import { Button } from '../ui/button.tsx'
import { phone } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card, Page } from '../ui/page.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { OrderActions } from './actions.tsx'
import { useDetailTexts } from './detail-texts.ts'
import { History } from './history.tsx'
import { Lines } from './lines.tsx'
import { PaymentCard } from './payment.tsx'
import { Status, type WholeOrder } from './status.tsx'

export function OrderPage() {
  const words = useDetailTexts()
  const { id } = useParams({ from: '/shell/orders/$id' })
  const { data, error, isPending, refetch } = useApi('GET /orders/:id', { params: { id } })
  if (data) return <Whole key={id} order={data.data} />
  if (isPending) {
    return (
      <Page wide title={words.loading}>
        <SkeletonRows rows={5} className="h-16" />
      </Page>
    )
  }
  if (!isMissing(error)) {
    return (
      <Page wide title={words.loading}>
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    )
  }
  return (
    <Page wide title={words.loading}>
      <Empty
        icon="search"
        title={words.missing}
        action={
          <Button asChild>
            <Link to="/orders">{words.back}</Link>
          </Button>
        }
      >
        {words.missingAbout}
      </Empty>
    </Page>
  )
}

function Whole({ order }: { order: WholeOrder }) {
  const words = useDetailTexts()
  return (
    <Page
      wide
      title={words.title(order.order_number)}
      about={<Status order={order} />}
      actions={
        <Button asChild look="quiet" className="max-sm:-ml-3">
          <Link to="/orders">
            <Icon name="back" size={16} />
            {words.back}
          </Link>
        </Button>
      }
    >
      <OrderActions order={order} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <Lines order={order} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:row-span-2">
          <PaymentCard order={order} />
          <CustomerCard order={order} />
          <StockCard order={order} />
          <StoreCard order={order} />
        </div>
        <History order={order} />
      </div>
    </Page>
  )
}

function CustomerCard({ order: { customer, conversation_id, channel } }: { order: WholeOrder }) {
  const words = useDetailTexts()
  const channelName = useChannelName()
  return (
    <Card title={words.customer}>
      <div className="text-sm">
        <p className="break-words font-medium">{customer.name}</p>
        {customer.phone && (
          <p>
            <a href={`tel:${customer.phone}`} className="rounded-sm text-accent hover:underline">
              {phone(customer.phone)}
            </a>
          </p>
        )}
        <p className="text-quiet">{words.placedBy(channelName(channel))}</p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {customer.phone && (
          <Button asChild>
            <Link to="/customers/$key" params={{ key: customer.phone }}>
              <Icon name="customers" size={16} />
              {words.allOfThem}
            </Link>
          </Button>
        )}
        {conversation_id && (
          <Button asChild>
            <Link to="/conversations/$id" params={{ id: conversation_id }}>
              <Icon name="inbox" size={16} />
              {words.conversation}
            </Link>
          </Button>
        )}
      </div>
    </Card>
  )
}

function StockCard({ order: { lines } }: { order: WholeOrder }) {
  const words = useDetailTexts()
  const [first] = lines
  if (!first) return null
  return (
    <Card title={words.stock}>
      <div className="grid gap-1 text-sm">
        <p>{words.stockIs[first.stock]}</p>
        <p className="text-xs text-quiet">{words.stockNote}</p>
      </div>
    </Card>
  )
}

/** What the store with a connector calls it. */
function StoreCard({ order: { external_id, external_status } }: { order: WholeOrder }) {
  const words = useDetailTexts()
  if (external_id === null && external_status === null) return null
  const facts = [
    [words.storeId, external_id],
    [words.storeStatus, external_status],
  ].filter(([, value]) => value !== null)
  return (
    <Card title={words.store}>
      <dl className="grid gap-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-quiet">{name}</dt>
            <dd className="break-all font-mono">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
