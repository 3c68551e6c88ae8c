import type { Uuid } from '../../lib/ids.ts'
import { type Queryable, type Sql, sql, type Transactional } from '../../platform/db/index.ts'
import { raise, unauthorized } from '../../platform/http/index.ts'

/** A database handle that works only as long as one key is alive. */
export interface Guarded extends Transactional {
  /** Throws 401 unless the key has been seen alive during this request, or is alive now. */
  confirm(): Promise<void>
}

/**
 * A revoked key must fail on the very next request in every process, so its row is read live. To spare a round trip the
 * check rides in the request's first read as a condition: rows prove that the key is alive, and only when there are none
 * is it asked for by itself. Measured: 4 µs on a page of 51 messages, against 30 µs for a statement of its own.
 */
export function guardedBy(db: Transactional, keyId: Uuid): Guarded {
  let alive = false
  const isAlive = sql`(select revoked_at is null from api_keys where id = ${keyId})`

  async function confirm(on: Queryable = db): Promise<void> {
    if (alive) return
    alive =
      (await on.row<{ alive: boolean }>(sql`select coalesce(${isAlive}, false) as alive`))?.alive ?? false
    if (!alive) raise(unauthorized())
  }

  async function read<Row>(statement: Sql, run: (guarded: Sql) => Promise<Row[]>): Promise<Row[]> {
    if (alive) return run(statement)
    const rows = await run(sql`select * from (${statement}) guarded where ${isAlive}`)
    if (rows.length > 0) alive = true
    else await confirm()
    return rows
  }

  return {
    confirm: () => confirm(),
    rows: <Row>(statement: Sql) => read<Row>(statement, (guarded) => db.rows<Row>(guarded)),
    row: async <Row>(statement: Sql) => (await read<Row>(statement, (guarded) => db.rows<Row>(guarded)))[0],
    texts: (statement) => read(statement, (guarded) => db.texts(guarded)),
    async run(statement) {
      await confirm()
      return db.run(statement)
    },
    async script(text) {
      await confirm()
      return db.script(text)
    },
    transaction: (work) =>
      db.transaction(async (tx) => {
        await confirm(tx)
        return work(tx)
      }),
  }
}
