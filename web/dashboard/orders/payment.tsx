import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { exactTime, ringgit, Time } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { useDetailTexts } from './detail-texts.ts'
import type { Order } from './status.tsx'

/** The link while it can be paid; afterwards, what became of the money. */
export function PaymentCard({ order }: { order: Order }) {
  const words = useDetailTexts()
  if (order.status === 'pending_payment') {
    return (
      <Card title={words.payment}>
        {order.payment_url === null ? (
          <p className="text-sm">{words.noLink}</p>
        ) : (
          <PaymentLink order={order} url={order.payment_url} />
        )}
      </Card>
    )
  }
  const outcome = outcomeOf(order, words)
  return (
    <Card title={words.payment}>
      <div className="grid gap-1 text-sm">
        {order.paid_at && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {words.paid} <Time at={order.paid_at} className="text-quiet" />
            </span>
            <span className="font-medium tabular-nums">{ringgit(order.total)}</span>
          </p>
        )}
        {outcome && <p>{outcome}</p>}
      </div>
    </Card>
  )
}

function outcomeOf(order: Order, words: ReturnType<typeof useDetailTexts>): string | undefined {
  if (order.status === 'refunded') return words.refundedNote
  if (order.status !== 'cancelled') return undefined
  if (order.paid_at !== null) return words.cancelledPaid
  return order.expired ? words.notPaid : words.neverPaid
}

function PaymentLink({ order, url }: { order: Order; url: string }) {
  const words = useDetailTexts()
  const text = words.whatsappText(order.order_number, ringgit(order.total), url)
  const whatsapp = `https://wa.me/${order.customer.phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
  return (
    <div className="grid gap-3 text-sm">
      <p className="break-all rounded-sm bg-sunk p-2 font-mono text-xs">{url}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={url} label={words.copyLink} />
        <Button asChild>
          <a href={whatsapp} target="_blank" rel="noreferrer">
            <Icon name="send" size={16} />
            {words.whatsapp}
          </a>
        </Button>
        <Button asChild look="quiet">
          <a href={url} target="_blank" rel="noreferrer">
            <Icon name="external" size={16} />
            {words.openLink}
          </a>
        </Button>
      </div>
      <p className="flex items-center gap-2 text-xs text-quiet">
        <Icon name="clock" size={14} />
        <span>
          {words.payBefore} {exactTime(order.payment_expires_at)}
        </span>
      </p>
    </div>
  )
}
