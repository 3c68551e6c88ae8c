import type { Uuid } from '../../lib/ids.ts'
import type { Sen } from '../../lib/money.ts'
import { nothing, type Queryable, type Sql, sql } from '../../platform/db/index.ts'

export interface Range {
  workspaceId: Uuid
  agentId: Uuid | undefined
  /** Days, both within it, each agent's by its own clock. */
  from: string
  to: string
}

export interface Counted {
  by: 'all' | 'new' | 'outcome' | 'channel' | 'day'
  name: string
  count: number
}

/**
 * Conversations in which something was said, counted by all that is asked in one pass: those active since the beginning
 * come by index, and each is asked for its own messages of the time.
 */
export function conversations(db: Queryable, range: Range): Promise<Counted[]> {
  return db.rows<Counted>(sql`
    with ${spans(range)}, seen as materialized (
      select coalesce(c.outcome, 'ongoing') as outcome, c.channel, said.days, c.created_at >= s.since as is_new
        from spans s
        join conversations c on c.agent_id = s.agent_id
         and coalesce(c.last_message_at, c.created_at) >= s.since and c.created_at < s.until
        cross join lateral (
          select array_agg(distinct (m.created_at at time zone s.time_zone)::date) as days from messages m
           where m.agent_id = c.agent_id and m.conversation_id = c.id
             and m.created_at >= s.since and m.created_at < s.until) said
       where said.days is not null
    )
    select 'all' as by, '' as name, count(*) as count from seen
    union all select 'new', '', count(*) from seen where is_new
    union all select 'outcome', outcome, count(*) from seen group by outcome
    union all select 'channel', channel, count(*) from seen group by channel
    union all select 'day', day::text, count(*) from seen cross join unnest(days) day group by day
     order by 1, 2`)
}

export interface DayOfOrders {
  day: string
  orders: number
  paid: number
  revenue_sen: Sen
}

export function orders(db: Queryable, range: Range): Promise<DayOfOrders[]> {
  return db.rows<DayOfOrders>(sql`
    with ${spans(range)}
    select (o.created_at at time zone s.time_zone)::date::text as day, count(*) as orders,
           count(*) filter (where o.status = 'paid') as paid,
           coalesce(sum(o.total_sen) filter (where o.status = 'paid'), 0) as revenue_sen
      from spans s join orders o on o.agent_id = s.agent_id and o.created_at >= s.since and o.created_at < s.until
     group by 1`)
}

export interface Calls {
  placed: number
  received: number
  answered: number
  seconds: number
}

export async function calls(db: Queryable, range: Range): Promise<Calls> {
  return (await db.row<Calls>(sql`
    with ${spans(range)}
    select count(*) filter (where c.direction = 'outbound') as placed,
           count(*) filter (where c.direction = 'inbound') as received,
           count(*) filter (where c.answered_at is not null) as answered,
           coalesce(sum(c.duration_seconds), 0) as seconds
      from spans s
      join calls c on c.agent_id = s.agent_id and c.created_at >= s.since and c.created_at < s.until`)) as Calls
}

export interface Setup {
  products: boolean
  allowed_domain: boolean
  snippet_seen: boolean
  webhook: boolean
}

/** Visitors' sessions are swept after a while; what they wrote stays. */
export async function setup(db: Queryable, { workspaceId, agentId }: Range): Promise<Setup> {
  const own = sql`a.workspace_id = ${workspaceId} ${oneOf(agentId)}`
  return (await db.row<Setup>(sql`
    select exists (select from agents a join products p on p.agent_id = a.id
                    where ${own} and p.archived_at is null) as products,
           exists (select from agents a where ${own} and cardinality(a.allowed_domains) > 0) as allowed_domain,
           exists (select from agents a join visitor_sessions v on v.agent_id = a.id where ${own})
             or exists (select from agents a join conversations c on c.agent_id = a.id and c.channel = 'website'
                         where ${own}) as snippet_seen,
           exists (select from webhook_endpoints where workspace_id = ${workspaceId}) as webhook`)) as Setup
}

function spans({ workspaceId, agentId, from, to }: Range): Sql {
  return sql`spans as materialized (
    select a.id as agent_id, a.time_zone, ${from}::date::timestamp at time zone a.time_zone as since,
           (${to}::date + 1)::timestamp at time zone a.time_zone as until
      from agents a where a.workspace_id = ${workspaceId} ${oneOf(agentId)})`
}

function oneOf(agentId: Uuid | undefined): Sql {
  return agentId === undefined ? nothing : sql`and a.id = ${agentId}`
}
