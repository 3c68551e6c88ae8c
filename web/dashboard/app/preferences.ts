import { useSyncExternalStore } from 'react'

export interface Wanted {
  /** Notices of the browser, once it was allowed to show them. */
  notices: boolean
  sound: boolean
}

const STORED = 'icebot.notify'
const listeners = new Set<() => void>()
let current: Wanted = read()

// Changed in one tab, it holds in all.
window.addEventListener('storage', ({ key }) => {
  if (key === STORED) told(read())
})

/** How this browser tells that somebody waits. */
export function wanted(): Wanted {
  return current
}

export function useWanted(): [Wanted, (next: Partial<Wanted>) => void] {
  return [useSyncExternalStore(subscribe, wanted), want]
}

function want(next: Partial<Wanted>): void {
  const all = { ...current, ...next }
  localStorage.setItem(STORED, JSON.stringify(all))
  told(all)
}

function told(next: Wanted): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Wanted {
  const defaults = { notices: false, sound: true }
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(STORED) ?? '{}') }
  } catch {
    return defaults
  }
}
