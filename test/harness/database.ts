import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDb } from '../../src/platform/db/index.ts'

export interface TestDatabase {
  db: Db
  url: string
  drop(): Promise<void>
}

let count = 0

/** A migrated database of one's own. `empty` gives one without any schema. */
export async function createDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `icebot_test_${process.pid}_${Date.now().toString(36)}_${count++}`
  await admin(adminUrl, `create database ${name} ${options.empty ? '' : `template ${inject('template')}`}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const db = openDb({ connection: { connectionString: url.href }, maxConnections: 10, onTrouble: () => {} })
  return {
    db,
    url: url.href,
    async drop() {
      await db.close()
      await admin(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Copying a template fails while another copy of it is being made; both are short. */
async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(statement)
        return
      } catch (error) {
        const busy = error instanceof pg.DatabaseError && error.code === '55006'
        if (!busy || attempt === 100) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  } finally {
    await client.end()
  }
}
