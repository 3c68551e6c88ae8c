import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '../../client/ids.ts'
import { ApiError, api, type Item } from '../api/client.ts'
import { useDeed } from '../api/queries.ts'

export type Message = Item<'GET /conversations/:id/messages'>
export type Action = Item<'GET /conversations/:id/actions'>

/** What the inbox calls such conversations. */
const CHANNEL = 'try-out'
const PAGE = 100

interface Kept {
  user: string
  conversationId?: string | undefined
}

/** A conversation of this browser with the saved agent: a customer like any other, on a channel of its own. */
export function useTryOut(agentId: string) {
  const [kept, setKept] = useState(() => read(agentId))
  const [sending, setSending] = useState<{ text: string; after: number }>()
  const keep = (next: Kept) => {
    localStorage.setItem(keyFor(agentId), JSON.stringify(next))
    setKept(next)
  }
  const send = useDeed('POST /agents/:agent_id/inbound', {
    quiet: true,
    touches: ['conversations', 'orders'],
  })
  const said = useSaid(kept.conversationId)
  return {
    conversationId: kept.conversationId,
    messages: said.data?.messages ?? [],
    actions: said.data?.actions ?? [],
    isLoading: kept.conversationId !== undefined && said.isPending,
    /** On its way, until the agent has answered. */
    sending,
    error: send.error ?? said.error,
    async say(text: string): Promise<boolean> {
      setSending({ text, after: said.data?.messages.length ?? 0 })
      try {
        const body = { channel: CHANNEL, external_user_id: kept.user, external_message_id: newId(), text }
        const { conversation_id } = await send.mutateAsync({ params: { agent_id: agentId }, body })
        keep({ ...kept, conversationId: conversation_id })
        return true
      } catch {
        return false
      } finally {
        setSending(undefined)
      }
    },
    startOver() {
      send.reset()
      keep({ user: newId() })
    },
  }
}

/** All that was said and done; what changes is asked for again with the inbox. */
function useSaid(conversationId: string | undefined) {
  return useQuery({
    queryKey: ['conversations', 'try-out', conversationId],
    enabled: conversationId !== undefined,
    // Removed with its customer, or by a demo that began anew.
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status === 404),
    queryFn: async ({ signal }) => {
      const params = { id: conversationId ?? '' }
      const messages: Message[] = []
      for (let hasMore = true; hasMore; ) {
        const query = { limit: PAGE, ...(messages.length > 0 ? { before: messages.at(-1)?.created_at } : {}) }
        const page = await api('GET /conversations/:id/messages', { params, query }, { signal })
        messages.push(...page.data)
        hasMore = page.hasMore && page.data.length > 0
      }
      const actions: Action[] = []
      for (let hasMore = true; hasMore; ) {
        const query = { limit: PAGE, ...(actions.length > 0 ? { after: actions.at(-1)?.id } : {}) }
        const page = await api('GET /conversations/:id/actions', { params, query }, { signal })
        actions.push(...page.data)
        hasMore = page.hasMore && page.data.length > 0
      }
      return { messages, actions }
    },
  })
}

const keyFor = (agentId: string) => `icebot.try-out.${agentId}`

function read(agentId: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(keyFor(agentId)) ?? 'null')
    if (typeof kept?.user === 'string') return kept
  } catch {
    // Not ours, or from another time.
  }
  const fresh = { user: newId() }
  localStorage.setItem(keyFor(agentId), JSON.stringify(fresh))
  return fresh
}
