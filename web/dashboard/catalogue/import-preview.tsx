import { Fragment } from 'react'
import { texts } from '../i18n.ts'
import { Badge } from '../ui/badge.tsx'
import { count, ringgit } from '../ui/format.tsx'
import type { TrialResult } from './import-result.tsx'
import { SaleBadge } from './signs.tsx'
import { useTexts as useShared } from './texts.ts'

const useTexts = texts({
  en: {
    title: 'As it was understood',
    first: (shown: string, all: string) => `The first ${shown} of ${all}.`,
    line: 'Line',
    what: 'Product',
    created: 'New',
    updated: 'Changed',
    stays: 'stays',
  },
  ms: {
    title: 'Seperti yang difahami',
    first: (shown: string, all: string) => `${shown} pertama daripada ${all}.`,
    line: 'Baris',
    what: 'Produk',
    created: 'Baharu',
    updated: 'Diubah',
    stays: 'kekal',
  },
})

type Row = TrialResult['preview'][number]
const cell = 'px-3 py-2 align-top'

export function ImportPreview({ rows, products }: { rows: Row[]; products: number }) {
  const words = useTexts()
  const shared = useShared()
  const heads: [string, string][] = [
    [words.line, ''],
    [words.what, ''],
    [shared.priceWord, 'text-right'],
    [shared.stock, 'text-right max-sm:hidden'],
    [shared.category, 'max-sm:hidden'],
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div>
        <h3 className="text-sm font-semibold">{words.title}</h3>
        {rows.length < products && (
          <p className="text-xs text-quiet">{words.first(count(rows.length), count(products))}</p>
        )}
      </div>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{words.title}</caption>
        <thead>
          <tr className="border-b text-left text-xs text-quiet">
            {heads.map(([name, looks]) => (
              <th key={name} scope="col" className={`${cell} font-medium ${looks}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.external_id}>
              <tr className="border-t">
                <td className={`${cell} tabular-nums text-quiet`}>{count(row.line)}</td>
                <td className={cell}>
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="font-medium wrap-anywhere">{row.name}</span>
                    {row.status && (
                      <Badge tone={row.status === 'created' ? 'accent' : 'plain'}>{words[row.status]}</Badge>
                    )}
                    {row.is_active !== undefined && <SaleBadge isActive={row.is_active} />}
                  </span>
                  <span className="block font-mono text-xs text-quiet wrap-anywhere">{row.external_id}</span>
                </td>
                <Values of={row} isKnown={row.status === 'updated'} />
                <td className={`${cell} max-sm:hidden`}>{row.category}</td>
              </tr>
              {row.variants.map((variant) => (
                <tr key={variant.external_id}>
                  <td />
                  <td className={`${cell} pl-8 wrap-anywhere`}>{variant.name}</td>
                  <Values of={variant} isKnown={row.status === 'updated'} />
                  <td className="max-sm:hidden" />
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Price and stock; of what is there already, what the file does not say stays. */
function Values({ of: { price, stock }, isKnown }: { of: Pick<Row, 'price' | 'stock'>; isKnown: boolean }) {
  const words = useTexts()
  const shared = useShared()
  const absent = <span className="text-quiet">{isKnown ? words.stays : '–'}</span>
  return (
    <>
      <td className={`${cell} text-right tabular-nums`}>{price === undefined ? absent : ringgit(price)}</td>
      <td className={`${cell} text-right tabular-nums max-sm:hidden`}>
        {stock === undefined ? absent : stock === null ? shared.notCounted : count(stock)}
      </td>
    </>
  )
}
