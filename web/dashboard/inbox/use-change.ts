import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../api/client.ts'
import { useTell } from '../ui/toast.tsx'
import { useShowChange } from './use-list.ts'
import { CHANGES, type Change, conversationKey } from './use-thread.ts'

/** Status, labels or who answers: shown at once, taken back when it is refused. */
export function useChange() {
  const client = useQueryClient()
  const tell = useTell()
  const lists = useShowChange()
  return useMutation({
    mutationKey: CHANGES,
    mutationFn: ({ id, change }: { id: string; change: Change }) =>
      api('PATCH /conversations/:id', { params: { id }, body: change }),
    onMutate: async ({ id, change }) => {
      await client.cancelQueries({ queryKey: conversationKey(id) })
      const before = client.getQueryData<Answer<'GET /conversations/:id'>>(conversationKey(id))?.data
      show(id, change.status === 'closed' ? { ...change, handler: 'ai' } : change)
      return before
    },
    onSuccess: ({ data }, { id }) => {
      // An answer still on its way may be from before.
      void client.cancelQueries({ queryKey: conversationKey(id) })
      show(id, data)
      void client.invalidateQueries({ queryKey: conversationKey(id) })
      // Who hands back or closes has looked.
      void client.invalidateQueries({ queryKey: ['alerts'] })
    },
    onError: (error, { id }, before) => {
      tell({ error })
      if (before) show(id, before)
      void client.invalidateQueries({ queryKey: ['conversation', id] })
      void client.invalidateQueries({ queryKey: ['conversations'] })
    },
  })

  function show(id: string, fields: Change): void {
    client.setQueryData<Answer<'GET /conversations/:id'>>(
      conversationKey(id),
      (now) => now && { data: { ...now.data, ...defined(fields) } },
    )
    lists.change(id, defined(fields))
  }
}

function defined(fields: Change) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
