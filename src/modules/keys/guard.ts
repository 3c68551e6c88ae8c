import type { Uuid } from '../../lib/ids.ts'
import { type Queryable, type Sql, sql, type Transactional } from '../../platform/db/index.ts'
import { unauthorized } from '../../platform/http/index.ts'

/** A database handle that works only as long as one key is alive. */
export interface Guarded extends Transactional {
  /** Throws 401 unless the key was found alive in this request; for answers that need no data. */
  confirm(): Promise<void>
}

const isAlive = (keyId: Uuid) => sql`(select revoked_at is null from api_keys where id = ${keyId})`

/** Throws 401 unless the key is alive now. */
export async function confirmAlive(db: Queryable, keyId: Uuid): Promise<void> {
  const row = await db.row<{ alive: boolean | null }>(sql`select ${isAlive(keyId)} as alive`)
  if (!row?.alive) throw unauthorized()
}

/**
 * A revoked key must fail on the very next request in every process, so its row is read live. To spare a round trip the
 * check rides in the request's first read as a condition: rows prove that the key is alive, and only when there are none
 * is it asked for by itself. Measured: 4 µs on a page of 51 messages, against 30 µs for a statement of its own.
 */
export function guardedBy(db: Transactional, keyId: Uuid): Guarded {
  const life = { confirmed: false }
  return {
    ...guard(db, keyId, life),
    transaction: (work) =>
      db.transaction(async (tx) => {
        // Run again after a deadlock, it is another moment.
        life.confirmed = false
        const guarded = guard(tx, keyId, life)
        const result = await work(guarded)
        await guarded.confirm()
        return result
      }),
  }
}

function guard(on: Queryable, keyId: Uuid, life: { confirmed: boolean }) {
  async function confirm(): Promise<void> {
    if (!life.confirmed) await confirmAlive(on, keyId)
    life.confirmed = true
  }

  function read<Row>(statement: Sql, run: (guarded: Sql) => Promise<Row[]>): Promise<Row[]> {
    if (life.confirmed) return run(statement)
    // Only a read can carry the condition.
    if (!/^\s*select\b/i.test(statement.text)) return confirm().then(() => run(statement))
    return run(sql`select * from (${statement}) guarded where ${isAlive(keyId)}`).then((rows) => {
      if (rows.length === 0) return confirm().then(() => rows)
      life.confirmed = true
      return rows
    })
  }

  return {
    confirm,
    rows: <Row>(statement: Sql) => read<Row>(statement, (guarded) => on.rows<Row>(guarded)),
    row: async <Row>(statement: Sql) => (await read<Row>(statement, (guarded) => on.rows<Row>(guarded)))[0],
    texts: (statement: Sql) => read(statement, (guarded) => on.texts(guarded)),
    async run(statement: Sql) {
      await confirm()
      return on.run(statement)
    },
    async script(text: string) {
      await confirm()
      return on.script(text)
    },
    announce: (subject: string) => on.announce(subject),
  }
}
