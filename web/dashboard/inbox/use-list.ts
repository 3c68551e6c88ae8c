import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '../api/client.ts'
import { onLive } from '../api/live.ts'
import type { Conversation, Filters } from './filters.ts'
import { activityOf, type Held, inOrder, newIn, withHead, withNextPage, without, withRow } from './held.ts'

const PAGE = 50
export const LISTS = ['conversations', 'inbox']

/** The conversations that are asked for, as they are held on screen. Any change asks for the newest page only. */
export function useList(filters: Filters) {
  const client = useQueryClient()
  const isAtTop = useRef(true)
  const key = [...LISTS, filters]
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = await api('GET /conversations', { query: { ...filters, limit: PAGE } }, { signal })
      return withHead(client.getQueryData<Held>(key), page, filters, isAtTop.current)
    },
    // Its rows are held by their ids, and thousands of them are not compared for every change.
    structuralSharing: false,
  })
  const more = useMutation({
    mutationFn: async () => {
      const cursor = client.getQueryData<Held>(key)?.cursor
      if (!cursor) return
      const page = await api('GET /conversations', { query: { ...filters, limit: PAGE, cursor } })
      client.setQueryData<Held>(key, (held) => (held?.cursor === cursor ? withNextPage(held, page) : held))
    },
  })
  useMissedChanges()
  const held = list.data
  const rows = useMemo(() => (held ? held.order.flatMap((id) => held.rows[id] ?? []) : []), [held])
  return {
    rows,
    newCount: useMemo(() => (held ? newIn(held) : 0), [held]),
    isPending: list.isPending,
    error: list.error ?? more.error,
    refetch: () => (more.isError ? more.mutate() : void list.refetch()),
    showNew: () => client.setQueryData<Held>(key, (now) => now && inOrder(now, filters)),
    setAtTop: (is: boolean) => {
      isAtTop.current = is
    },
    loadMore: () => {
      if (held?.cursor && !more.isPending && !more.isError) more.mutate()
    },
    isLoadingMore: more.isPending,
  }
}

/** What changed on a conversation, shown at once in every list that holds it. */
export function useShowChange() {
  const client = useQueryClient()
  return {
    change: (id: string, fields: Partial<Conversation>) =>
      client.setQueriesData<Held>({ queryKey: LISTS }, (held) => {
        const row = held?.rows[id]
        return held && row ? withRow(held, { ...row, ...fields }) : held
      }),
    takeOut: (id: string, filters: Filters) =>
      client.setQueryData<Held>([...LISTS, filters], (held) => held && without(held, id)),
  }
}

/** What the newest page does not tell: of those further down, and of those that are no longer what is asked for. */
function useMissedChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    let turn = Promise.resolve()
    const isMissed = (id: string) =>
      client.getQueriesData<Held>({ queryKey: LISTS, type: 'active' }).some(([key, held]) => {
        const row = held?.rows[id]
        const isNarrowed = Object.keys(key.at(-1) as Filters).length > 0
        return held && row && (isNarrowed || activityOf(row) < held.head.oldest)
      })
    return onLive((event, id) => {
      if (event !== 'conversation' || !isMissed(id)) return
      turn = turn
        .then(() => api('GET /conversations/:id', { params: { id } }))
        .then(({ data }) => {
          client.setQueriesData<Held>({ queryKey: LISTS }, (held) => held && withRow(held, data))
        })
        // It is shown as it was; the next change asks again.
        .catch(() => {})
    })
  }, [client])
}
