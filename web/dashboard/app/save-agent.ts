import { useQueryClient } from '@tanstack/react-query'
import type { Item } from '../api/client.ts'
import { keyOf, useDeed } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { useTell } from '../ui/toast.tsx'

export type AgentItem = Item<'GET /agents'>

const useTexts = texts({ en: { saved: 'Saved' }, ms: { saved: 'Disimpan' } })

/** Saves what was changed of an agent; the page shows at once what the service made of it. */
export function useSaveAgent() {
  const client = useQueryClient()
  const tell = useTell()
  const words = useTexts()
  return useDeed('PATCH /agents/:agent_id', {
    quiet: true,
    touches: ['snippet', 'overview'],
    onDone: ({ data: saved }) => {
      client.setQueryData(keyOf('GET /agents', {}), (now: { data: AgentItem[] } | undefined) => ({
        data: (now?.data ?? []).map((agent) => (agent.id === saved.id ? saved : agent)),
      }))
      tell({ text: words.saved })
    },
  })
}
