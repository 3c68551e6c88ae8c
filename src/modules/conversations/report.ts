import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { outcomes, type Report, statuses } from './schema.ts'

const DAY_MS = 86_400_000
/** How a conversation ended, as far as it has. */
const OUTCOME = sql`coalesce(c.outcome, 'ongoing')`
export const outcomesAndNone = [...outcomes, 'ongoing'] as const

/** What happened in the last days: every conversation with activity in them counts, with where it stands now. */
export async function conversationReport(
  { db, agentId }: AgentContext,
  days: number,
  now: number = Date.now(),
): Promise<Report> {
  const since = new Date(now - days * DAY_MS).toISOString()
  const groups = await groupsSince(db, agentId, since)
  const channels = [...new Set(groups.map(({ channel }) => channel))].sort()
  return {
    days,
    since,
    conversations: total(groups, 'conversations'),
    new_conversations: total(groups, 'opened'),
    messages: total(groups, 'messages'),
    messages_from_customers: total(groups, 'from_customers'),
    by_status: split(groups, 'status', statuses),
    by_outcome: split(groups, 'outcome', outcomesAndNone),
    by_channel: split(groups, 'channel', channels),
  }
}

interface Group {
  status: string
  outcome: string
  channel: string
  conversations: number
  opened: number
  messages: number
  from_customers: number
}

/** Few rows however many conversations: one for each status, outcome and channel that occur together. */
function groupsSince(db: Queryable, agentId: Uuid, since: Timestamp): Promise<Group[]> {
  return db.rows<Group>(sql`
    select c.status, ${OUTCOME} as outcome, c.channel, count(*) as conversations,
           count(*) filter (where c.created_at >= ${since}) as opened,
           sum(said.messages) as messages, sum(said.from_customers) as from_customers
      from conversations c cross join lateral (
             select count(*) as messages, count(*) filter (where m.role = 'user') as from_customers
               from messages m
              where m.agent_id = c.agent_id and m.conversation_id = c.id and m.created_at >= ${since}) said
     where c.agent_id = ${agentId} and coalesce(c.last_message_at, c.created_at) >= ${since}
     group by 1, 2, 3`)
}

function total(groups: Group[], field: 'conversations' | 'opened' | 'messages' | 'from_customers'): number {
  return groups.reduce((sum, group) => sum + group[field], 0)
}

/** Every name has its number, also when it is none. */
function split<Name extends string>(
  groups: Group[],
  field: 'status' | 'outcome' | 'channel',
  names: readonly Name[],
): Record<Name, number> {
  const of = (name: Name) =>
    total(
      groups.filter((group) => group[field] === name),
      'conversations',
    )
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>
}
