import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { PORT } from './names.ts'

/** The smaller of the limits (macOS 104 bytes, Linux 108), less the closing zero. */
const LONGEST_SOCKET_PATH = 103

const SHORT = '/tmp/icebot-'

export const socketPath = (dir: string): string => join(dir, `.s.PGSQL.${PORT}`)

/**
 * The cluster folder itself, or a short one when its path is too long for a socket. The short one has a fixed name,
 * so that connection pools find a restarted server where it was.
 */
export function socketDirFor(cluster: Cluster): string {
  if (Buffer.byteLength(socketPath(cluster.dir)) <= LONGEST_SOCKET_PATH) return cluster.dir
  const owner = cluster.runner?.uid ?? process.getuid?.() ?? 0
  const hash = createHash('sha256').update(cluster.dir).digest('hex').slice(0, 12)
  return ownFolder(`${SHORT}${owner}-${hash}`, owner, cluster) ?? strangersGotThere(owner, cluster)
}

/** rmdir takes nothing but an empty folder, so a server that has just been started anew keeps its own. */
export function removeSocketDir(dir: string): void {
  if (!dir.startsWith(SHORT)) return
  try {
    rmdirSync(dir)
  } catch {}
}

/** Anyone may write in /tmp: a folder that is not ours alone is not used. */
function ownFolder(dir: string, owner: number, cluster: Cluster): string | null {
  try {
    mkdirSync(dir, { mode: 0o700 })
    if (cluster.runner) chownSync(dir, owner, cluster.runner.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(dir)
  return found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0 ? dir : null
}

function strangersGotThere(owner: number, cluster: Cluster): string {
  const dir = mkdtempSync(SHORT)
  if (cluster.runner) chownSync(dir, owner, cluster.runner.gid)
  return dir
}
