import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { UserError } from '../../lib/user-error.ts'
import { connect } from './connect.ts'
import { isPostmasterOf, type PostmasterPid, readPostmasterPid } from './postmaster-pid.ts'
import { sameFolder } from './same-folder.ts'
import { type Start, startServer } from './start.ts'
import { endPostmaster } from './stop.ts'

export interface Reached {
  client: pg.Client
  pid: number
  socketDir: string
  /** it was running already */
  adopted: boolean
}

/** A connection to the cluster's one server: the running one, whoever started it, or one started now. */
export async function reachServer(options: Omit<Start, 'stalePid'>): Promise<Reached> {
  const { cluster, signal } = options
  const silent = deadline(SILENT_MS)
  const busy = deadline(BUSY_MS)
  const quiet = deadline(QUIET_MS)
  for (;;) {
    signal.throwIfAborted()
    const file = readPostmasterPid(cluster.dir)
    const found = file ? await look(options, file) : 'absent'
    if (typeof found === 'object') return { ...found, adopted: true }
    if (found === 'absent') {
      const started = await startServer({ ...options, stalePid: file?.pid ?? null })
      const pid = readPostmasterPid(cluster.dir)?.pid
      if (started && pid) return { ...started, pid, adopted: started.childPid !== pid }
    } else if (found === 'silent' && silent.passed() && file) {
      await endPostmaster(cluster.dir, file.pid)
      silent.renew()
    }
    if (quiet.passed()) {
      options.progress('Waiting for the database')
      quiet.renew()
    }
    if (busy.passed()) {
      throw new UserError(
        `The embedded PostgreSQL on ${cluster.dir} (process ${file?.pid}) does not become ready; end that process and start again, or set DATABASE_URL to a PostgreSQL server.`,
      )
    }
    await sleep(20)
  }
}

/** A live server that answers nothing, as when its socket was deleted, is stopped safely and started anew. */
const SILENT_MS = 15_000
const BUSY_MS = 600_000
const QUIET_MS = 5_000

type Found = Omit<Reached, 'adopted'> | 'absent' | 'silent' | 'busy'

async function look(
  { cluster, applicationName }: Omit<Start, 'stalePid'>,
  file: PostmasterPid,
): Promise<Found> {
  const socketDir = file.socketDir === file.dataDirectory ? cluster.dir : file.socketDir
  try {
    if (socketDir) {
      // Asked before the process id: a server in another container shows no process here and is alive all the same.
      const client = await connect(socketDir, applicationName)
      if (await serves(client, cluster.dir)) return { client, pid: file.pid, socketDir }
      await client.end()
    }
  } catch (error) {
    if (ANSWERED.test((error as { code?: string }).code ?? '')) return 'busy'
  }
  return isPostmasterOf(cluster.dir, file.pid) ? 'silent' : 'absent'
}

/** The server itself refused: starting up, shutting down (57P0x) or out of connections (53300). */
const ANSWERED = /^(57P0\d|53300)$/

async function serves(client: pg.Client, dir: string): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
  return sameFolder(rows[0]?.data_directory ?? '', dir)
}

function deadline(ms: number) {
  let end = Date.now() + ms
  return {
    passed: () => Date.now() > end,
    renew: () => {
      end = Date.now() + ms
    },
  }
}
