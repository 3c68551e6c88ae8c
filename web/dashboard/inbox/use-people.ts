import { useMemo } from 'react'
import { useApi } from '../api/queries.ts'
import { useCalled } from '../app/called.ts'
import { useMe } from '../app/session.ts'
import type { Conversation } from './filters.ts'
import { useWords } from './texts.ts'
import type { Message } from './use-thread.ts'

/** Who speaks in a thread, by the names they go by. */
export interface People {
  myId: string | undefined
  /** The whole conversation is spoken. */
  isCall: boolean
  nameOf: (author: Message['author']) => string
}

export function usePeople(conversation: Conversation | undefined): People {
  const words = useWords()
  const called = useCalled()
  const myId = useMe()?.id
  const { data: team } = useApi('GET /team', {})
  const { data: agents } = useApi('GET /agents', {})
  const customer = conversation ? called(conversation.customer) : ''
  const agent = agents?.data.find(({ id }) => id === conversation?.agent_id)?.name ?? words.ai
  const isCall = conversation?.channel === 'voice'
  return useMemo(() => {
    // Of the team people know the address; what stands before the @ is enough.
    const member = (id: string | null) =>
      team?.data.find((one) => one.id === id)?.email.split('@')[0] ?? words.somebody
    const names: Record<Message['author']['kind'], (id: string | null) => string> = {
      customer: () => customer,
      agent: () => agent,
      team: (id) => (id !== null && id === myId ? words.you : member(id)),
    }
    return { myId, isCall, nameOf: ({ kind, id }) => names[kind](id) }
  }, [customer, agent, isCall, myId, team, words])
}
