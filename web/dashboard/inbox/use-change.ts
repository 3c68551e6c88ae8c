import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, type Body } from '../api/client.ts'
import { useTell } from '../ui/toast.tsx'
import { useShowChange } from './use-list.ts'
import { conversationKey } from './use-thread.ts'

export type Change = Body<'PATCH /conversations/:id'>

/** Status, labels or who answers: shown at once, taken back when it is refused. */
export function useChange() {
  const client = useQueryClient()
  const tell = useTell()
  const lists = useShowChange()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: Change }) =>
      api('PATCH /conversations/:id', { params: { id }, body: change }),
    onMutate: async ({ id, change }) => {
      await client.cancelQueries({ queryKey: conversationKey(id) })
      const before = client.getQueryData<Answer<'GET /conversations/:id'>>(conversationKey(id))?.data
      show(id, change.status === 'closed' ? { ...change, handler: 'ai' } : change)
      return before
    },
    onSuccess: ({ data }, { id }) => {
      show(id, data)
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
