import { ringgit } from '../ui/format.tsx'
import { Card } from '../ui/page.tsx'
import { useDetailTexts } from './detail-texts.ts'
import type { Order } from './status.tsx'

/** What was ordered, as it was frozen on the order: later prices and names do not change it. */
export function Lines({ order }: { order: Order }) {
  const words = useDetailTexts()
  const last = 'pt-3 text-right tabular-nums'
  return (
    <Card title={words.items}>
      <table className="w-full border-collapse text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.quantity}</th>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change
            <tr key={place} className="border-b align-top">
              <td className="w-px whitespace-nowrap py-2 pr-3 text-right font-medium tabular-nums">
                {line.quantity} ×
              </td>
              <td className="py-2">
                <p className="break-words">{line.name}</p>
                <p className="text-xs text-quiet">
                  {[ringgit(line.unit_price), line.sku].filter(Boolean).join(' · ')}
                </p>
                {line.special_instructions && (
                  <p className="mt-1 w-fit break-words rounded-sm bg-paper px-2 py-0.5 text-xs">
                    {line.special_instructions}
                  </p>
                )}
              </td>
              <td className="whitespace-nowrap py-2 pl-3 text-right tabular-nums">
                {ringgit(line.quantity * line.unit_price)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {order.subtotal !== order.total && (
            <tr>
              <th scope="row" colSpan={2} className="pt-3 text-left font-normal text-quiet">
                {words.subtotal}
              </th>
              <td className={last}>{ringgit(order.subtotal)}</td>
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={2} className="pt-3 text-left text-base font-semibold">
              {words.total}
            </th>
            <td className={`${last} text-base font-semibold`}>{ringgit(order.total)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}
