import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { UserError } from '../../lib/user-error.ts'
import { isAlive } from './postmaster-pid.ts'

/** The first half of our two-part advisory keys; a killed process frees its locks with its connection. */
const SPACE = 0x1ceb07
const PRESENT = 0

/** Waits while the last one out is about to stop the server: the connection then breaks and a new try is made. */
export async function bePresent(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [SPACE, PRESENT])
}

/** True when nobody else holds the server; from then on nobody can begin to. */
export async function isLast(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS got', [
    SPACE,
    PRESENT,
  ])
  return rows[0]?.got ?? false
}

export async function letGo(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_unlock_all()')
}

/** Long enough for the connection of a process that was just killed to be noticed. */
const GRACE_MS = 3_000

export async function beTheOnly(client: pg.Client, purpose: string, dataDir: string): Promise<void> {
  for (const end = Date.now() + GRACE_MS; ; await sleep(20)) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS got', [
      SPACE,
      keyOf(purpose),
    ])
    if (rows[0]?.got) return
    const pid = await holder(client, purpose)
    if (Date.now() > end || (pid !== null && isAlive(pid))) {
      throw new UserError(
        `The data folder ${dataDir} is in use by another icebot ${purpose} (process ${pid ?? 'unknown'}); stop that one first, or set ICEBOT_DATA_DIR to another folder.`,
      )
    }
  }
}

async function holder(client: pg.Client, purpose: string): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name
       FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2`,
    [SPACE, keyOf(purpose)],
  )
  const pid = Number(rows[0]?.name.split(' ').at(-1))
  return pid > 0 ? pid : null
}

/** Never PRESENT. */
function keyOf(purpose: string): number {
  return (createHash('sha256').update(purpose).digest().readUInt32BE() >>> 2) + 1
}
