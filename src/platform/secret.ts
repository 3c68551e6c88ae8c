import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../lib/folders.ts'
import { newId } from '../lib/ids.ts'
import { randomBase62 } from '../lib/secrets.ts'
import { UserError } from '../lib/user-error.ts'

const FILE = 'secret'
const LENGTH = 43

/** The service's secret: as configured, or generated once into the data folder. */
export function serviceSecret(config: {
  secret?: string | undefined
  databaseUrl?: string | undefined
  dataDir: string
}): string {
  if (config.secret !== undefined) return config.secret
  if (config.databaseUrl !== undefined) {
    throw new UserError(
      'ICEBOT_SECRET is missing: with DATABASE_URL every process needs the same one. Make one with `openssl rand -hex 32` and keep it.',
    )
  }
  makeDataFolder(config.dataDir)
  return readSecret(config.dataDir) ?? createSecret(config.dataDir)
}

export function readSecret(dataDir: string): string | undefined {
  const file = join(dataDir, FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Replaces the generated secret, as when a backup moves to this data folder. */
export function writeSecret(dataDir: string, secret: string): void {
  const draft = join(dataDir, `${FILE}.${newId()}`)
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 })
  renameSync(draft, join(dataDir, FILE))
}

/** A hard link fails when the name exists: of two processes that start together, one makes the secret. */
function createSecret(dataDir: string): string {
  const draft = join(dataDir, `${FILE}.${newId()}`)
  writeFileSync(draft, `${randomBase62(LENGTH)}\n`, { mode: 0o600 })
  try {
    linkSync(draft, join(dataDir, FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readSecret(dataDir) as string
}

function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file')
  } catch (error) {
    throw new UserError(
      `ICEBOT_DATA_DIR: the folder ${dataDir} cannot be used (${(error as Error).message}). Set it to a folder you may write to.`,
    )
  }
}
