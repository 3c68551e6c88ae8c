import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { connected } from './connection.ts'
import { copyIn, copyOut } from './copy.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase({ empty: true })
  await database.db.script('create table kept (id integer primary key, word text)')
})
afterAll(() => database.drop())

// The last block fills the reader's queue exactly, or nearly, or leaves it a little short.
it.each([100, 900, 3_500, 4_000, 4_500, 20_000])(
  'gives the connection back after a slow reader of %i rows',
  (rows) =>
    connected(database.db, async (client) => {
      const blocks = copyOut(client, `select n, repeat('x', 100) from generate_series(1, ${rows}) n`)
      await sleep(100)
      let count = 0
      for await (const block of blocks) count += block.rows
      expect(count).toBe(rows)
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }),
)

it('hands on what PostgreSQL says against a row, and takes later rows without complaint', () =>
  connected(database.db, async (client) => {
    const copy = await copyIn(client, 'kept (id, word)')
    await copy.write(Buffer.from('1\tone\n'))
    await copy.write(Buffer.from('1\tagain\n'))
    await copy.write(Buffer.from('2\ttwo\n'))
    await expect(copy.end()).rejects.toThrow(/duplicate key/)
    expect((await client.query('select * from kept')).rows).toEqual([])
  }))

it('says at once that there is no such table', () =>
  connected(database.db, async (client) => {
    await expect(copyIn(client, 'missing (id)')).rejects.toThrow(/does not exist/)
  }))
