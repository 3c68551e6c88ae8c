import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { newId } from '../../lib/ids.ts'
import { type Db, isUnavailable, migrateWithin, type Queryable, sql } from '../db/index.ts'
import { backup, restore } from './index.ts'

const ID = newId()
let folder: string
let file: string
let database: TestDatabase
let db: Db

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'icebot-backup-'))
  file = join(folder, 'some.icebot-backup')
  database = await createDatabase()
  db = database.db
  await db.run(sql`
    insert into workspaces (id, name, plan, verified, credits) values (${ID}, 'as backed up', 'free', true, 0)`)
  await db.run(sql`
    insert into agents (id, workspace_id, name, voice, welcome, allowed_domains)
    values (${ID}, ${ID}, 'Vanilla', true, 'Hello', '{}')`)
  await backup(db, file, { secret: undefined })
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

describe('a restore under a running service', () => {
  it('succeeds among requests that take tables in every order, and tells them at worst to come again', async () => {
    const failures: unknown[] = []
    let working = true
    let done = 0
    const requests = [readUp, readDown, writeUp, writeDown, writeUp, writeDown].map(async (request) => {
      while (working) {
        await db.transaction(request).catch((error) => failures.push(error))
        done++
      }
    })
    await sleep(100)
    await db.run(sql`update workspaces set name = 'changed since'`)
    const restored = await restore(db, file, { secret: undefined, safetyFolder: folder })
    expect(restored.replaced).toBe(true)
    expect(await db.row(sql`select name from workspaces`)).toEqual({ name: 'as backed up' })
    const before = done
    while (done < before + 20) await sleep(5)
    working = false
    await Promise.all(requests)
    expect(failures.filter((error) => !isUnavailable(error))).toEqual([])
  }, 120_000)

  it('steps back for a request that holds one table and wants another', async () => {
    await db.session(async (request) => {
      await request.script(`begin; update workspaces set name = 'held'`)
      const { restoring, letGo } = await restoreHeldUp()
      const wanting = request.script(`update agents set name = 'wanted'`)
      await sleep(400)
      await letGo()
      await wanting
      await request.script('commit')
      await restoring
    })
    expect(await db.row(sql`select name from agents`)).toEqual({ name: 'Vanilla' })
  })

  it('does not stay behind a request that will never get on', async () => {
    await db.session(async (request) => {
      await request.script(`begin; update workspaces set name = 'held'`)
      let insists = false
      const { restoring, letGo } = await restoreHeldUp((text) => {
        insists ||= text.startsWith('Waiting')
      })
      while (!insists) await sleep(10)
      await oneWaits()
      const wanting = request.script(`update agents set name = 'wanted'`).catch((error) => error)
      // By now PostgreSQL has looked whether the request waits in a circle, and it did not yet.
      await sleep(1_500)
      await letGo()
      const begun = performance.now()
      expect(isUnavailable(await wanting)).toBe(true)
      await restoring
      // Long before the request's own time limit would have ended it.
      expect(performance.now() - begun).toBeLessThan(15_000)
      await request.script('rollback')
    })
    expect(await db.row(sql`select name from workspaces`)).toEqual({ name: 'as backed up' })
  })

  it('makes a process that starts meanwhile wait, without a deadlock', async () => {
    let starting: Promise<void> | undefined
    const start = (text: string) => {
      if (text.startsWith('Keeping')) starting = db.session(migrateOnce)
    }
    await restore(db, file, { secret: undefined, safetyFolder: folder, progress: start })
    expect(starting).toBeDefined()
    await starting
  })

  it('gives up after a while when somebody never lets go, and changes nothing', async () => {
    await db.session(async (session) => {
      await session.script(`begin; update workspaces set name = 'held'`)
      const refused = restore(db, file, { secret: undefined, safetyFolder: folder, patienceMs: 1_000 })
      await expect(refused).rejects.toThrow(
        /^Others have held the database for 1 seconds, and nothing was changed/,
      )
      await session.script('commit')
    })
    expect(await db.row(sql`select name from workspaces`)).toEqual({ name: 'held' })
  })

  it('keeps in the safety backup what was written a moment before', async () => {
    const restored = await db.session(async (request) => {
      await request.script(`begin; insert into service_state (name, value) values ('late', 'acknowledged')`)
      const restoring = restore(db, file, { secret: undefined, safetyFolder: folder })
      await oneWaits()
      await request.script('commit')
      return restoring
    })
    expect(await db.rows(sql`select value from service_state`)).toEqual([])
    await restore(db, restored.safety_backup as string, { secret: undefined, safetyFolder: folder })
    expect(await db.rows(sql`select value from service_state`)).toEqual([{ value: 'acknowledged' }])
  })
})

/** A restore that has the agents already and waits for the audit log, until that is let go. */
async function restoreHeldUp(progress: (text: string) => void = () => {}) {
  const holder = new pg.Client(db.connection)
  await holder.connect()
  await holder.query('begin; lock table audit_log')
  const restoring = restore(db, file, { secret: undefined, safetyFolder: folder, progress })
  await oneWaits()
  return { restoring, letGo: () => holder.end() }
}

async function migrateOnce(session: Queryable): Promise<void> {
  await session.script('begin')
  await migrateWithin(session)
  await session.script('commit')
}

const writeUp = async (tx: Queryable) => {
  await tx.run(sql`update agents set name = 'written' where id = ${ID}`)
  await sleep(3)
  await tx.run(sql`
    insert into audit_log (workspace_id, id, actor_kind, action, target_id, detail)
    values (${ID}, ${newId()}, 'system', 'test', '', '{}')`)
  await tx.run(sql`update workspaces set credits = credits + 1 where id = ${ID}`)
}
const writeDown = async (tx: Queryable) => {
  await tx.run(sql`insert into service_state (name, value) values (${newId()}, 'written')`)
  await sleep(3)
  await tx.run(sql`
    insert into conversations (agent_id, id, channel, external_user_id) values (${ID}, ${newId()}, 'web', ${newId()})`)
}
const readUp = async (tx: Queryable) => {
  await tx.rows(sql`select * from agents`)
  await sleep(1)
  await tx.rows(sql`select * from workspaces`)
}
const readDown = async (tx: Queryable) => {
  await tx.rows(sql`select * from workspaces`)
  await sleep(1)
  await tx.rows(sql`select * from agents`)
}

async function oneWaits(): Promise<void> {
  for (;;) {
    const row = await db.row(sql`
      select from pg_locks join pg_database d on d.oid = database
      where datname = current_database() and not granted`)
    if (row) return
    await sleep(5)
  }
}
