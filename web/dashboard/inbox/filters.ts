import type { Item } from '../api/client.ts'
import { textOf } from '../app/search.ts'

export type Conversation = Item<'GET /conversations'>
export type Status = Conversation['status']

/** What the list is narrowed to, as it stands in the address. */
export interface Filters {
  status?: Status
  channel?: string
  label?: string
  handler?: Conversation['handler']
  agent_id?: string
  q?: string
}

/** On a phone the details are a place of their own. */
export interface InboxSearch extends Filters {
  details?: true
}

const STATUSES: readonly string[] = ['open', 'pending', 'closed'] satisfies Status[]
const HANDLERS: readonly string[] = ['ai', 'human'] satisfies Conversation['handler'][]
const LONGEST: Record<'channel' | 'label' | 'q' | 'agent_id', number> = {
  channel: 30,
  label: 50,
  q: 100,
  agent_id: 36,
}

export function readSearch(search: Record<string, unknown>): InboxSearch {
  const texts = Object.entries(LONGEST).map(([name, longest]) => [
    name,
    textOf(search[name])?.slice(0, longest),
  ])
  return {
    ...Object.fromEntries(texts),
    status: STATUSES.includes(String(search.status)) ? search.status : undefined,
    handler: HANDLERS.includes(String(search.handler)) ? search.handler : undefined,
    details: search.details === true ? true : undefined,
  } as InboxSearch
}

/** Only those there are: what is not narrowed at all has none. */
export function filtersOf({ details: _, ...filters }: InboxSearch): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** Whether a conversation still belongs to what is asked for; what was searched for only the server knows. */
export function matches(filters: Filters, row: Conversation): boolean {
  const { status, channel, label, handler, agent_id } = filters
  return (
    (!status || row.status === status) &&
    (!channel || row.channel === channel) &&
    (!label || row.labels.includes(label)) &&
    (!handler || row.handler === handler) &&
    (!agent_id || row.agent_id === agent_id)
  )
}
