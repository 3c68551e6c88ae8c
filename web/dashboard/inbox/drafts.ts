import { useSyncExternalStore } from 'react'

export type Mode = 'reply' | 'note'

/** What somebody is about to say in a conversation, and what is on its way. */
export interface Draft {
  mode: Mode
  reply: string
  note: string
  sending: Outgoing[]
}

export interface Outgoing {
  key: number
  mode: Mode
  text: string
  /** The newest message when it was sent: whether it arrived after all can be seen by what came later. */
  since: string
  error?: unknown
}

const NOTHING: Draft = { mode: 'reply', reply: '', note: '', sending: [] }
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

/** Kept for as long as the page is open, whatever conversation is looked at. */
export function useDraft(id: string): Draft {
  return useSyncExternalStore(subscribe, () => draftOf(id))
}

/** Only what is on its way: it does not change while somebody types. */
export function useSending(id: string): Outgoing[] {
  return useSyncExternalStore(subscribe, () => draftOf(id).sending)
}

export function draftOf(id: string): Draft {
  return drafts.get(id) ?? NOTHING
}

export function changeDraft(id: string, change: (draft: Draft) => Partial<Draft>): void {
  const before = draftOf(id)
  drafts.set(id, { ...before, ...change(before) })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
