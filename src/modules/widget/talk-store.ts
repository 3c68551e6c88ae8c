import { newId, type Uuid } from '../../lib/ids.ts'
import { digest } from '../../lib/secrets.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'

/** A talk through the Talk button. */
export interface WebTalk {
  id: Uuid
  workspace_id: Uuid
  agent_id: Uuid
  visitor_id: Uuid
}

const OPENS_SECONDS = 60
/** A talk whose process has not said for so long that it goes on does not. */
const LOST_SECONDS = 45
/** A talk that was cut off may still count for a moment when the next one begins. */
const MOST_PER_VISITOR = 3
const GOES_ON = sql`opened_at is not null and ended_at is null`

export async function addTalk(
  db: Queryable,
  ticket: string,
  { agentId, visitorId, origin }: { agentId: Uuid; visitorId: Uuid; origin: string },
): Promise<Uuid> {
  const id = newId()
  await db.run(sql`
    insert into web_talks (id, agent_id, visitor_id, origin, ticket_hash, opens_until)
    values (${id}, ${agentId}, ${visitorId}, ${origin}, ${digest(ticket)},
            clock_timestamp() + ${OPENS_SECONDS} * interval '1 second')`)
  return id
}

/** Whoever comes first with the ticket has the talk; nobody has it twice, nobody on another site, and nobody many. */
export function openTalk(db: Queryable, ticket: string, origin: string): Promise<WebTalk | undefined> {
  return db.row<WebTalk>(sql`
    update web_talks t set opened_at = clock_timestamp(), beat_at = clock_timestamp()
      from agents a
     where t.ticket_hash = ${digest(ticket)} and t.origin = ${origin} and a.id = t.agent_id
       and t.opened_at is null and t.opens_until > clock_timestamp()
       and (select count(*) from web_talks
             where agent_id = t.agent_id and visitor_id = t.visitor_id and ${GOES_ON}) < ${MOST_PER_VISITOR}
    returning t.id, a.workspace_id, t.agent_id, t.visitor_id`)
}

/** It goes on, unless it was ended elsewhere: the seconds that all talks of its workspace have lasted so far. */
export async function beat(
  db: Queryable,
  { id, workspace_id }: Pick<WebTalk, 'id' | 'workspace_id'>,
): Promise<number | undefined> {
  const row = await db.row<{ seconds: number }>(sql`
    with own as (
      update web_talks set beat_at = clock_timestamp() where id = ${id} and ended_at is null returning id
    )
    select coalesce(sum(extract(epoch from clock_timestamp() - t.opened_at)), 0)::float8 as seconds
      from web_talks t join agents a on a.id = t.agent_id
     where a.workspace_id = ${workspace_id} and ${GOES_ON}
    having exists (select from own)`)
  return row?.seconds
}

/** True for the one who ended it: that one is to charge for it. */
export async function endTalk(db: Queryable, id: Uuid, seconds: number, reason: string): Promise<boolean> {
  const ended = await db.run(sql`
    update web_talks set ended_at = clock_timestamp(), seconds = ${Math.ceil(seconds)}, reason = ${reason}
     where id = ${id} and ended_at is null`)
  return ended > 0
}

/** Talks that ended with their process, as long as they are known to have lasted. */
export function lostTalks(
  db: Queryable,
  limit: number,
): Promise<(Pick<WebTalk, 'id' | 'workspace_id'> & { seconds: number })[]> {
  return db.rows(sql`
    select t.id, a.workspace_id, extract(epoch from t.beat_at - t.opened_at)::float8 as seconds
      from web_talks t join agents a on a.id = t.agent_id
     where ${GOES_ON}
       and t.beat_at <= (select clock_timestamp()) - ${LOST_SECONDS} * interval '1 second'
     limit ${limit}`)
}

export async function dropOldTalks(db: Queryable): Promise<number> {
  return db.run(sql`
    delete from web_talks where id in (
      select id from web_talks
       where created_at <= clock_timestamp() - interval '90 days' and (opened_at is null or ended_at is not null)
       limit 1000)`)
}
