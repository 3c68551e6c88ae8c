import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sameFolder } from './same-folder.ts'

/** What a running server writes into postmaster.pid; the later lines come only once it has got that far. */
export interface PostmasterPid {
  pid: number
  dataDirectory: string
  socketDir: string | null
  ready: boolean
}

export function readPostmasterPid(clusterDir: string): PostmasterPid | null {
  let lines: string[]
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return null
  return {
    pid,
    dataDirectory: lines[1]?.trim() ?? '',
    socketDir: lines[4]?.trim() || null,
    ready: lines[7]?.startsWith('ready') ?? false,
  }
}

/** A zombie counts as gone: in a container nobody may ever reap it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** Process ids are reused, in containers nearly always: a live one proves nothing by itself. */
export function isPostmasterOf(clusterDir: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  const args = commandLine(pid)
  // Unknown is treated as ours, for starting a second server on one folder is the worse mistake.
  if (args === null) return true
  const folder = args[args.indexOf('-D') + 1]
  return basename(args[0] ?? '') === 'postgres' && Boolean(folder) && sameFolder(folder ?? '', clusterDir)
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

function commandLine(pid: number): string[] | null {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    } catch {
      return []
    }
  }
  try {
    const text = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    // ps does not say where an argument ends; ours are known: <path>/postgres -D <folder> -c …
    const [, program = text, folder = ''] = /^(.*?\/postgres) -D (.*?) -c /.exec(text) ?? []
    return [program, '-D', folder]
  } catch {
    return null
  }
}
