import { closeSync, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../lib/user-error.ts'
import type { Cluster } from './cluster.ts'

const ROTATE_BYTES = 10_000_000

export interface Log {
  fd: number
  /** what the server has written since we opened it */
  written(): string
  close(): void
}

export function openLog(cluster: Cluster): Log {
  const path = join(cluster.dataDir, 'postgres.log')
  try {
    if (size(path) > ROTATE_BYTES) renameSync(path, `${path}.1`)
    const start = size(path)
    const fd = createdForOwner(path, cluster) ?? openSync(path, 'a')
    return {
      fd,
      written: () => readFileSync(path).subarray(start).toString(),
      close: () => closeSync(fd),
    }
  } catch (error) {
    throw new UserError(
      `The database's log ${path} cannot be written (${(error as Error).message}); mend that, or set ICEBOT_DATA_DIR to another folder.`,
    )
  }
}

/**
 * A log that root creates belongs to the cluster's owner, who may start the server without root next time. Only a
 * file made here is given away: through a link placed in the folder root would give away something else.
 */
function createdForOwner(path: string, cluster: Cluster): number | null {
  try {
    const fd = openSync(path, 'ax', 0o640)
    if (cluster.runner) fchownSync(fd, cluster.runner.uid, cluster.runner.gid)
    return fd
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
}

function size(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
