import { useEffect, useState } from 'preact/hooks'
import type { OrderCard, WidgetMessage } from '../client/wire.ts'
import type { Letter } from './outbox.ts'

/** Everything the widget shows. Changed by `set` alone; each change is a new object. */
export interface State {
  open: boolean
  talking: boolean
  /** `waiting` until the panel is opened for the first time. */
  phase: 'waiting' | 'loading' | 'ready'
  welcome: string
  /** What the service has, oldest first. */
  messages: readonly WidgetMessage[]
  /** What is still on its way to it. */
  letters: readonly Letter[]
  /** As they were last heard of; a message only has its order as it was when it was read. */
  orders: Readonly<Record<string, OrderCard>>
  typing: boolean
  handler: 'ai' | 'human'
  connected: boolean
  unread: number
  /** A sentence for the visitor above the input. */
  notice: Notice | undefined
  /** Said to screen readers; a new object is said even if its words are the same. */
  announced: { text: string }
}

export interface Notice {
  text: string
  /** Nothing more can be written. */
  final?: boolean
}

export const NOTHING: State = {
  open: false,
  talking: false,
  phase: 'waiting',
  welcome: '',
  messages: [],
  letters: [],
  orders: {},
  typing: false,
  handler: 'ai',
  connected: true,
  unread: 0,
  notice: undefined,
  announced: { text: '' },
}

export interface Store {
  get(): State
  set(change: Partial<State>): void
  subscribe(listener: () => void): () => void
}

export function createStore(initial: State = NOTHING): Store {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore(store: Store): State {
  const [state, setState] = useState(store.get)
  useEffect(() => {
    setState(store.get())
    return store.subscribe(() => setState(store.get()))
  }, [store])
  return state
}

/** Puts messages where they belong in time; one that is there already is replaced. */
export function withMessages(
  messages: readonly WidgetMessage[],
  arrived: readonly WidgetMessage[],
): readonly WidgetMessage[] {
  if (arrived.length === 0) return messages
  const byId = new Map(messages.map((message) => [message.id, message]))
  for (const message of arrived) byId.set(message.id, message)
  return [...byId.values()].sort((a, b) =>
    a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0,
  )
}
