import { type MouseEvent, memo, type ReactNode } from 'react'
import { texts } from '../i18n.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { ErrorNote, SkeletonRows } from './states.tsx'

const useTexts = texts({ en: { more: 'Show more' }, ms: { more: 'Tunjuk lagi' } })

export interface Column<Row> {
  name: string
  show: (row: Row) => ReactNode
  /** Numbers stand under each other. */
  isNumber?: boolean
  /** Left out where there is little room. */
  isMinor?: boolean
}

/** What every paged list has: loading, nothing, an error, rows, and more of them. */
export interface Pages<Row> {
  rows: Row[]
  isPending: boolean
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** A dense table over pages. A row that can be opened is opened by a link in its first cell, so keyboards reach it. */
export function Table<Row>({
  label,
  pages,
  columns,
  keyOf,
  empty,
  onOpen,
}: {
  label: string
  pages: Pages<Row>
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  empty: ReactNode
  onOpen?: (row: Row) => void
}) {
  if (pages.isPending) return <SkeletonRows />
  if (pages.error && pages.rows.length === 0)
    return <ErrorNote error={pages.error} retry={() => void pages.refetch()} />
  if (pages.rows.length === 0) return empty
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {Boolean(pages.error) && <ErrorNote error={pages.error} retry={() => void pages.refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-md border bg-card">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-b text-left text-xs text-quiet">
              {columns.map((column) => (
                <th key={column.name} scope="col" className={classes(cell(column), 'font-medium')}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((row) => (
              <TableRow key={keyOf(row)} row={row} columns={columns} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </section>
      <MoreRows pages={pages} />
    </div>
  )
}

/** The next page of a list, as long as there is one. */
export function MoreRows({ pages }: { pages: Pick<Pages<never>, More> }) {
  const words = useTexts()
  if (!pages.hasNextPage) return null
  return (
    <div className="text-center">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {words.more}
      </Button>
    </div>
  )
}

type More = 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'

/** Not on something in it that does another thing. */
function isOnRow({ target, currentTarget }: MouseEvent): boolean {
  const own = target instanceof Element ? target.closest('a, button, input, [role="dialog"], tr') : null
  return own === currentTarget
}

function cell<Row>(column: Column<Row>): string {
  return classes(
    'px-3 py-2.5 align-top',
    column.isNumber && 'text-right tabular-nums',
    column.isMinor && 'max-sm:hidden',
  )
}

/** Drawn anew only when its row is another one, or the columns are: keep them, and long lists stay quick. */
const TableRow = memo(function TableRow<Row>({
  row,
  columns,
  onOpen,
}: {
  row: Row
  columns: Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
}) {
  return (
    <tr
      className={classes('border-b last:border-b-0', onOpen && 'cursor-pointer hover:bg-hover')}
      onClick={onOpen && ((event) => isOnRow(event) && onOpen(row))}
    >
      {columns.map((column) => (
        <td key={column.name} className={cell(column)}>
          {column.show(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: {
  row: Row
  columns: Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
}) => ReactNode
