import type { Item } from '../api/client.ts'
import type { Action, Message, Note, Thread } from './use-thread.ts'

export type Order = Item<'GET /orders'>
export type Call = Item<'GET /calls'>

/** What stands in a thread, one under the other. */
export type Entry =
  | { kind: 'day'; id: string; at: string }
  | { kind: 'message'; id: string; at: string; message: Message; isFollowing: boolean }
  | { kind: 'note'; id: string; at: string; note: Note }
  | { kind: 'actions'; id: string; at: string; actions: Action[] }
  | { kind: 'order'; id: string; at: string; order: Order }
  | { kind: 'call'; id: string; at: string; call: Call }

const FOLLOWS_MS = 5 * 60_000
/** At the same moment: first the call, then what was done, what came of it, and what was said about it. */
const RANK: Record<Entry['kind'], number> = { day: 0, call: 1, message: 4, actions: 2, order: 3, note: 5 }
/** What was done is written in the moment before the reply, to the nearest millisecond. */
const DONE_BEFORE_MS = 1

/** Messages, notes, deeds, orders and calls in the order in which they happened, with the days between. */
export function entriesOf(thread: Thread, orders: Order[], calls: Call[]): Entry[] {
  const from = thread.earlier ?? ''
  const isLoaded = ({ created_at }: { created_at: string }) => created_at >= from
  const all: Entry[] = [
    ...thread.messages.map((message) => ({
      kind: 'message' as const,
      id: message.id,
      at: message.created_at,
      message,
      isFollowing: false,
    })),
    ...thread.notes.map((note) => ({ kind: 'note' as const, id: note.id, at: note.created_at, note })),
    ...thread.actions.map((action) => ({
      kind: 'actions' as const,
      id: action.id,
      at: new Date(Date.parse(action.created_at) - DONE_BEFORE_MS).toISOString(),
      actions: [action],
    })),
    ...orders
      .filter(isLoaded)
      .map((order) => ({ kind: 'order' as const, id: order.id, at: order.created_at, order })),
    ...calls
      .filter(isLoaded)
      .map((call) => ({ kind: 'call' as const, id: call.id, at: call.created_at, call })),
  ]
  all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : RANK[a.kind] - RANK[b.kind]))
  return all.reduce<Entry[]>(placed, [])
}

/** Whether two are the same and show the same. */
export function isSame(a: Entry, b: Entry): boolean {
  return a.kind === b.kind && a.id === b.id && shownBy(a).every((part, at) => part === shownBy(b)[at])
}

function shownBy(entry: Entry): unknown[] {
  if (entry.kind === 'actions') return [entry.actions.length, ...entry.actions]
  return Object.values(entry)
}

function placed(before: Entry[], entry: Entry): Entry[] {
  const last = before.at(-1)
  if (!last || dayOf(last.at) !== dayOf(entry.at)) {
    before.push({ kind: 'day', id: dayOf(entry.at), at: entry.at })
  } else if (entry.kind === 'actions' && last.kind === 'actions') {
    // Things done one after the other are one line.
    before[before.length - 1] = { ...last, actions: [...last.actions, ...entry.actions] }
    return before
  }
  before.push(
    entry.kind === 'message' && last?.kind === 'message'
      ? { ...entry, isFollowing: follows(last.message, entry.message) }
      : entry,
  )
  return before
}

function follows(a: Message, b: Message): boolean {
  return (
    a.author.kind === b.author.kind &&
    a.author.id === b.author.id &&
    a.channel === b.channel &&
    dayOf(a.created_at) === dayOf(b.created_at) &&
    Date.parse(b.created_at) - Date.parse(a.created_at) < FOLLOWS_MS
  )
}

function dayOf(at: string): string {
  return new Date(at).toDateString()
}
