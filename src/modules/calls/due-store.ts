import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import { CALL, type CallRow, fromNow } from './store.ts'

/** What is left to do for calls, and what of it. */
export type Kind = 'ask' | 'fetch'

const DUE: Record<Kind, Sql> = {
  ask: sql`ended_at is null`,
  fetch: sql`recording = 'pending' and recording_reference is not null and ended_at is not null`,
}

/** Nobody else gets them before the lease is over. */
export function claim(db: Queryable, kind: Kind, limit: number, leaseMs: number): Promise<CallRow[]> {
  return db.rows<CallRow>(sql`
    with due as materialized (
      select agent_id, id from calls
       where ${DUE[kind]} and due_at <= (select clock_timestamp())
       order by due_at limit ${limit} for no key update skip locked
    )
    update calls c set due_at = ${fromNow(leaseMs)} from due
     where c.agent_id = due.agent_id and c.id = due.id
    returning ${CALL}`)
}

export async function nextMs(db: Queryable, kind: Kind): Promise<number | undefined> {
  const row = await db.row<{ ms: number | null }>(sql`
    select ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as ms
      from calls where ${DUE[kind]}`)
  return row?.ms ?? undefined
}

export async function postpone(db: Queryable, { agent_id, id }: CallRow, ms: number): Promise<void> {
  await db.run(sql`
    update calls set due_at = greatest(due_at, ${fromNow(ms)}) where agent_id = ${agent_id} and id = ${id}`)
}

/** Whoever talked is gone. */
export async function leaveTalk(tx: Queryable, { agent_id, id }: CallRow): Promise<void> {
  await tx.run(sql`update calls set talking = false where agent_id = ${agent_id} and id = ${id}`)
}

/** One more attempt at the recording came to nothing. */
export async function retryFetch(db: Queryable, { agent_id, id }: CallRow, ms: number): Promise<void> {
  await db.run(sql`
    update calls set recording_tries = recording_tries + 1, due_at = ${fromNow(ms)}
     where agent_id = ${agent_id} and id = ${id}`)
}

/** Over and talked out, or left by the process that talked; not yet wrapped up. */
export async function toWrapUp(
  db: Queryable,
  limit: number,
  leaseMs: number,
): Promise<{ agent_id: Uuid; id: Uuid }[]> {
  return db.rows(sql`
    update calls c set talking = false
      from (select agent_id, id from calls
             where ended_at is not null and wrapped_at is null
               and (not talking or seen_at < clock_timestamp() - ${leaseMs} * interval '1 millisecond')
             order by ended_at limit ${limit} for no key update skip locked) left_over
     where c.agent_id = left_over.agent_id and c.id = left_over.id
    returning c.agent_id, c.id`)
}

/** What the look back at the conversation came to stays with the call, whatever is said in that conversation later. */
export function copySummaries(db: Queryable): Promise<number> {
  return db.run(sql`
    update calls c set summary = v.summary
      from conversations v
     where c.summary is null and c.wrapped_at is not null
       and v.agent_id = c.agent_id and v.id = c.conversation_id and v.outcome is not null and v.summary is not null`)
}

/** Over for so long, and nobody has told where the recording is. */
export function untold(db: Queryable, afterMs: number, limit: number): Promise<CallRow[]> {
  return db.rows<CallRow>(sql`
    select ${CALL} from calls c
     where c.recording = 'pending' and c.recording_reference is null and c.reference is not null
       and c.ended_at < clock_timestamp() - ${afterMs} * interval '1 millisecond'
     order by c.ended_at limit ${limit}`)
}

/** Recordings that nobody has told of for so long never come. */
export function giveUpRecordings(db: Queryable, afterMs: number): Promise<number> {
  return db.run(sql`
    update calls set recording = 'none'
     where recording = 'pending' and recording_reference is null
       and ended_at < clock_timestamp() - ${afterMs} * interval '1 millisecond'`)
}

/** Stored with us, and with the carrier still. */
export function keptTwice(db: Queryable, limit: number): Promise<CallRow[]> {
  return db.rows<CallRow>(sql`
    select ${CALL} from calls c
     where c.recording = 'available' and c.recording_reference is not null order by c.recorded_at desc limit ${limit}`)
}

export async function keptOnce(db: Queryable, { agent_id, id }: CallRow): Promise<void> {
  await db.run(sql`update calls set recording_reference = null where agent_id = ${agent_id} and id = ${id}`)
}

export function pastRetention(
  db: Queryable,
  days: number,
  limit: number,
): Promise<{ agent_id: Uuid; id: Uuid; recording_key: string; recorded_at: Timestamp }[]> {
  return db.rows(sql`
    select agent_id, id, recording_key, recorded_at from calls
     where recording = 'available' and recorded_at < clock_timestamp() - ${days} * interval '1 day'
     order by recorded_at limit ${limit}`)
}

export async function recordingGone(
  db: Queryable,
  { agent_id, id, recording_key }: { agent_id: Uuid; id: Uuid; recording_key: string },
): Promise<void> {
  await db.run(sql`
    update calls set recording = 'none', recording_key = null, recording_reference = null
     where agent_id = ${agent_id} and id = ${id} and recording_key = ${recording_key}`)
}

/** Simulated calls to us that nobody has rung in yet; they are the claimer's from here on. */
export function ringIns(db: Queryable, limit: number, leaseMs: number, speed: number): Promise<CallRow[]> {
  return db.rows<CallRow>(sql`
    update calls c set reference = 'sandbox_' || c.id, due_at = ${fromNow(leaseMs)}, speed = ${speed}
      from (select agent_id, id from calls
             where carrier = 'sandbox' and direction = 'inbound' and status = 'dialing' and reference is null
               and ended_at is null
             order by created_at limit ${limit} for no key update skip locked) waiting
     where c.agent_id = waiting.agent_id and c.id = waiting.id
    returning ${CALL}`)
}
