import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { texts } from '../i18n.ts'
import { classes } from '../ui/classes.ts'
import { useWayBack } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { useSettled } from '../ui/settled.ts'
import { type Entry, type Group, useGroups } from './go-entries.ts'
import { Keys } from './keys.tsx'

const useTexts = texts({
  en: {
    title: 'Go anywhere',
    placeholder: 'Go to a page, do something, find a person…',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    none: 'Nothing is called that. Try a name, a number, or words that were said.',
  },
  ms: {
    title: 'Pergi ke mana-mana',
    placeholder: 'Pergi ke halaman, lakukan sesuatu, cari orang…',
    count: (count: number) => `${count} hasil`,
    none: 'Tiada yang sepadan. Cuba nama, nombor, atau perkataan yang disebut.',
  },
})

/** ⌘K: every place, deed, conversation and customer by a few letters, without the mouse. */
export function Go(props: { open: boolean; onOpenChange: (open: boolean) => void; onHelp: () => void }) {
  const words = useTexts()
  const goBack = useWayBack(props.open)
  return (
    <Dialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={goBack}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(32rem,80dvh)] max-w-xl flex-col overflow-hidden rounded-md border bg-raised shadow-md animate-appear sm:top-[12dvh]"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <Finder onHelp={props.onHelp} onDone={() => props.onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onHelp, onDone }: { onHelp: () => void; onDone: () => void }) {
  const words = useTexts()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const searched = useSettled(typed.trim())
  const groups = useGroups(typed, searched, onHelp)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(place, Math.max(entries.length - 1, 0))
  const active = entries[at]

  function run(entry: Entry | undefined): void {
    if (!entry) return
    onDone()
    entry.run()
  }

  function move(event: KeyboardEvent): void {
    const last = entries.length - 1
    const moves: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(at + 8, last),
      PageUp: Math.max(at - 8, 0),
    }
    const next = moves[event.key]
    if (event.nativeEvent.isComposing || (next === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (next === undefined) run(active)
    else setPlace(Math.max(next, 0))
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b px-4">
        <Icon name="search" className="text-quiet" />
        <input
          role="combobox"
          aria-label={words.title}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active ? { 'aria-activedescendant': `${id}-${active.id}` } : {})}
          value={typed}
          placeholder={words.placeholder}
          onChange={({ target }) => {
            setTyped(target.value)
            setPlace(0)
          }}
          onKeyDown={move}
          className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-quiet"
        />
        <Keys keys="Esc" />
      </div>
      <p role="status" className="sr-only">
        {typed && words.count(entries.length)}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={words.title} className="overflow-y-auto p-2">
        {groups.map((group) => (
          <Options key={group.name} group={group} id={id} active={active} onPick={run} />
        ))}
      </div>
      {entries.length === 0 && <p className="px-4 pb-6 pt-2 text-center text-sm text-quiet">{words.none}</p>}
    </>
  )
}

function Options({
  group,
  id,
  active,
  onPick,
}: {
  group: Group
  id: string
  active: Entry | undefined
  onPick: (entry: Entry) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
    <div role="group" aria-label={group.name} className="pb-1">
      <p aria-hidden="true" className="px-2 pb-1 pt-2 text-xs font-medium text-quiet">
        {group.name}
      </p>
      {group.entries.map((entry) => (
        <Option
          key={entry.id}
          id={`${id}-${entry.id}`}
          entry={entry}
          isActive={entry.id === active?.id}
          onPick={() => onPick(entry)}
        />
      ))}
    </div>
  )
}

function Option({
  id,
  entry,
  isActive,
  onPick,
}: {
  id: string
  entry: Entry
  isActive: boolean
  onPick: () => void
}) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onPick}
      className={classes(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2 text-sm hover:bg-hover pointer-coarse:min-h-11',
        isActive && 'bg-accent-soft',
      )}
    >
      <Icon name={entry.icon} size={16} className={isActive ? 'text-accent' : 'text-quiet'} />
      <span className="shrink-0 max-w-[60%] truncate">{entry.name}</span>
      <span className="min-w-0 grow truncate text-xs text-quiet">{entry.hint}</span>
      {entry.keys && <Keys keys={entry.keys} />}
    </div>
  )
}
