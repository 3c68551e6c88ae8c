import { newId, type Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import { DELIVERIES_CHANNEL, type EventName } from './outbox.ts'
import type { Outcome } from './post.ts'
import type { Verdict } from './schedule.ts'

export interface Endpoint {
  workspace_id: Uuid
  url: string
  events: EventName[]
  /** Sealed. */
  secret: string
  created_at: Timestamp
  updated_at: Timestamp
}

export const statuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof statuses)[number]

export interface Delivery {
  id: Uuid
  event: string
  subject_id: Uuid | null
  status: DeliveryStatus
  attempts: number
  claims: number
  due_at: Timestamp
  created_at: Timestamp
  /** How the last attempt ended. */
  last_status: number | null
  last_error: string | null
  last_attempt_at: Timestamp | null
}

export interface Attempt {
  at: Timestamp
  status: number | null
  duration_ms: number
  error: string | null
}

/** How an endpoint has been doing. */
export interface Standing {
  last_attempt_at: Timestamp | null
  last_error: string | null
  last_delivered_at: Timestamp | null
  /** Attempts without success since then, counted up to a few. */
  failing: number
  pending: number
  failed: number
}

/** A delivery in one worker's hands. */
export interface Claimed {
  id: Uuid
  event: string
  body: string
  attempts: number
  claims: number
  /** Until when it is this worker's; nobody else's claim has the same. */
  lease: Timestamp
}

export interface Result extends Outcome {
  id: Uuid
  lease: Timestamp
  at: Timestamp
  verdict: Verdict
}

/** The database's own clock, the same for all processes; tests have another. */
export type Clock = () => Sql
/** In a query of its own, so that it is read once and an index can be searched by it. */
export const databaseClock: Clock = () => sql`(select clock_timestamp())`

const ENDPOINT = sql`workspace_id, url, events, secret, created_at, updated_at`
const DELIVERY = sql`d.id, d.event, d.subject_id, d.status, d.attempts, d.claims, d.due_at, d.created_at,
  a.status as last_status, a.error as last_error, a.at as last_attempt_at`
const LAST_ATTEMPT = sql`
  left join lateral (select status, error, at from delivery_attempts
                      where workspace_id = d.workspace_id and delivery_id = d.id order by id desc limit 1) a on true`

export function findEndpoint(db: Queryable, workspaceId: Uuid): Promise<Endpoint | undefined> {
  return db.row<Endpoint>(sql`select ${ENDPOINT} from webhook_endpoints where workspace_id = ${workspaceId}`)
}

export function lockEndpoint(tx: Queryable, workspaceId: Uuid): Promise<Endpoint | undefined> {
  return tx.row<Endpoint>(
    sql`select ${ENDPOINT} from webhook_endpoints where workspace_id = ${workspaceId} for no key update`,
  )
}

/** Undefined when there is one already. */
export function insertEndpoint(
  tx: Queryable,
  workspaceId: Uuid,
  { url, events, secret }: Pick<Endpoint, 'url' | 'events' | 'secret'>,
): Promise<Endpoint | undefined> {
  return tx.row<Endpoint>(sql`
    insert into webhook_endpoints (workspace_id, url, events, secret)
    values (${workspaceId}, ${url}, ${events}, ${secret})
    on conflict (workspace_id) do nothing
    returning ${ENDPOINT}`)
}

export async function updateEndpoint(
  tx: Queryable,
  { workspace_id, url, events, secret }: Pick<Endpoint, 'workspace_id' | 'url' | 'events' | 'secret'>,
): Promise<Endpoint> {
  return (await tx.row<Endpoint>(sql`
    update webhook_endpoints set url = ${url}, events = ${events}, secret = ${secret}, updated_at = clock_timestamp()
     where workspace_id = ${workspace_id}
    returning ${ENDPOINT}`)) as Endpoint
}

/** What was still on its way is given up with it. */
export async function removeEndpoint(tx: Queryable, workspaceId: Uuid): Promise<void> {
  await tx.run(sql`delete from webhook_endpoints where workspace_id = ${workspaceId}`)
  await tx.run(sql`
    update deliveries set status = 'failed', claims = 0 where workspace_id = ${workspaceId} and status = 'pending'`)
}

/** `depth` is how far back to look for a success before saying that there are only failures. */
export async function standingOf(db: Queryable, workspaceId: Uuid, depth: number): Promise<Standing> {
  return (await db.row<Standing>(sql`
    with latest as (
      select at, error from delivery_attempts where workspace_id = ${workspaceId} order by at desc limit ${depth}
    )
    select (select max(at) from latest) as last_attempt_at,
           (select error from latest order by at desc limit 1) as last_error,
           (select at from delivery_attempts where workspace_id = ${workspaceId} and error is null
             order by at desc limit 1) as last_delivered_at,
           (select count(*) from latest
             where at > coalesce((select max(at) from latest where error is null), '-infinity')) as failing,
           (select count(*) from deliveries where workspace_id = ${workspaceId} and status = 'pending') as pending,
           (select count(*) from deliveries where workspace_id = ${workspaceId} and status = 'failed') as failed`)) as Standing
}

/** Newest first, one more than asked for. */
export function listDeliveries(
  db: Queryable,
  workspaceId: Uuid,
  {
    status,
    limit,
    before,
  }: { status?: DeliveryStatus | undefined; limit: number; before?: Uuid | undefined },
): Promise<Delivery[]> {
  return db.rows<Delivery>(sql`
    select ${DELIVERY}
      from (select * from deliveries
             where workspace_id = ${workspaceId}
               ${status === undefined ? nothing : statusIs(status)}
               ${before === undefined ? nothing : sql`and id < ${before}`}
             order by id desc limit ${limit + 1}) d ${LAST_ATTEMPT}
     order by d.id desc`)
}

/** Written out, so that a plan made for all values can use the index that holds only these. */
function statusIs(status: DeliveryStatus): Sql {
  return {
    pending: sql`and status = 'pending'`,
    delivered: sql`and status = 'delivered'`,
    failed: sql`and status = 'failed'`,
  }[status]
}

export function findDelivery(
  db: Queryable,
  workspaceId: Uuid,
  id: Uuid,
): Promise<(Delivery & { body: string }) | undefined> {
  return db.row(sql`
    select ${DELIVERY}, d.body from deliveries d ${LAST_ATTEMPT} where d.workspace_id = ${workspaceId} and d.id = ${id}`)
}

export async function workspaceOfDelivery(db: Queryable, id: Uuid): Promise<Uuid | undefined> {
  const row = await db.row<{ workspace_id: Uuid }>(sql`select workspace_id from deliveries where id = ${id}`)
  return row?.workspace_id
}

/** Oldest first. */
export function attemptsOf(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<Attempt[]> {
  return db.rows<Attempt>(sql`
    select at, status, duration_ms, error from delivery_attempts
     where workspace_id = ${workspaceId} and delivery_id = ${id} order by id`)
}

/** Due at once with a fresh schedule, unless a worker is sending it at this moment. */
export function replay(tx: Queryable, workspaceId: Uuid, id: Uuid): Promise<number> {
  return sendAgain(
    tx,
    workspaceId,
    sql`id = ${id} and (status <> 'pending' or claims = 0 or due_at <= clock_timestamp())`,
  )
}

/** All that failed of what happened in that time; `until` is left out. */
export function replayFailed(
  tx: Queryable,
  workspaceId: Uuid,
  { from, until }: { from: Timestamp; until: Timestamp },
): Promise<number> {
  return sendAgain(
    tx,
    workspaceId,
    sql`status = 'failed' and created_at >= ${from} and created_at < ${until}`,
  )
}

async function sendAgain(tx: Queryable, workspaceId: Uuid, which: Sql): Promise<number> {
  const count = await tx.run(sql`
    update deliveries set status = 'pending', attempts = 0, claims = 0, due_at = clock_timestamp()
     where workspace_id = ${workspaceId} and ${which}`)
  if (count > 0) await tx.run(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`)
  return count
}

/** A test is in the hands of whoever asked for it from the start, so that no worker sends it too. */
export async function insertTest(
  tx: Queryable,
  workspaceId: Uuid,
  { id, event, body, leaseMs }: { id: Uuid; event: string; body: string; leaseMs: number },
): Promise<Claimed> {
  return (await tx.row<Claimed>(sql`
    insert into deliveries (workspace_id, id, event, body, claims, due_at)
    values (${workspaceId}, ${id}, ${event}, ${body}, 1, ${later(databaseClock(), leaseMs)})
    returning id, event, body, attempts, claims, due_at as lease`)) as Claimed
}

/** Who has something waiting, and in how many milliseconds it is due; in no particular order, so that nobody is always last. */
export function waiting(db: Queryable, now: Clock): Promise<{ workspace_id: Uuid; due_in_ms: number }[]> {
  return db.rows(sql`
    select e.workspace_id, ceil(extract(epoch from d.due_at - ${now()}) * 1000)::float8 as due_in_ms
      from webhook_endpoints e
     cross join lateral (select due_at from deliveries
                          where workspace_id = e.workspace_id and status = 'pending' order by due_at limit 1) d
     order by random()`)
}

/** What is due first. Others skip what is taken here until the lease is over. */
export function claim(
  db: Queryable,
  now: Clock,
  workspaceId: Uuid,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Claimed[]> {
  return db.rows<Claimed>(sql`
    with due as materialized (
      select workspace_id, id from deliveries
       where workspace_id = ${workspaceId} and status = 'pending' and due_at <= ${now()}
       order by due_at limit ${limit}
         for update skip locked
    )
    update deliveries d set claims = d.claims + 1, due_at = ${later(now(), leaseMs)}
      from due
     where d.workspace_id = due.workspace_id and d.id = due.id
    returning d.id, d.event, d.body, d.attempts, d.claims, d.due_at as lease`)
}

/**
 * Writes attempts down and moves their deliveries on. What was taken over in the meantime is another worker's to move;
 * the attempt happened all the same.
 */
export async function finish(db: Queryable, now: Clock, workspaceId: Uuid, results: Result[]): Promise<void> {
  const rows = results.map(({ id, lease, at, status, durationMs, error, verdict }) => ({
    id,
    lease,
    at,
    status,
    error,
    attempt: newId(),
    duration: durationMs,
    verdict: verdict.status,
    after: verdict.status === 'pending' ? verdict.afterSeconds : 0,
  }))
  await db.run(sql`
    with result as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}) as r (
        id uuid, lease timestamptz, at timestamptz, status integer, error text, attempt uuid, duration integer,
        verdict text, after integer)
    ), moved as (
      update deliveries d
         set status = r.verdict, attempts = d.attempts + 1, claims = 0,
             due_at = ${now()} + r.after * interval '1 second'
        from result r
       where d.workspace_id = ${workspaceId} and d.id = r.id and d.due_at = r.lease and d.status = 'pending'
    )
    insert into delivery_attempts (workspace_id, delivery_id, id, at, status, duration_ms, error)
    select d.workspace_id, d.id, r.attempt, r.at, r.status, r.duration, r.error
      from result r join deliveries d on d.workspace_id = ${workspaceId} and d.id = r.id`)
}

/** Gives back what was taken and not sent, as if it had not been taken. */
export async function release(
  db: Queryable,
  now: Clock,
  workspaceId: Uuid,
  claimed: Claimed[],
): Promise<void> {
  await db.run(sql`
    update deliveries d set claims = d.claims - 1, due_at = ${now()}
      from jsonb_to_recordset(${JSON.stringify(claimed.map(({ id, lease }) => ({ id, lease })))})
        as r (id uuid, lease timestamptz)
     where d.workspace_id = ${workspaceId} and d.id = r.id and d.due_at = r.lease and d.status = 'pending'`)
}

/** Forgets what came to an end long ago; true when there may be more. Ids carry their moment, so the key finds them. */
export async function sweep(db: Queryable, before: Uuid, limit: number): Promise<boolean> {
  const count = await db.run(sql`
    delete from deliveries where status <> 'pending' and id in (
      select id from deliveries where id < ${before} and status <> 'pending' order by id limit ${limit})`)
  return count === limit
}

function later(moment: Sql, ms: number): Sql {
  return sql`${moment} + ${ms} * interval '1 millisecond'`
}
