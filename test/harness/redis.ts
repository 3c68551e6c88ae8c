import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestRedis {
  url: string
  port: number
  /** To freeze it (SIGSTOP) or kill it (SIGKILL). */
  pid: number
  stop(): Promise<void>
}

/**
 * A real Redis (or Valkey) of its own on a free port, with nothing kept on disk. Undefined, with a printed reason, where
 * none is installed: skip what needs it.
 */
export async function startRedis(
  options: { port?: number; args?: string[] } = {},
): Promise<TestRedis | undefined> {
  for (const program of ['redis-server', 'valkey-server']) {
    const started = await start(program, options.port ?? (await freePort()), options.args ?? [])
    if (started) return started
  }
  console.warn('Tests that need Redis are skipped: no redis-server (or valkey-server) on the PATH.')
  return undefined
}

async function start(program: string, port: number, args: string[]): Promise<TestRedis | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'icebot-redis-'))
  const server = spawn(
    program,
    ['--port', `${port}`, '--dir', folder, '--bind', '127.0.0.1', '--save', '', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const cleanUp = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', cleanUp)
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))

  async function stop(): Promise<void> {
    cleanUp()
    process.off('exit', cleanUp)
    await ended
  }

  if (!(await installed(server))) {
    process.off('exit', cleanUp)
    cleanUp()
    return undefined
  }
  const log = await readyOrEnded(server)
  if (log !== undefined) {
    await stop()
    throw new Error(`${program} did not start:\n${log}`)
  }
  return { url: `redis://127.0.0.1:${port}`, port, pid: server.pid as number, stop }
}

async function installed(server: ChildProcess): Promise<boolean> {
  const missing = once(server, 'error').then(([error]) => {
    if (error.code === 'ENOENT') return false
    throw error
  })
  return Promise.race([missing, once(server, 'spawn').then(() => true)])
}

/** Undefined once it accepts connections, or what it said before it ended. */
function readyOrEnded(server: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let log = ''
    server.stdout?.on('data', (chunk) => {
      log += chunk
      if (log.includes('eady to accept connections')) resolve(undefined)
    })
    server.once('exit', () => resolve(log))
  })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
