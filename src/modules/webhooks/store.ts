import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import { type Clock, databaseClock } from '../../platform/due-claims.ts'
import { DELIVERIES_CHANNEL, type EventName, TEST_EVENT } from './outbox.ts'
import type { Outcome } from './post.ts'
import type { Verdict } from './schedule.ts'

export interface Endpoint {
  workspace_id: Uuid
  url: string
  events: EventName[]
  /** Sealed. */
  secret: string
  /** Attempts without success since the last one. */
  failing: number
  last_attempt_at: Timestamp | null
  last_error: string | null
  last_delivered_at: Timestamp | null
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
  last: Attempt | null
}

export interface Attempt {
  at: Timestamp
  status: number | null
  duration_ms: number
  error: string | null
}

/** What is on its way to an endpoint, and what did not arrive; tests are neither. */
export interface Backlog {
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

const ENDPOINT = sql`workspace_id, url, events, secret, failing, last_attempt_at, last_error, last_delivered_at,
  created_at, updated_at`
const DELIVERY = sql`id, event, subject_id, status, attempts, claims, due_at, created_at, log -> -1 as last`

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
    update deliveries set status = 'failed', claims = 0, lease_until = null where workspace_id = ${workspaceId} and status = 'pending'`)
}

export async function backlogOf(db: Queryable, workspaceId: Uuid): Promise<Backlog> {
  return (await db.row<Backlog>(sql`
    select (select count(*) from deliveries
             where workspace_id = ${workspaceId} and status = 'pending' and event <> ${TEST_EVENT}) as pending,
           (select count(*) from deliveries
             where workspace_id = ${workspaceId} and status = 'failed' and event <> ${TEST_EVENT}) as failed`)) as Backlog
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
    select ${DELIVERY} from deliveries
     where workspace_id = ${workspaceId}
       ${status === undefined ? nothing : statusIs(status)}
       ${before === undefined ? nothing : sql`and id < ${before}`}
     order by id desc limit ${limit + 1}`)
}

/** Written out, so that a plan made for all values can use the index that holds only these. */
function statusIs(status: DeliveryStatus): Sql {
  return {
    pending: sql`and status = 'pending'`,
    delivered: sql`and status = 'delivered'`,
    failed: sql`and status = 'failed'`,
  }[status]
}

export type FullDelivery = Delivery & { body: string; log: Attempt[] }

export function findDelivery(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<FullDelivery | undefined> {
  return db.row<FullDelivery>(sql`
    select ${DELIVERY}, body, log from deliveries where workspace_id = ${workspaceId} and id = ${id}`)
}

/** Asked by hand only, so it need not be quick among very many workspaces. */
export async function workspaceOfDelivery(db: Queryable, id: Uuid): Promise<Uuid | undefined> {
  const row = await db.row<{ workspace_id: Uuid }>(sql`
    select d.workspace_id from workspaces w join deliveries d on d.workspace_id = w.id and d.id = ${id}`)
  return row?.workspace_id
}

/** Due at once with a fresh schedule, unless a worker is sending it at this moment. */
export function replay(tx: Queryable, workspaceId: Uuid, id: Uuid): Promise<number> {
  return sendAgain(tx, workspaceId, sql`id = ${id} and (status <> 'pending' or ${FREE(databaseClock)})`)
}

/** All that failed of what happened in that time; `until` is left out, and so are tests. */
export function replayFailed(
  tx: Queryable,
  workspaceId: Uuid,
  { from, until }: { from: Timestamp; until: Timestamp },
): Promise<number> {
  return sendAgain(
    tx,
    workspaceId,
    sql`status = 'failed' and created_at >= ${from} and created_at < ${until} and event <> ${TEST_EVENT}`,
  )
}

async function sendAgain(tx: Queryable, workspaceId: Uuid, which: Sql): Promise<number> {
  const count = await tx.run(sql`
    update deliveries set status = 'pending', attempts = 0, claims = 0, due_at = clock_timestamp(), lease_until = null
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
    insert into deliveries (workspace_id, id, event, body, claims, lease_until)
    values (${workspaceId}, ${id}, ${event}, ${body}, 1, ${later(databaseClock(), leaseMs)})
    returning id, event, body, attempts, claims, lease_until as lease`)) as Claimed
}

/** In nobody's hands, or no longer. */
const FREE = (now: Clock) => sql`(lease_until is null or lease_until <= ${now()})`

/** Who has something waiting, and in how many milliseconds it is due; in no particular order, so that nobody is always last. */
export function waiting(db: Queryable, now: Clock): Promise<{ workspace_id: Uuid; due_in_ms: number }[]> {
  return db.rows(sql`
    select e.workspace_id, ceil(extract(epoch from d.due_at - ${now()}) * 1000)::float8 as due_in_ms
      from webhook_endpoints e
     cross join lateral (select due_at from deliveries
                          where workspace_id = e.workspace_id and status = 'pending' and ${FREE(now)}
                          order by due_at limit 1) d
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
       where workspace_id = ${workspaceId} and status = 'pending' and due_at <= ${now()} and ${FREE(now)}
       order by due_at limit ${limit}
         for update skip locked
    )
    update deliveries d set claims = d.claims + 1, lease_until = ${later(now(), leaseMs)}
      from due
     where d.workspace_id = due.workspace_id and d.id = due.id
    returning d.id, d.event, d.body, d.attempts, d.claims, d.lease_until as lease`)
}

/** Still as it was taken: not taken over, replayed or given up since. */
const OURS = sql`(d.status = 'pending' and d.lease_until = r.lease)`

/**
 * Writes attempts down, in the order in which they ended, and moves their deliveries on. What was taken over in the
 * meantime is another worker's to move; the attempt happened all the same.
 */
export async function finish(db: Queryable, now: Clock, workspaceId: Uuid, results: Result[]): Promise<void> {
  const rows = results.map(({ id, lease, at, status, durationMs, error, verdict }) => ({
    id,
    lease,
    attempt: { at, status, duration_ms: durationMs, error },
    verdict: verdict.status,
    after: verdict.status === 'pending' ? verdict.afterSeconds : 0,
  }))
  const last = results.at(-1)
  const lastGood = results.findLastIndex(({ error }) => error === null)
  const failing = results.length - 1 - lastGood
  await db.run(sql`
    with moved as (
      update deliveries d
         set log = d.log || r.attempt,
             attempts = case when ${OURS} then d.attempts + 1 else d.attempts end,
             status = case when ${OURS} then r.verdict else d.status end,
             claims = case when ${OURS} then 0 else d.claims end,
             due_at = case when ${OURS} and r.verdict = 'pending'
                           then ${now()} + r.after * interval '1 second' else d.due_at end,
             lease_until = case when ${OURS} then null else d.lease_until end
        from jsonb_to_recordset(${JSON.stringify(rows)}) as r (
               id uuid, lease timestamptz, attempt jsonb, verdict text, after integer)
       where d.workspace_id = ${workspaceId} and d.id = r.id
    )
    update webhook_endpoints
       set failing = ${failing} + case when ${lastGood < 0} then failing else 0 end,
           last_attempt_at = ${last?.at}, last_error = ${last?.error},
           last_delivered_at = coalesce(${results[lastGood]?.at ?? null}, last_delivered_at)
     where workspace_id = ${workspaceId}`)
}

/** Gives back what was taken and not sent, as if it had not been taken. */
export async function release(db: Queryable, workspaceId: Uuid, claimed: Claimed[]): Promise<void> {
  await db.run(sql`
    update deliveries d set claims = d.claims - 1, lease_until = null
      from jsonb_to_recordset(${JSON.stringify(claimed.map(({ id, lease }) => ({ id, lease })))})
        as r (id uuid, lease timestamptz)
     where d.workspace_id = ${workspaceId} and d.id = r.id and ${OURS}`)
}

/** Forgets what came to an end long ago; true when there may be more. Ids carry their moment, so the key finds them. */
export async function sweep(db: Queryable, before: Uuid, limit: number): Promise<boolean> {
  const count = await db.run(sql`
    delete from deliveries d
     using workspaces w
     cross join lateral (select id from deliveries
                          where workspace_id = w.id and id < ${before} and status <> 'pending'
                          order by id limit ${limit}) old
     where d.workspace_id = w.id and d.id = old.id and d.status <> 'pending'`)
  return count >= limit
}

function later(moment: Sql, ms: number): Sql {
  return sql`${moment} + ${ms} * interval '1 millisecond'`
}
