import type { Item } from '../api/client.ts'

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
  const found: Record<string, unknown> = {}
  if (STATUSES.includes(String(search.status))) found.status = search.status
  if (HANDLERS.includes(String(search.handler))) found.handler = search.handler
  for (const [name, longest] of Object.entries(LONGEST)) {
    // A number that somebody searches for comes as a number.
    const value = ['string', 'number'].includes(typeof search[name]) ? String(search[name]).trim() : ''
    if (value) found[name] = value.slice(0, longest)
  }
  if (search.details === true) found.details = true
  return found
}

export function filtersOf({ details: _, ...filters }: InboxSearch): Filters {
  return filters
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
