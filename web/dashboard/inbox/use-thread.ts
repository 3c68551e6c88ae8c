import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Body, type Item } from '../api/client.ts'

export type Thread = Item<'GET /conversations/:id/thread'>
export type Message = Thread['messages'][number]
export type Note = Thread['notes'][number]
export type Action = Thread['actions'][number]

/** Status, labels or who answers. */
export type Change = Body<'PATCH /conversations/:id'>

const PAGE = 40
/** What changes of conversations are known by while they are under way. */
export const CHANGES = ['change a conversation']
export const threadKey = (id: string) => ['conversation', id, 'thread']
export const conversationKey = (id: string) => ['conversation', id, 'itself']

export function useConversation(id: string, enabled = true) {
  const client = useQueryClient()
  return useQuery({
    queryKey: conversationKey(id),
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /conversations/:id', { params: { id } }, { signal })
      return { data: { ...data, ...underWay(client, id) } }
    },
    select: ({ data }) => data,
    enabled,
  })
}

/** What somebody is changing at this moment: an answer from before does not undo it on the screen. */
function underWay(client: QueryClient, id: string): Partial<Item<'GET /conversations/:id'>> {
  const changes = client.getMutationCache().findAll({ mutationKey: CHANGES, status: 'pending' })
  const variables = changes.map(({ state }) => state.variables as { id: string; change: Change })
  return Object.assign({}, ...variables.filter((one) => one.id === id).map(({ change }) => change))
}

/** What was said, from its newest page; a change asks for that page only. */
export function useThread(id: string) {
  const client = useQueryClient()
  const key = threadKey(id)
  const read = async (earlier?: string, signal?: AbortSignal) => {
    const query = { limit: PAGE, ...(earlier ? { earlier } : {}) }
    const { data } = await api(
      'GET /conversations/:id/thread',
      { params: { id }, query },
      signal ? { signal } : {},
    )
    return data
  }
  const thread = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      withNewest(client.getQueryData<Thread>(key), await read(undefined, signal)),
    // What is put before the beginning would be compared with what stood there.
    structuralSharing: false,
  })
  const earlier = useMutation({
    mutationFn: async () => {
      const from = client.getQueryData<Thread>(key)?.earlier
      if (!from) return
      const page = await read(from)
      client.setQueryData<Thread>(key, (held) =>
        held?.earlier === from ? { ...joined(page, held), earlier: page.earlier } : held,
      )
    },
  })
  return {
    thread: thread.data,
    isPending: thread.isPending,
    error: thread.error,
    refetch: () => void thread.refetch(),
    hasEarlier: Boolean(thread.data?.earlier),
    isLoadingEarlier: earlier.isPending,
    earlierError: earlier.error,
    loadEarlier: () => {
      if (thread.data?.earlier && !earlier.isPending) earlier.mutate()
    },
  }
}

/** The newest page again. When more was said than it holds, what is held before it would leave a gap. */
export function withNewest(held: Thread | undefined, page: Thread): Thread {
  const known = new Set(held?.messages.map(({ id }) => id))
  const isTorn = page.earlier !== null && !page.messages.some(({ id }) => known.has(id))
  return !held || isTorn ? page : { ...joined(held, page), earlier: held.earlier }
}

function joined(earlier: Thread, later: Thread): Omit<Thread, 'earlier'> {
  return {
    messages: union(earlier.messages, later.messages),
    notes: union(earlier.notes, later.notes),
    actions: union(earlier.actions, later.actions),
  }
}

function union<Each extends { id: string; created_at: string }>(first: Each[], second: Each[]): Each[] {
  const byId = new Map([...first, ...second].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
}
