import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Shortcut {
  /** What it does, in words, for the help that `?` shows. */
  does: string
  run: () => void
  /** Also heard while typing; for keys with ⌘ or Ctrl. */
  always?: boolean
}

/** By key: `j`, `?`, `mod+k` (⌘ or Ctrl), or two in a row: `g i`. */
export type Shortcuts = Record<string, Shortcut>

interface Registered {
  part: string
  latest: { current: Shortcuts }
}

/** The key that others call `mod`, as it is written here. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
/** How long the second key of two may take. */
const PAUSE_MS = 1_500
const TYPING = 'input, textarea, select, [contenteditable]'
/** What is open over the page has its own keys. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]'

let registered: Registered[] = []
const listeners = new Set<() => void>()
let first = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Keys of a page, for as long as it is shown; `part` is their heading in the help. The page that came last wins. */
export function useShortcuts(shortcuts: Shortcuts, part = ''): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const own = { part, latest }
    change([...registered, own])
    return () => change(registered.filter((one) => one !== own))
  }, [part])
}

/** All there are now, by heading. */
export function useAllShortcuts(): { part: string; shortcuts: Shortcuts }[] {
  const all = useSyncExternalStore(subscribe, () => registered)
  return all.map(({ part, latest }) => ({ part, shortcuts: latest.current }))
}

/** One by one, as they are written on keyboards here. */
export function keyNames(keys: string): string[] {
  return keys
    .split(' ')
    .flatMap((key) => (key.startsWith('mod+') ? [MOD_KEY, key.slice(4).toUpperCase()] : [key]))
}

// Before anybody else hears it: the second of two keys must not also be a page's own single one.
function change(next: Registered[]): void {
  if (registered.length === 0) document.addEventListener('keydown', hear, true)
  registered = next
  if (registered.length === 0) document.removeEventListener('keydown', hear, true)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function hear(event: KeyboardEvent): void {
  if (event.isComposing || event.altKey) return
  const key = pressed(event)
  const shortcut = find(first ? `${first} ${key}` : key)
  const isBegin = !first && registered.some(({ latest }) => beginsWith(latest.current, key))
  clearTimeout(timer)
  first = ''
  if (shortcut && isHeard(event, shortcut)) {
    event.preventDefault()
    event.stopPropagation()
    shortcut.run()
  } else if (isBegin && isHeard(event)) {
    first = key
    timer = setTimeout(() => {
      first = ''
    }, PAUSE_MS)
  }
}

function pressed({ key, metaKey, ctrlKey }: KeyboardEvent): string {
  const plain = key.length === 1 ? key.toLowerCase() : key
  return metaKey || ctrlKey ? `mod+${plain}` : plain
}

function find(keys: string): Shortcut | undefined {
  return registered.findLast(({ latest }) => Object.hasOwn(latest.current, keys))?.latest.current[keys]
}

function beginsWith(shortcuts: Shortcuts, key: string): boolean {
  return Object.keys(shortcuts).some((keys) => keys.startsWith(`${key} `))
}

function isHeard({ target }: KeyboardEvent, shortcut?: Shortcut): boolean {
  if (shortcut?.always) return true
  return !(target instanceof Element && target.closest(`${TYPING}, ${OVER}`)) && !document.querySelector(OVER)
}
