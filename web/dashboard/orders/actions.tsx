import { ApiError } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialog.tsx'
import { ringgit } from '../ui/format.tsx'
import { Icon } from '../ui/icons.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { useActionTexts } from './action-texts.ts'
import { useDetailTexts } from './detail-texts.ts'
import { movesOf } from './moves.ts'
import type { Order } from './status.tsx'

/** Why somebody should look at the order, what can be done with it, and how the last try ended. */
export function OrderActions({ order }: { order: Order }) {
  const words = useActionTexts()
  const about = useDetailTexts()
  const tell = useTell()
  const touches = ['products', 'customers', 'overview']
  const params = { id: order.id }
  const handled = useDeed('POST /orders/:id/handled', {
    touches,
    onDone: () => tell({ text: order.status === 'pending_payment' ? words.handledUnpaid : words.handled }),
  })
  const cancel = useDeed('POST /orders/:id/cancel', {
    touches,
    onDone: () => tell({ text: words.cancelled }),
  })
  const refund = useDeed('POST /orders/:id/refund', {
    touches,
    quiet: true,
    onDone: () => tell({ text: words.refunded }),
  })
  const moves = movesOf(order)
  const isBusy = handled.isPending || cancel.isPending || refund.isPending
  const wasPaid = order.status === 'paid'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
      {order.attention && (
        <section aria-labelledby="attention" className="flex gap-3 rounded-md bg-alarm-soft p-4 text-sm">
          <Icon name="warning" className="mt-0.5 text-alarm" />
          <div className="grid gap-1">
            <h2 id="attention" className="font-semibold text-alarm">
              {about.attention[order.attention]}
            </h2>
            <p className="max-w-prose">{about.advice[order.attention]}</p>
          </div>
        </section>
      )}
      {refund.error && <RefundProblem error={refund.error} />}
      {Object.values(moves).some(Boolean) && (
        <div className="flex flex-wrap gap-2">
          {(moves.handle || moves.settle) && (
            <Button
              icon="check"
              look={wasPaid || moves.settle ? 'primary' : 'plain'}
              busy={isBusy}
              onClick={() => handled.mutate({ params })}
            >
              {moves.handle ? words.handle : words.settle}
            </Button>
          )}
          {moves.refund && (
            <ConfirmButton
              icon="undo"
              busy={isBusy}
              title={words.refundTitle(ringgit(order.total))}
              about={<Sentences list={[words.refundMoney, words.refundStock, words.refundElsewhere]} />}
              confirm={words.refund}
              onConfirm={() => refund.mutate({ params })}
            >
              {words.refund}
            </ConfirmButton>
          )}
          {moves.cancel && (
            <ConfirmButton
              icon="close"
              busy={isBusy}
              title={words.cancelTitle(order.order_number)}
              about={
                <Sentences
                  list={[
                    words.cancelStock,
                    wasPaid ? words.cancelPaid(ringgit(order.total)) : words.cancelUnpaid,
                  ]}
                />
              }
              confirm={words.cancel}
              keep={words.keep}
              onConfirm={() => cancel.mutate({ params })}
            >
              {words.cancel}
            </ConfirmButton>
          )}
        </div>
      )}
    </div>
  )
}

function Sentences({ list }: { list: string[] }) {
  return (
    <div className="grid gap-2">
      {list.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}

/** A refund can go wrong in ways that matter: whether money moved, and whether to press again. */
function RefundProblem({ error }: { error: unknown }) {
  const words = useActionTexts()
  const code = error instanceof ApiError ? error.code : ''
  const sentence = words.refundProblems[code]
  if (!sentence || !(error instanceof ApiError)) return <ErrorNote error={error} />
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-alarm-soft p-4 text-sm">
      <Icon name="warning" className="mt-0.5 text-alarm" />
      <div className="grid gap-1">
        <p className="font-semibold text-alarm">{sentence}</p>
        {code === 'refund_declined' && <p className="max-w-prose">{error.message}</p>}
      </div>
    </div>
  )
}
