import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './postmaster-pid.ts'

/** What this process is making right now: its id alone would not tell, for a container gives the same id again. */
const ours = new Set<string>()

/**
 * Makes a folder under a temporary name, which `make` moves into place when it is whole. A kill in the middle leaves
 * only rubbish, which the next attempt sweeps away.
 */
export async function makeAside(
  place: string,
  make: (unfinished: string) => void | Promise<void>,
): Promise<void> {
  sweep(place)
  const unfinished = `${place}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  ours.add(unfinished)
  try {
    await make(unfinished)
  } finally {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
    ours.delete(unfinished)
  }
}

const HOUR_MS = 3_600_000

function sweep(place: string): void {
  const prefix = `${basename(place)}.new-`
  for (const name of readdirSync(dirname(place)).filter((name) => name.startsWith(prefix))) {
    const path = join(dirname(place), name)
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    const inUse = pid === process.pid ? ours.has(path) : isAlive(pid) && age(path) < HOUR_MS
    if (!inUse) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  }
}

function age(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}
