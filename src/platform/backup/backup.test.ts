import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { newId } from '../../lib/ids.ts'
import { UserError } from '../../lib/user-error.ts'
import { type Db, type Queryable, sql } from '../db/index.ts'
import { backup, restore } from './index.ts'

let folder: string
let file: string
let databases: TestDatabase[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'icebot-backup-'))
  file = join(folder, 'some.icebot-backup')
})
afterEach(async () => {
  for (const database of databases) await database.drop()
  databases = []
  rmSync(folder, { recursive: true })
})

describe('a backup', () => {
  it('tells what it holds', async () => {
    const db = await freshDatabase()
    await addWorkspace(db)
    const now = () => new Date('2026-01-02T03:04:05.678Z')
    const told: string[] = []
    const made = await backup(db, file, { secret: 'hush', now, progress: (text) => told.push(text) })
    expect(made).toMatchObject({ file, created_at: '2026-01-02T03:04:05.678Z' })
    expect(made.bytes).toBe(readFileSync(file).length)
    expect(made.tables).toMatchObject({ workspaces: 1, credit_ledger: 1, messages: 0 })
    expect(made.tables).not.toHaveProperty('schema_migrations')
    expect(told).toContain('workspaces: 1 rows')
    const header = JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n', 1)[0] as string)
    expect(header).toMatchObject({ format: 'icebot-backup', secret: 'hush', created_at: made.created_at })
  })

  it('never holds half of what was written together, though others go on writing', async () => {
    const db = await freshDatabase()
    await addMessages(db, 20_000)
    let writing = true
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) await db.transaction(addWorkspace)
    })
    while ((await countWorkspaces(db)) < 50) await sleep(5)
    const made = await backup(db, file, { secret: undefined })
    const after = await countWorkspaces(db)
    writing = false
    await Promise.all(writers)

    // The ledger is read long before the workspaces.
    expect(made.tables.workspaces).toBe((made.tables.credit_ledger as number) + 1)
    expect(made.tables.workspaces).toBeGreaterThanOrEqual(50)
    expect(after).toBeGreaterThan(made.tables.workspaces as number)
    const other = await freshDatabase()
    await restore(other, file, { secret: undefined, safetyFolder: folder })
    const [apart] = await other.rows(sql`
      select count(*) as count from workspaces w
      where w.name = 'pair' and not exists (select from credit_ledger where workspace_id = w.id)`)
    expect(apart).toEqual({ count: 0 })
  })

  it('reads a table that was replaced while it waited, and not as an empty one', async () => {
    const db = await freshDatabase()
    await db.script('create table kept (id integer)')
    const made = await db.session(async (session) => {
      await session.script('begin; lock table kept')
      const waiting = backup(db, file, { secret: undefined })
      await oneWaits(db)
      await session.script(
        'drop table kept; create table kept (id integer); insert into kept values (1), (2)',
      )
      await session.script('commit')
      return waiting
    })
    expect(made.tables.kept).toBe(2)
  })

  it('leaves an older one in place when the connection is lost on the way', async () => {
    const db = await freshDatabase()
    await addStates(db, 20_000, 2_000)
    writeFileSync(file, 'older')
    const cut = (text: string) => {
      if (text.startsWith('agents')) void endBackupConnection(db)
    }
    await expect(backup(db, file, { secret: undefined, progress: cut })).rejects.toThrow(
      /terminat|connection/i,
    )
    expect(readFileSync(file, 'utf8')).toBe('older')
    expect(readdirSync(folder)).toEqual(['some.icebot-backup'])
  })

  it('is refused where there is nothing to back up', async () => {
    const db = await freshDatabase({ empty: true })
    await expect(backup(db, file, { secret: undefined })).rejects.toThrow(UserError)
    expect(readdirSync(folder)).toEqual([])
  })

  it('and its restore need little memory, whatever the number and size of the rows', async () => {
    const db = await freshDatabase()
    await addStates(db, 300_000, 300)
    await addStates(db, 60, 2_000_000)
    const used = await peakMemory(() => backup(db, file, { secret: undefined }))
    expect(used.result.tables.service_state).toBe(300_060)
    expect(used.megabytes).toBeLessThan(150)
    const other = await freshDatabase()
    const again = await peakMemory(() => restore(other, file, { secret: undefined, safetyFolder: folder }))
    expect(again.result.tables.service_state).toBe(300_060)
    expect(again.megabytes).toBeLessThan(150)
  }, 120_000)
})

async function freshDatabase(options = {}): Promise<Db> {
  const database = await createDatabase(options)
  databases.push(database)
  return database.db
}

/** A workspace and its first ledger row, which belong together. */
async function addWorkspace(tx: Queryable): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into workspaces (id, name, plan, verified, credits) values (${id}, 'pair', 'free', true, 1)`)
  await tx.run(sql`
    insert into credit_ledger (workspace_id, id, amount, balance, reason) values (${id}, ${id}, 1, 1, 'start')`)
  return id
}

/** Fifty to a conversation. */
async function addMessages(db: Db, count: number): Promise<void> {
  const id = newId()
  await db.run(sql`
    insert into workspaces (id, name, plan, verified, credits) values (${id}, 'busy', 'free', true, 0)`)
  await db.run(sql`
    insert into agents (id, workspace_id, name, voice, welcome, allowed_domains)
    values (${id}, ${id}, 'Vanilla', true, 'Hello', '{}')`)
  await db.run(sql`
    insert into conversations (agent_id, id, channel, external_user_id)
    select ${id}, gen_random_uuid(), 'web', n from generate_series(1, ${count / 50}::int) n`)
  await db.run(sql`
    insert into messages (agent_id, conversation_id, id, role, content, channel, created_at)
    select agent_id, id, gen_random_uuid(), 'user', repeat(md5(n::text), 8), 'web', now() + n * interval '1 second'
    from conversations, generate_series(1, 50) n`)
}

async function addStates(db: Db, count: number, length: number): Promise<void> {
  await db.run(sql`
    insert into service_state (name, value)
    select gen_random_uuid(), repeat(md5(n::text), ${length}::int / 32) from generate_series(1, ${count}::int) n`)
}

async function countWorkspaces(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*) as count from workspaces`)
  return row?.count ?? 0
}

async function oneWaits(db: Db): Promise<void> {
  for (;;) {
    const row = await db.row(sql`
      select from pg_locks join pg_database d on d.oid = database
      where datname = current_database() and not granted`)
    if (row) return
    await sleep(10)
  }
}

async function endBackupConnection(db: Db): Promise<void> {
  await db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'icebot backup'`)
}

async function peakMemory<T>(work: () => Promise<T>): Promise<{ result: T; megabytes: number }> {
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  try {
    const result = await work()
    return { result, megabytes: (peak - before) / 1e6 }
  } finally {
    clearInterval(sampling)
  }
}
