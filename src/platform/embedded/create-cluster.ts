import { createHash, randomBytes } from 'node:crypto'
import { chownSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { locationFile } from './cluster.ts'
import { initialise } from './initialise.ts'
import { makeAside } from './leftovers.ts'
import { mayReach, type Runner } from './runner.ts'
import { systemFolder } from './system-folder.ts'

/** Of two processes at once the second to finish drops its own cluster, and both use the first one's. */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  runner: Runner | null,
): Promise<void> {
  const outside = runner !== null && !mayReach(runner, dataDir)
  const place = outside ? join(systemFolder(), hash(dataDir)) : join(dataDir, 'postgres')
  await makeAside(place, async (unfinished) => {
    mkdirSync(unfinished, { mode: 0o700 })
    if (runner) chownSync(unfinished, runner.uid, runner.gid)
    await initialise(unfinished, binaries, runner)
    if (outside) moveOutside(unfinished, place, dataDir)
    else moveInto(unfinished, place)
  })
}

function moveInto(unfinished: string, place: string): void {
  try {
    renameSync(unfinished, place)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

/**
 * Every such place has a name of its own: when a person deletes the data folder to begin anew, the cluster left
 * outside must not come back. The record appears by link, which only one process can win.
 */
function moveOutside(unfinished: string, place: string, dataDir: string): void {
  const own = `${place}-${randomBytes(4).toString('hex')}`
  const record = join(dataDir, basename(own))
  renameSync(unfinished, own)
  writeFileSync(record, `${own}\n`)
  try {
    linkSync(record, locationFile(dataDir))
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (!isTaken(error)) throw error
  } finally {
    rmSync(record)
  }
}

function isTaken(error: unknown): boolean {
  return ['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
