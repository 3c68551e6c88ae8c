import type { Uuid } from '../../lib/ids.ts'
import { rememberedAs } from '../../lib/remembered.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import type { Cursor } from '../../platform/http/index.ts'
import { conversationsBy, ordersBy, partsOf, type Who } from './who.ts'

export interface Entry {
  /** The row that was active last: where a page ends. */
  id: Uuid
  at: Timestamp
  phone: string | null
}

export interface CustomerRow {
  name: string | null
  channels: string[]
  conversations: number
  orders: number
  spent_sen: number
  first_seen_at: Timestamp
  last_activity_at: Timestamp
}

export interface Page {
  q?: string | undefined
  cursor?: Cursor | undefined
  limit: number
}

const ACTIVITY = sql`coalesce(c.last_message_at, c.created_at)`

/**
 * Newest activity first, one more than asked for. Of all rows of a number only the newest stands for it, so a page is
 * read off the indexes by time without gathering everybody first.
 */
export function list(db: Queryable, workspaceId: Uuid, page: Page): Promise<Entry[]> {
  const { limit, cursor } = page
  const found = page.q
    ? searching(workspaceId, page.q)
    : { with: nothing, phone: () => nothing, name: nothing }
  return db.rows<Entry>(sql`
    ${found.with}
    select newest.* from agents a cross join lateral (
      (select c.id, ${ACTIVITY} as at, c.customer_phone as phone from conversations c
        where c.agent_id = a.id and c.customer_phone is not null ${found.phone(sql`c.customer_phone`)}
          ${cursor ? sql`and (${ACTIVITY}, c.id) < (${cursor.at}, ${cursor.id})` : nothing}
          and ${isNewest(workspaceId, sql`c.customer_phone`, ACTIVITY, sql`c.id`)}
        order by ${ACTIVITY} desc, c.id desc limit ${limit + 1})
      union all
      (select o.id, o.created_at, o.customer_phone from orders o
        where o.agent_id = a.id and o.customer_phone <> '' ${found.phone(sql`o.customer_phone`)}
          ${cursor ? sql`and (o.created_at, o.id) < (${cursor.at}, ${cursor.id})` : nothing}
          and ${isNewest(workspaceId, sql`o.customer_phone`, sql`o.created_at`, sql`o.id`)}
        order by o.created_at desc, o.id desc limit ${limit + 1})
      union all
      (select c.id, ${ACTIVITY}, null from conversations c
        where c.agent_id = a.id and c.customer_phone is null and c.customer_name is not null ${found.name}
          ${cursor ? sql`and (${ACTIVITY}, c.id) < (${cursor.at}, ${cursor.id})` : nothing}
          and not exists (select from orders o where o.agent_id = c.agent_id and o.conversation_id = c.id)
        order by ${ACTIVITY} desc, c.id desc limit ${limit + 1})) newest
     where a.workspace_id = ${workspaceId}
     order by newest.at desc, newest.id desc limit ${limit + 1}`)
}

function isNewest(workspaceId: Uuid, phone: Sql, at: Sql, id: Sql): Sql {
  return sql`
    not exists (select from agents b join conversations d on d.agent_id = b.id
                 where b.workspace_id = ${workspaceId} and d.customer_phone = ${phone}
                   and (coalesce(d.last_message_at, d.created_at), d.id) > (${at}, ${id}))
    and not exists (select from agents b join orders d on d.agent_id = b.id
                     where b.workspace_id = ${workspaceId} and d.customer_phone = ${phone}
                       and (d.created_at, d.id) > (${at}, ${id}))`
}

/** Numbers that any conversation or order gives to a remembered name, or that look like a remembered number. */
function searching(workspaceId: Uuid, q: string) {
  const { name, phone } = rememberedAs(q)
  const fits = (row: Sql) => sql`
    b.workspace_id = ${workspaceId} and ${row}.agent_id::text = b.id::text
    and (${row}.customer_name ilike ${name} ${phone ? sql`or ${row}.customer_phone like ${phone}` : nothing})`
  return {
    with: sql`with found as materialized (
      select d.customer_phone as phone from agents b join conversations d on ${fits(sql`d`)}
      union
      select d.customer_phone from agents b join orders d on ${fits(sql`d`)})`,
    phone: (column: Sql) => sql`and ${column} in (select phone from found)`,
    name: sql`and c.customer_name ilike ${name}`,
  }
}

/** Whether the number may be called. */
export interface Barred {
  do_not_call: boolean
  opted_out: boolean
}

export async function barred(db: Queryable, who: Who): Promise<Barred> {
  const { workspaceId, phone } = partsOf(who)
  return (await db.row<Barred>(sql`
    select exists (select from do_not_call where workspace_id = ${workspaceId} and phone = ${phone}) as do_not_call,
           exists (select from call_opt_outs o join agents a on a.id = o.agent_id
                    where a.workspace_id = ${workspaceId} and o.phone = ${phone}) as opted_out`)) as Barred
}

/** What there is of each, in numbers, in the order asked for. */
export function read(db: Queryable, workspaceId: Uuid, whos: Who[]): Promise<CustomerRow[]> {
  const parts = whos.map(partsOf)
  const phones = parts.map(({ phone }) => phone)
  const ids = parts.map(({ conversationId }) => conversationId)
  return db.rows<CustomerRow>(sql`
    select summed.*
      from unnest(${phones}::text[], ${ids}::uuid[]) with ordinality w (phone, conversation_id, place)
      cross join lateral (
        select (array_agg(name order by at desc) filter (where name is not null))[1] as name,
               array_agg(distinct channel) as channels,
               count(*) filter (where total_sen is null) as conversations,
               count(*) filter (where total_sen is not null) as orders,
               coalesce(sum(total_sen), 0) as spent_sen,
               min(began) as first_seen_at, max(at) as last_activity_at
          from (select c.customer_name as name, c.channel, c.created_at as began, ${ACTIVITY} as at,
                       null::bigint as total_sen
                  from (${conversationsBy(workspaceId, sql`w.phone`, sql`w.conversation_id`)}) own
                  join conversations c on c.agent_id = own.agent_id and c.id = own.id
                union all
                select o.customer_name, o.channel, o.created_at, o.created_at,
                       case when o.status = 'paid' then o.total_sen else 0 end
                  from (${ordersBy(workspaceId, sql`w.phone`)}) own
                  join orders o on o.agent_id = own.agent_id and o.id = own.id) had) summed
     order by w.place`)
}
