import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { openDb, openListener, sql } from './db/index.ts'
import { createLog } from './log.ts'
import { createNews, type News } from './news.ts'

let database: TestDatabase
/** The same service seen from two processes. */
let here: Office
let there: Office

interface Office {
  db: TestDatabase['db']
  news: News
  close(): Promise<void>
}

async function openOffice(): Promise<Office> {
  const { connection } = database.db
  const db = openDb({ connection, maxConnections: 2, onTrouble: () => {} })
  const listener = openListener(connection, () => {})
  const news = await createNews(
    db,
    listener,
    createLog('silent', () => {}),
  )
  return {
    db,
    news,
    async close() {
      await listener.close()
      await db.close()
    },
  }
}

beforeAll(async () => {
  database = await createDatabase()
  here = await openOffice()
  there = await openOffice()
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

/** Counts how often a subject was heard of, and waits for the next time. */
function ear({ news }: Office, subject: string) {
  let count = 0
  let wake = () => {}
  const close = news.watch(subject, () => {
    count++
    wake()
  })
  return {
    close,
    count: () => count,
    heard: () =>
      new Promise<void>((resolve) => {
        if (count > 0) resolve()
        else wake = resolve
      }),
  }
}

describe('news', () => {
  it('are heard in every process, once', async () => {
    const ears = [ear(here, 'a'), ear(there, 'a')]
    here.db.announce('a')
    await Promise.all(ears.map((one) => one.heard()))
    // Whatever came twice would have come before this.
    const after = ear(there, 'after-a')
    here.db.announce('after-a')
    await after.heard()
    expect(ears.map((one) => one.count())).toEqual([1, 1])
    for (const one of [...ears, after]) one.close()
  })

  it('are told when they are committed, and never before', async () => {
    const one = ear(there, 'b')
    const own = ear(here, 'b')
    await here.db.transaction(async (tx) => {
      tx.announce('b')
      await tx.run(sql`select pg_sleep(0.1)`)
      expect(one.count() + own.count()).toBe(0)
    })
    await Promise.all([one.heard(), own.heard()])
    one.close()
    own.close()
  })

  it('are none when the transaction fails', async () => {
    const own = ear(here, 'c')
    await expect(
      here.db.transaction(async (tx) => {
        tx.announce('c')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(own.count()).toBe(0)
    own.close()
  })

  it('of one subject disturb no other, and nobody who left', async () => {
    const other = ear(here, 'd')
    const gone = ear(here, 'e')
    gone.close()
    here.db.announce('e')
    expect([other.count(), gone.count()]).toEqual([0, 0])
    other.close()
  })

  it('that may have been missed while the connection was away make everybody look', async () => {
    const one = ear(there, 'f')
    await database.db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'icebot listener' and datname = current_database()`)
    await one.heard()
    one.close()
  })
})
