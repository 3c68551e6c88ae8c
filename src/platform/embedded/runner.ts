import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '../../lib/user-error.ts'

/** The unprivileged user PostgreSQL runs as when we are root: it refuses to run as root. */
export interface Runner {
  name: string
  uid: number
  gid: number
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** Null means: as ourselves. An existing cluster keeps the user who owns its files. */
export function chooseRunner(clusterOwner?: number): Runner | null {
  if (!isRoot()) return null
  const users = readUsers()
  const runner =
    clusterOwner === undefined
      ? (users.find((user) => user.name === 'postgres') ?? users.find((user) => user.name === 'nobody'))
      : (users.find((user) => user.uid === clusterOwner) ?? withoutName(clusterOwner))
  if (runner && runner.uid !== 0) return runner
  throw new UserError(
    'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor "nobody"; start icebot as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

export function userName(uid: number): string {
  return readUsers().find((user) => user.uid === uid)?.name ?? `with id ${uid}`
}

/** For spawn: Node drops root's supplementary groups whenever uid or gid is given. */
export function spawnAs(runner: Runner | null): { uid?: number; gid?: number } {
  return runner ? { uid: runner.uid, gid: runner.gid } : {}
}

/** Judged from the mode bits alone, so that a start costs no child process. `path` has no symbolic links. */
export function mayReach(runner: Runner, path: string, wanted = EXECUTE): boolean {
  const parent = dirname(path)
  if (!grants(runner, statSync(path), wanted)) return false
  return parent === path || mayReach(runner, parent, EXECUTE)
}

export const EXECUTE = 1
export const READ = 4

function grants(runner: Runner, file: Stats, wanted: number): boolean {
  const shift = file.uid === runner.uid ? 6 : file.gid === runner.gid ? 3 : 0
  return ((file.mode >> shift) & wanted) === wanted
}

function withoutName(uid: number): Runner {
  return { name: `user ${uid}`, uid, gid: uid }
}

function readUsers(): Runner[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((fields) => fields.length >= 7)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}
