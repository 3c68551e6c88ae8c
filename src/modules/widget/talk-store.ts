import { newId, type Uuid } from '../../lib/ids.ts'
import { digest } from '../../lib/secrets.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'

/** A talk through the Talk button. */
export interface WebTalk {
  id: Uuid
  agent_id: Uuid
  visitor_id: Uuid
  origin: string
}

const OPENS_SECONDS = 60
/** A talk whose process has not said for so long that it goes on does not. */
const LOST_SECONDS = 45
const COLUMNS = sql`id, agent_id, visitor_id, origin`

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

/** Whoever comes first with the ticket has the talk; nobody has it twice, and nobody on another site. */
export function openTalk(db: Queryable, ticket: string, origin: string): Promise<WebTalk | undefined> {
  return db.row<WebTalk>(sql`
    update web_talks set opened_at = clock_timestamp(), beat_at = clock_timestamp()
     where ticket_hash = ${digest(ticket)} and origin = ${origin}
       and opened_at is null and opens_until > clock_timestamp()
    returning ${COLUMNS}`)
}

/** It goes on; the seconds so far. */
export async function beat(db: Queryable, id: Uuid): Promise<number> {
  const row = await db.row<{ seconds: number }>(sql`
    update web_talks set beat_at = clock_timestamp() where id = ${id} and ended_at is null
    returning extract(epoch from beat_at - opened_at)::float8 as seconds`)
  return row?.seconds ?? 0
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
): Promise<(Pick<WebTalk, 'id'> & { workspace_id: Uuid; seconds: number })[]> {
  return db.rows(sql`
    select t.id, a.workspace_id, extract(epoch from t.beat_at - t.opened_at)::float8 as seconds
      from web_talks t join agents a on a.id = t.agent_id
     where t.opened_at is not null and t.ended_at is null
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
