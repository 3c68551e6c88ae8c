import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useApi } from '../api/queries.ts'
import { useNames } from '../app/navigation.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ROW_HEIGHT, Row } from './row.tsx'
import { useWords } from './texts.ts'
import type { useList } from './use-list.ts'
import type { usePlace } from './use-place.ts'

type Shown = ReturnType<typeof useList>
type Place = ReturnType<typeof usePlace>

const SEARCH = 'inbox-search'
/** So many rows before the end the next page is asked for. */
const AHEAD = 15
const TOP_PX = 8

export function focusSearch(): void {
  document.getElementById(SEARCH)?.focus()
}

export function List({ list, place, className }: { list: Shown; place: Place; className: string }) {
  const names = useNames()
  return (
    <section
      aria-label={names.inbox}
      className={classes('grid min-w-0 grid-rows-[auto_minmax(0,1fr)] border-r bg-card', className)}
    >
      {/* What is narrowed begins at the top again. */}
      <FilterBar place={place} searchId={SEARCH} />
      <Rows key={JSON.stringify(place.filters)} list={list} place={place} />
    </section>
  )
}

function Rows({ list, place }: { list: Shown; place: Place }) {
  const words = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows } = list
  const waiting = useWaiting()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    onChange: ({ range, scrollOffset }) => {
      list.setAtTop((scrollOffset ?? 0) < TOP_PX)
      if (range && range.endIndex >= rows.length - AHEAD) list.loadMore()
    },
  })
  const opened = useRef<string>(undefined)
  useEffect(() => {
    // Only when another one is opened: what moves by itself is not run after.
    if (opened.current === place.id) return
    const at = rows.findIndex(({ id }) => id === place.id)
    if (at === -1) return
    opened.current = place.id
    virtual.scrollToIndex(at, { align: 'auto' })
  })

  if (list.isPending) return <SkeletonRows rows={9} className="h-14" />
  if (rows.length === 0) {
    if (list.error) return <Fault list={list} />
    return <Nothing place={place} />
  }
  return (
    <div className="relative min-h-0">
      {list.newCount > 0 && (
        <div className="pointer-events-none absolute inset-x-0 top-2 z-10 grid justify-items-center">
          <Button
            look="primary"
            className="pointer-events-auto rounded-full shadow-md animate-appear"
            onClick={() => {
              list.showNew()
              scroller.current?.scrollTo({ top: 0 })
            }}
          >
            <span aria-live="polite">{words.fresh(list.newCount)}</span>
          </Button>
        </div>
      )}
      <div ref={scroller} className="h-full overflow-y-auto overscroll-contain -outline-offset-2">
        <ul aria-label={words.conversations} className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index]
            return (
              row && (
                <li
                  key={key}
                  className="absolute inset-x-0 top-0"
                  style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                >
                  <Row
                    row={row}
                    filters={place.filters}
                    isOpen={row.id === place.id}
                    isWaiting={waiting.has(row.id)}
                  />
                </li>
              )
            )
          })}
        </ul>
        {list.isLoadingMore && (
          <p role="status" className="p-3 text-center text-xs text-quiet">
            {words.loadingMore}
          </p>
        )}
        {list.error && <Fault list={list} />}
      </div>
    </div>
  )
}

/** Conversations whose alert nobody has seen; the shell asks for the same. */
function useWaiting(): Set<string> {
  const { data } = useApi('GET /alerts', { query: { unseen: '1', limit: 100 } })
  return new Set(data?.data.flatMap(({ conversation_id }) => conversation_id ?? []))
}

function Fault({ list }: { list: Shown }) {
  return (
    <div className="p-3">
      <ErrorNote error={list.error} retry={list.refetch} />
    </div>
  )
}

function Nothing({ place }: { place: Place }) {
  const words = useWords()
  const isNarrowed = Object.keys(place.filters).length > 0
  return isNarrowed ? (
    <Empty
      icon="search"
      title={words.noneFound}
      action={<Button onClick={() => place.narrow({})}>{words.clear}</Button>}
    >
      {words.noneFoundAbout}
    </Empty>
  ) : (
    <Empty
      icon="inbox"
      title={words.noneYet}
      action={
        <Button asChild>
          <Link to="/website">
            <Icon name="website" size={16} />
            {words.addChat}
          </Link>
        </Button>
      }
    >
      {words.noneYetAbout}
    </Empty>
  )
}
