import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Db, type Queryable, sql } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import { MOST_CLAIMS } from '../../platform/due-claims.ts'
import type { Logger } from '../../platform/log.ts'
import type { Texted, Texting } from '../../providers/texting/index.ts'
import { TEXTS_CHANNEL } from './texts.ts'

const BATCH = 20
const IDLE_MS = 30_000
const LEASE_MS = 60_000
/** The pauses after failed attempts; after one more it is given up: a payment link lives for half an hour. */
const PAUSES_SECONDS = [5, 30, 120, 600]

interface Claimed {
  workspace_id: Uuid
  id: Uuid
  to_number: string
  from_number: string | null
  body: string
  attempts: number
  claims: number
  due_at: Timestamp
}

export function textWork({ db, texting, log }: { db: Db; texting: Texting; log: Logger }): DueWork {
  async function send(text: Claimed): Promise<void> {
    const { id, to_number: to, from_number: from, body } = text
    try {
      if (text.claims > MOST_CLAIMS) return await finish(db, text, refused('it ended its workers'))
      if (from === null) return await finish(db, text, refused('the workspace has no outbound number'))
      await finish(db, text, await texting.send(id, { to, from, body }))
    } catch (error) {
      log.warn({ text: id, err: error }, 'a text was not sent')
      await retry(db, text, (error as Error).message)
    }
  }

  return {
    name: 'send texts',
    wakeOn: TEXTS_CHANNEL,
    idleMs: IDLE_MS,
    async run() {
      const claimed = await claim(db)
      await Promise.all(claimed.map(send))
      return claimed.length === BATCH ? 0 : nextMs(db)
    },
  }
}

const refused = (reason: string): Texted => ({ outcome: 'refused', reason })

function claim(db: Queryable): Promise<Claimed[]> {
  return db.rows<Claimed>(sql`
    with due as materialized (
      select workspace_id, id from texts
       where status = 'pending' and due_at <= (select clock_timestamp())
       order by due_at limit ${BATCH} for update skip locked
    )
    update texts t set claims = t.claims + 1, due_at = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
      from due where t.workspace_id = due.workspace_id and t.id = due.id
    returning t.workspace_id, t.id, t.to_number, t.from_number, t.body, t.attempts, t.claims, t.due_at`)
}

async function finish(db: Queryable, { workspace_id, id, due_at }: Claimed, texted: Texted): Promise<void> {
  const isSent = texted.outcome === 'sent'
  await db.run(sql`
    update texts
       set status = ${isSent ? 'sent' : 'failed'}, attempts = attempts + 1, claims = 0,
           reference = ${isSent ? texted.reference : null}, error = ${isSent ? null : texted.reason}
     where workspace_id = ${workspace_id} and id = ${id} and due_at = ${due_at} and status = 'pending'`)
}

async function retry(
  db: Queryable,
  { workspace_id, id, due_at, attempts }: Claimed,
  error: string,
): Promise<void> {
  const seconds = PAUSES_SECONDS[attempts]
  await db.run(sql`
    update texts
       set status = ${seconds === undefined ? 'failed' : 'pending'}, attempts = attempts + 1, claims = 0,
           error = ${error}, due_at = clock_timestamp() + ${seconds ?? 0} * interval '1 second'
     where workspace_id = ${workspace_id} and id = ${id} and due_at = ${due_at} and status = 'pending'`)
}

async function nextMs(db: Queryable): Promise<number | undefined> {
  const row = await db.row<{ ms: number | null }>(sql`
    select ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as ms
      from texts where status = 'pending'`)
  return row?.ms === null || row === undefined ? undefined : Math.max(250, row.ms)
}
