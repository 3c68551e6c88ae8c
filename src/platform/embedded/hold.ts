import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { UserError } from '../../lib/user-error.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { bePresent, beTheOnly, isLast, letGo } from './locks.ts'
import { type Reached, reachServer } from './reach.ts'
import { removeSocketDir } from './socket-dir.ts'
import { endPostmaster } from './stop.ts'

export interface Hold {
  socketDir: string
  adopted: boolean
  leave(): Promise<void>
}

export interface HoldOptions {
  cluster: Cluster
  binaries: Binaries
  exclusive: string | null
  progress: (text: string) => void
}

/**
 * One connection of our own tells every other process that the server is in use; when it breaks, the server is
 * brought back and the connection with it, until we leave.
 */
export async function holdServer(options: HoldOptions): Promise<Hold> {
  const leaving = new AbortController()
  let held = await enter(options, leaving.signal)
  let returning: Promise<void> = Promise.resolve()
  const { socketDir, adopted } = held
  watch()

  function watch() {
    held.client.once('end', () => {
      if (!leaving.signal.aborted) returning = comeBack()
    })
  }

  let backSince = 0
  let shortLives = 0

  async function comeBack() {
    shortLives = Date.now() - backSince < SHORT_LIFE_MS ? shortLives + 1 : 0
    let said = ''
    for (let attempt = shortLives; !leaving.signal.aborted; attempt++) {
      await pause(backoffMs(attempt), leaving.signal)
      try {
        held = await enter(options, leaving.signal)
        if (!held.adopted) options.progress('The database had stopped unexpectedly and was started again')
        backSince = Date.now()
        return watch()
      } catch (error) {
        const { message } = error as Error
        if (message !== said && !leaving.signal.aborted) options.progress(message)
        said = message
      }
    }
  }

  async function leave() {
    leaving.abort()
    await returning
    await leaveServer(options.cluster, held)
  }

  let left: Promise<void> | undefined
  return {
    socketDir,
    adopted,
    leave: () => {
      left ??= leave()
      return left
    },
  }
}

const ENTER_ATTEMPTS = 10

async function enter(options: HoldOptions, signal: AbortSignal): Promise<Reached> {
  const applicationName = `icebot ${options.exclusive ?? 'command'} ${process.pid}`
  for (let attempt = 1; ; attempt++) {
    const reached = await reachServer({ ...options, applicationName, signal })
    try {
      await bePresent(reached.client)
      if (options.exclusive) await beTheOnly(reached.client, options.exclusive, options.cluster.dataDir)
      return reached
    } catch (error) {
      await leaveServer(options.cluster, reached)
      if (error instanceof UserError || attempt === ENTER_ATTEMPTS) throw error
    }
  }
}

async function leaveServer(cluster: Cluster, { client, pid, socketDir }: Reached): Promise<void> {
  try {
    if ((await isLast(client)) && !(await hasOtherClients(client))) {
      await endPostmaster(cluster.dir, pid)
      removeSocketDir(socketDir)
    } else {
      await letGo(client)
    }
  } catch {
    // The server is gone already, or someone else is stopping it.
  }
  await client.end().catch(() => {})
}

/** Connections that our own process has just closed take a moment to disappear. */
const CLOSING_MS = 500

async function hasOtherClients(client: pg.Client): Promise<boolean> {
  for (const end = Date.now() + CLOSING_MS; ; await sleep(10)) {
    const { rows } = await client.query<{ others: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity
                       WHERE backend_type = 'client backend'
                         AND pid <> pg_backend_pid()
                         AND application_name NOT LIKE $1) AS others`,
      [`icebot % ${process.pid}`],
    )
    if (!rows[0]?.others) return false
    if (Date.now() > end) return true
  }
}

/** A server that lives no longer than this is brought back more and more slowly. */
const SHORT_LIFE_MS = 10_000

function backoffMs(attempt: number): number {
  return attempt === 0 ? 0 : Math.min(5_000, 250 * 2 ** (attempt - 1))
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
