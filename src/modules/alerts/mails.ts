import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/due-claims.ts'
import { ABOUT, type Alert, SUBJECTS } from './store.ts'

/** A mail in one worker's hands, with all it says. */
export interface ClaimedMail extends Omit<Alert, 'id' | 'agent_id' | 'created_at' | 'seen_at'> {
  workspace_id: Uuid
  alert_id: Uuid
  user_id: Uuid
  attempts: number
  claims: number
  /** Until when it is this worker's; nobody else's claim has the same. */
  lease: Timestamp
  email: string
  workspace: string
  agent: string | null
}

/** Nobody needs to hear of what was seen in the meantime, or is old: mail may have been set up long after it. */
export async function dropStale(db: Queryable, now: Clock, afterHours: number): Promise<void> {
  await db.run(sql`
    update alert_mails m set status = 'failed', error = 'no longer needed'
      from alerts a
     where m.status = 'pending' and m.due_at <= ${now()} and a.workspace_id = m.workspace_id and a.id = m.alert_id
       and (a.seen_at is not null or a.created_at < ${now()} - ${afterHours} * interval '1 hour')`)
}

/** What is due first. Others skip what is taken here until the lease is over. */
export function claim(
  db: Queryable,
  now: Clock,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  return db.rows<ClaimedMail>(sql`
    with due as materialized (
      select workspace_id, alert_id, user_id from alert_mails
       where status = 'pending' and due_at <= ${now()}
       order by due_at limit ${limit}
         for update skip locked
    ), claimed as (
      update alert_mails m set claims = m.claims + 1, due_at = ${now()} + ${leaseMs} * interval '1 millisecond'
        from due
       where m.workspace_id = due.workspace_id and m.alert_id = due.alert_id and m.user_id = due.user_id
      returning m.*
    )
    select m.workspace_id, m.alert_id, m.user_id, m.attempts, m.claims, m.due_at as lease, u.email, w.name as workspace,
           g.name as agent, ${ABOUT}
      from claimed m
      join alerts a on a.workspace_id = m.workspace_id and a.id = m.alert_id
      join workspaces w on w.id = m.workspace_id
      join users u on u.id = m.user_id
      left join agents g on g.id = a.agent_id ${SUBJECTS}`)
}

/** `afterSeconds` undefined: it is not tried again. What another worker has taken over is that worker's to move. */
export async function finish(
  db: Queryable,
  now: Clock,
  { workspace_id, alert_id, user_id, lease }: ClaimedMail,
  { error, afterSeconds }: { error: string | null; afterSeconds?: number | undefined },
): Promise<void> {
  const status = error === null ? 'sent' : afterSeconds === undefined ? 'failed' : 'pending'
  await db.run(sql`
    update alert_mails
       set status = ${status}, attempts = attempts + 1, claims = 0, error = ${error},
           due_at = ${now()} + ${afterSeconds ?? 0} * interval '1 second'
     where workspace_id = ${workspace_id} and alert_id = ${alert_id} and user_id = ${user_id}
       and due_at = ${lease} and status = 'pending'`)
}

export async function nextDueMs(db: Queryable, now: Clock): Promise<number | undefined> {
  const row = await db.row<{ ms: number | null }>(sql`
    select ceil(extract(epoch from min(due_at) - ${now()}) * 1000)::float8 as ms
      from alert_mails where status = 'pending'`)
  return row?.ms ?? undefined
}
