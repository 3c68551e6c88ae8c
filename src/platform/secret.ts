import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  return readSecret(config.dataDir) ?? createSecret(config.dataDir)
}

export function readSecret(dataDir: string): string | undefined {
  const file = join(dataDir, FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Replaces the generated secret, as when a backup moves to this data folder. */
export function writeSecret(dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, FILE)
  rmSync(file, { force: true })
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
}

/** A hard link fails when the name exists: of two processes that start together, one makes the secret. */
function createSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
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
