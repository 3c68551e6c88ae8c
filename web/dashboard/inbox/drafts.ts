import { useSyncExternalStore } from 'react'
import { hasLeft } from '../app/sign-out.ts'

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
const STORED = 'icebot.drafts'
const drafts = new Map<string, Draft>(stored())
const listeners = new Set<() => void>()

/** Kept for as long as the tab is open, whatever conversation is looked at. */
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
  clearTimeout(writing)
  writing = setTimeout(store, WRITE_MS)
}

addEventListener('pagehide', store)

const WRITE_MS = 300
let writing: ReturnType<typeof setTimeout> | undefined

/** What did not get through is a draft again after the page was loaded anew. */
function store(): void {
  if (hasLeft()) return
  const kept = [...drafts].flatMap(([id, { mode, reply, note, sending }]) => {
    const lost = (of: Mode) => sending.filter((one) => one.error && one.mode === of).map(({ text }) => text)
    const words = {
      reply: [...lost('reply'), reply].filter(Boolean).join('\n'),
      note: [...lost('note'), note].filter(Boolean).join('\n'),
    }
    return words.reply || words.note ? [[id, { mode, ...words }]] : []
  })
  sessionStorage.setItem(STORED, JSON.stringify(kept))
}

function stored(): [string, Draft][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, Omit<Draft, 'sending'>][]
    return kept.map(([id, draft]) => [id, { ...NOTHING, ...draft }])
  } catch {
    return []
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
