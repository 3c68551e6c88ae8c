import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { UserError } from '../../lib/user-error.ts'
import { migrateWithin, type Queryable, queryable, sql } from '../db/index.ts'
import { names, readTables } from './schema.ts'

const POLITE_ATTEMPTS = 3
const PAUSE_MS = 200

/** Begins a transaction that holds every table alone. */
export async function lockOutOthers(
  client: pg.Client,
  patienceMs: number,
  progress: (text: string) => void,
): Promise<void> {
  const tx = queryable(client)
  const deadlockMs = await deadlockTimeout(tx)
  if (await politely(tx, deadlockMs)) return
  progress('Waiting for others to finish with the database')
  if (await insistently(tx, deadlockMs, patienceMs)) return
  throw new UserError(
    `Others have held the database for ${Math.round(patienceMs / 1000)} seconds, and nothing was changed: stop the service, or wait for the backup that runs, and restore again.`,
  )
}

/**
 * All locks in one statement that gives up before PostgreSQL looks for deadlocks, so that it is this transaction that
 * steps back and no request that is sacrificed.
 */
async function politely(tx: Queryable, deadlockMs: number): Promise<boolean> {
  for (let attempt = 1; attempt <= POLITE_ATTEMPTS; attempt++) {
    await tx.script(
      `begin; set local lock_timeout = 0; set local statement_timeout = ${shortWait(deadlockMs)}`,
    )
    const done = await granted(async () => {
      await holdMigrations(tx)
      const tables = await readTables(tx)
      await tx.script(`set local statement_timeout = ${shortWait(deadlockMs)}; ${lockStatement(tables)}`)
    })
    if (done) {
      await tx.script('set local statement_timeout = 0')
      return true
    }
    await tx.script('rollback')
    await sleep(PAUSE_MS)
  }
  return false
}

/**
 * One lock after the other, keeping what is had: under steady load there is never a moment in which all are free. Short
 * waits begun again and again keep PostgreSQL from choosing this transaction when two wait for each other; it chooses
 * the request, whose transaction runs again by itself. It looks only once, though, so what still stands in the way is
 * cancelled. A longer wait now and then is what sends a vacuum away.
 */
async function insistently(tx: Queryable, deadlockMs: number, patienceMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + patienceMs
  const obtain = async (step: () => Promise<void>): Promise<boolean> => {
    for (let attempt = 1; performance.now() < giveUpAt; attempt++) {
      if (attempt > 2) await cancelEntangled(tx)
      const waitMs = attempt % 4 === 0 ? deadlockMs + 500 : shortWait(deadlockMs)
      await tx.script(`savepoint waiting; set local lock_timeout = ${waitMs}`)
      if (await granted(step)) return true
      await tx.script('rollback to waiting')
    }
    return false
  }

  await tx.script('begin')
  let done = await obtain(() => holdMigrations(tx))
  for (const table of done ? await readTables(tx) : []) {
    done &&= await obtain(() => tx.script(lockStatement([table])))
  }
  await tx.script(done ? 'set local lock_timeout = 0' : 'rollback')
  return done
}

/** Those who wait for a table of ours and meanwhile hold another: neither side would ever get on. */
async function cancelEntangled(tx: Queryable): Promise<void> {
  await tx.run(sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and pg_has_role(usesysid, 'usage')
      and pg_backend_pid() = any (pg_blocking_pids(pid))
      and exists (
        select from pg_locks l join pg_class c on c.oid = l.relation
        where l.pid = pg_stat_activity.pid and l.granted
          and c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      )`)
}

/**
 * A process that starts takes the migrations' lock before any table; in the same order nobody waits for one another.
 * Its complaint about a newer schema is no concern of ours, for that schema is about to go.
 */
async function holdMigrations(tx: Queryable): Promise<void> {
  await migrateWithin(tx, 0).catch((error) => {
    if (!(error instanceof UserError)) throw error
  })
}

function lockStatement(tables: { name: string }[]): string {
  return `lock table ${names(tables.map(({ name }) => name))} in access exclusive mode`
}

function shortWait(deadlockMs: number): number {
  return Math.ceil(Math.min(1_000, deadlockMs) * 0.7)
}

/** False when time ran out, a lock was not to be had, or it would have been a deadlock. */
async function granted(locking: () => Promise<void>): Promise<boolean> {
  try {
    await locking()
    return true
  } catch (error) {
    const heldUp = error instanceof pg.DatabaseError && ['57014', '55P03', '40P01'].includes(error.code ?? '')
    if (!heldUp) throw error
    return false
  }
}

async function deadlockTimeout(db: Queryable): Promise<number> {
  const row = await db.row<{ ms: number }>(sql`
    select setting::int as ms from pg_settings where name = 'deadlock_timeout'`)
  return row?.ms ?? 1_000
}
