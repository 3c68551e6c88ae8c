import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { isUnavailable, migrate, openDb, rawSql, sql } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await database.db.script('create table pair (name text primary key, count integer not null)')
  await database.db.script(`insert into pair values ('a', 0), ('b', 0)`)
})
afterAll(() => database.drop())

describe('the sql tag', () => {
  it('makes parameters of values and splices fragments', () => {
    const fragment = sql`name = ${'x'} and count > ${1}`
    const statement = sql`select ${rawSql('name')} from pair where ${fragment} limit ${5}`
    expect(statement.text).toBe('select name from pair where name = $1 and count > $2 limit $3')
    expect(statement.values).toEqual(['x', 1, 5])
  })

  it('knows where values and fragments were, not only which', () => {
    const both = (first: unknown, second: unknown) => sql`select ${first}, ${second}`
    expect(both(sql`now()`, 1).text).toBe('select now(), $1')
    expect(both(1, sql`now()`).text).toBe('select $1, now()')
    expect(both(1, 2).text).toBe('select $1, $2')
  })

  it('lets no value become SQL', async () => {
    const evil = `'; drop table pair; --`
    expect(await database.db.rows(sql`select * from pair where name = ${evil}`)).toEqual([])
    expect(await database.db.rows(sql`select name from pair order by name`)).toEqual([
      { name: 'a' },
      { name: 'b' },
    ])
  })
})

describe('a transaction', () => {
  it('is all or nothing', async () => {
    const failed = database.db.transaction(async (tx) => {
      await tx.run(sql`update pair set count = 99`)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await database.db.row(sql`select max(count) as max from pair`)).toEqual({ max: 0 })
  })

  it('that is refused costs no connection: it was rolled back, and is as good as new', async () => {
    const { connection } = database.db
    const db = openDb({ connection, maxConnections: 1, onTrouble: () => {} })
    const pid = () => db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const before = await pid()
    await expect(db.transaction(() => Promise.reject(new Error('a refusal')))).rejects.toThrow('a refusal')
    expect(await pid()).toEqual(before)
    // What somebody did in a session of their own is not known, so it ends with it.
    await expect(db.session(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
    expect(await pid()).not.toEqual(before)
    await db.close()
  })

  it('that loses a deadlock is run again from its start', async () => {
    const add = (first: string, second: string) =>
      database.db.transaction(async (tx) => {
        await tx.run(sql`update pair set count = count + 1 where name = ${first}`)
        await new Promise((resolve) => setTimeout(resolve, 30))
        await tx.run(sql`update pair set count = count + 1 where name = ${second}`)
      })
    await Promise.all([add('a', 'b'), add('b', 'a'), add('a', 'b'), add('b', 'a')])
    expect(await database.db.rows(sql`select count from pair`)).toEqual([{ count: 4 }, { count: 4 }])
  })

  it('survives its connection being cut, and so does the pool', async () => {
    const cut = database.db.transaction((tx) => tx.run(sql`select pg_terminate_backend(pg_backend_pid())`))
    const error = await cut.catch((caught) => caught)
    expect(isUnavailable(error)).toBe(true)
    expect(await database.db.row(sql`select 1 as one`)).toEqual({ one: 1 })
  })
})

describe('migrations', () => {
  it('go into no database that another program uses', async () => {
    const other = await createDatabase({ empty: true })
    await other.db.script('create table invoices (id int)')
    await expect(migrate(other.db)).rejects.toThrow('invoices')
    expect(await other.db.rows(sql`select tablename from pg_tables where schemaname = 'public'`)).toEqual([
      { tablename: 'invoices' },
    ])
    await other.drop()
  })

  it('from processes that start together are applied once', async () => {
    const empty = await createDatabase({ empty: true })
    const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(empty.db)))
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1)
    await empty.drop()
  })

  it('that were edited after they ran are noticed', async () => {
    const other = await createDatabase()
    await other.db.script(`update schema_migrations set checksum = 'edited' where version = 1`)
    await expect(migrate(other.db)).rejects.toThrow('0001_ground.sql')
    await other.drop()
  })
})
