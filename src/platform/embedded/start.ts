import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { UserError } from '../../lib/user-error.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { connect } from './connect.ts'
import { environment } from './environment.ts'
import { lastMeaningfulLine } from './failure.ts'
import { type Log, openLog } from './log.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { spawnAs } from './runner.ts'
import { settings, sharedBufferSizes } from './settings.ts'
import { socketDirFor } from './socket-dir.ts'

export interface Start {
  cluster: Cluster
  binaries: Binaries
  applicationName: string
  /** the process id in postmaster.pid that is certainly not this cluster's server */
  stalePid: number | null
  progress: (text: string) => void
  signal: AbortSignal
}

export interface Started {
  client: pg.Client
  socketDir: string
  childPid: number | undefined
}

/** Null when another process has it running, or still has pieces of the last one in memory: look again. */
export async function startServer(start: Start): Promise<Started | null> {
  for (const sharedBuffersMb of sharedBufferSizes()) {
    const socketDir = socketDirFor(start.cluster)
    const log = openLog(start.cluster)
    try {
      const child = await spawnPostmaster(start, log, socketDir, sharedBuffersMb)
      const client = await untilReady(child, start, socketDir)
      if (client) return { client, socketDir, childPid: child.pid }
      const written = log.written()
      if (RETRY.test(written) || !existsSync(socketDir)) return null
      if (!TOO_LITTLE_MEMORY.test(written)) throw cannotStart(start.cluster, written)
    } finally {
      log.close()
    }
  }
  throw cannotStart(start.cluster, 'not enough memory')
}

const RETRY = /lock file ".*" already exists|pre-existing shared memory block/
const TOO_LITTLE_MEMORY = /could not (map anonymous|create|resize) shared memory|Cannot allocate memory/

async function spawnPostmaster(
  start: Start,
  log: Log,
  socketDir: string,
  sharedBuffersMb: number,
): Promise<ChildProcess> {
  const { cluster, binaries, stalePid } = start
  const program = join(binaries.native, 'bin', 'postgres')
  try {
    const child = spawn(program, ['-D', cluster.dir, ...settings(socketDir, sharedBuffersMb)], {
      ...spawnAs(cluster.runner),
      cwd: '/',
      // PostgreSQL itself replaces a pid file that names its grandparent, without a moment in which two servers
      // could both believe that they have removed a stale one.
      env: { ...environment(), ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }) },
      stdio: ['ignore', log.fd, log.fd],
      // A Ctrl-C at the terminal is for us: we stop the server after our own work has ended.
      detached: true,
    })
    await once(child, 'spawn')
    child.unref()
    return child
  } catch (error) {
    throw cannotStart(cluster, (error as Error).message)
  }
}

/** Crash recovery after a power cut may take minutes, during which the server answers that it is starting up. */
const READY_MS = 600_000

/** Null when the server ended instead. */
async function untilReady(child: ChildProcess, start: Start, socketDir: string): Promise<pg.Client | null> {
  const begun = Date.now()
  let said = false
  while (child.exitCode === null && child.signalCode === null) {
    if (readPostmasterPid(start.cluster.dir)?.ready) {
      const client = await connect(socketDir, start.applicationName).catch(() => null)
      if (client) return client
    }
    const waitedMs = Date.now() - begun
    if (start.signal.aborted || waitedMs > READY_MS) {
      child.kill('SIGINT')
      throw cannotStart(start.cluster, `it was not ready after ${Math.round(waitedMs / 1000)} s`)
    }
    if (!said && waitedMs > 2_000) {
      said = true
      start.progress('Recovering the database')
    }
    await sleep(10)
  }
  return null
}

function cannotStart(cluster: Cluster, output: string): UserError {
  return new UserError(
    `The embedded PostgreSQL cannot start on ${cluster.dir}: ${lastMeaningfulLine(output)}; mend that (its log is ${join(cluster.dataDir, 'postgres.log')}), or set DATABASE_URL to a PostgreSQL server.`,
  )
}
