import { useNames } from '../app/navigation.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { classes } from '../ui/classes.ts'
import { useTitle } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { useTell } from '../ui/toast.tsx'
import { focusComposer } from './composer.tsx'
import { Details } from './details.tsx'
import { changeDraft } from './drafts.ts'
import { type Conversation, matches } from './filters.ts'
import { focusSearch, List } from './list.tsx'
import { useKeyWords, useWords } from './texts.ts'
import { Thread } from './thread.tsx'
import { useChange } from './use-change.ts'
import { useEscape } from './use-escape.ts'
import { useList, useShowChange } from './use-list.ts'
import { usePlace } from './use-place.ts'
import { useConversation } from './use-thread.ts'

/** Three panes: who wrote, what was said, who it is. On a phone one at a time. */
export function Inbox() {
  const names = useNames()
  const words = useWords()
  const tell = useTell()
  const place = usePlace()
  const list = useList(place.filters)
  const lists = useShowChange()
  const change = useChange()
  const keys = useKeyWords()
  useTitle(names.inbox)
  const { id } = place
  const { data: opened } = useConversation(id ?? '', id !== undefined)

  function move(by: 1 | -1): void {
    const at = list.rows.findIndex((row) => row.id === id)
    const next = list.rows[at === -1 ? 0 : at + by]
    if (next) place.open(next.id, id !== undefined)
  }

  function close(row: Pick<Conversation, 'id' | 'status' | 'handler'>): void {
    const { status, handler } = row
    change.mutate({ id: row.id, change: { status: 'closed' } })
    tell({
      text: words.closedNow,
      action: {
        name: words.undo,
        run: () => change.mutate({ id: row.id, change: { status, handler } }),
      },
    })
    const held = list.rows.find((one) => one.id === row.id)
    if (!held || matches(place.filters, { ...held, status: 'closed', handler: 'ai' })) return
    // It is no longer among these: on to the next.
    const at = list.rows.indexOf(held)
    const next = list.rows[at + 1] ?? list.rows[at - 1]
    lists.takeOut(row.id, place.filters)
    if (next) place.open(next.id, true)
    else place.leave()
  }

  function goBack(): void {
    if (place.hasDetails) place.showDetails(false)
    else if (id !== undefined) place.leave()
  }

  function write(mode: 'reply' | 'note'): void {
    if (id === undefined) return
    changeDraft(id, () => ({ mode }))
    focusComposer()
  }

  useEscape()
  useShortcuts(
    {
      j: { does: keys.next, run: () => move(1) },
      k: { does: keys.previous, run: () => move(-1) },
      r: { does: keys.reply, run: () => write('reply') },
      n: { does: keys.note, run: () => write('note') },
      e: { does: keys.close, run: () => opened && opened.status !== 'closed' && close(opened) },
      '/': { does: keys.search, run: focusSearch },
      Escape: { does: keys.back, run: goBack },
    },
    names.inbox,
  )

  return (
    <div
      className={classes(
        'grid h-[calc(100dvh-4rem-env(safe-area-inset-bottom))] grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] md:grid-cols-[22rem_minmax(0,1fr)] lg:h-dvh',
        id !== undefined && 'xl:grid-cols-[22rem_minmax(0,1fr)_18rem]',
      )}
    >
      <h1 className="sr-only">{names.inbox}</h1>
      <List list={list} place={place} className={classes(id !== undefined && 'max-md:hidden')} />
      {id === undefined ? (
        <div className="max-md:hidden">
          <Empty icon="inbox" title={words.choose}>
            {words.chooseAbout}
          </Empty>
        </div>
      ) : (
        <>
          <Thread
            key={id}
            id={id}
            className={classes(place.hasDetails && 'max-xl:hidden')}
            onBack={place.leave}
            onDetails={() => place.showDetails(true)}
            onClose={close}
          />
          <Details
            key={`details ${id}`}
            id={id}
            className={classes(!place.hasDetails && 'max-xl:hidden')}
            onBack={() => place.showDetails(false)}
          />
        </>
      )}
    </div>
  )
}
