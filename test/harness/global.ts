import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, openDb } from '../../src/platform/db/index.ts'
import { openEmbedded } from '../../src/platform/embedded/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    template: string
  }
}

/**
 * One PostgreSQL for the whole run: the embedded one in a temporary folder, or DATABASE_URL. Every test file gets a
 * database of its own, copied from a migrated template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The tests that start processes run what is built, so what is built must be what is tested.
  const { setUp } = await import('../../bin/setup.js' as string)
  await setUp({ speech: true })
  const given = process.env.DATABASE_URL
  const folder = mkdtempSync(join(tmpdir(), 'icebot-test-'))
  // Run by root, the database belongs to another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const server = given ? undefined : await openEmbedded({ dataDir: folder })
  const adminUrl = given ?? (server?.url as string)
  const template = `icebot_template_${process.pid}`
  const leave = async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await admin(adminUrl, `create database ${template}`)
    await migrateTemplate(databaseUrl(adminUrl, template))
  } catch (error) {
    // A run that never begins is not torn down either: without this its server would stay.
    await leave()
    throw error
  }
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)

  return async () => {
    await admin(adminUrl, `drop database ${template} with (force)`)
    await leave()
  }
}

async function migrateTemplate(connectionString: string): Promise<void> {
  const db = openDb({ connection: { connectionString }, maxConnections: 1, onTrouble: () => {} })
  try {
    await migrate(db)
  } finally {
    await db.close()
  }
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}
