import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { useOverviewTexts } from './texts.ts'

export interface ChartTable {
  columns: string[]
  rows: { key: string; cells: string[] }[]
}

/** A question, its answer in a sentence, in a picture, and in a table: always for who listens, and for who asks for it. */
export function ChartCard({
  question,
  sentence,
  table,
  actions,
  className,
  children,
}: {
  question: string
  sentence: string
  table: ChartTable
  actions?: ReactNode
  className?: string
  children: (sentenceId: string) => ReactNode
}) {
  const words = useOverviewTexts()
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <section
      aria-labelledby={`${id}-question`}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] gap-4 rounded-md border bg-card p-4 sm:p-5',
        className,
      )}
    >
      <div className={classes('flex items-start gap-2', actions !== undefined && 'flex-wrap')}>
        <div className="min-w-0 grow basis-[calc(100%-4rem)] sm:basis-0">
          <h2 id={`${id}-question`} className="text-base font-semibold">
            {question}
          </h2>
          <p id={`${id}-sentence`} className="text-sm text-quiet">
            {sentence}
          </p>
        </div>
        {actions && <div className="max-sm:order-last">{actions}</div>}
        <IconButton
          icon={isTable ? 'overview' : 'table'}
          label={`${isTable ? words.asChart : words.asTable}: ${question}`}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {!isTable && children(`${id}-sentence`)}
      <div className={isTable ? 'max-h-72 overflow-y-auto' : 'sr-only'}>
        <DataTable caption={question} table={table} />
      </div>
    </section>
  )
}

function DataTable({ caption, table }: { caption: string; table: ChartTable }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b text-xs text-quiet">
          {table.columns.map((name, place) => (
            <th
              key={name}
              scope="col"
              className={classes('py-1.5 font-medium', place === 0 ? 'text-left' : 'text-right')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key} className="border-b last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {first}
            </th>
            {others.map((cell, place) => (
              <td key={table.columns[place + 1]} className="py-1.5 text-right tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
