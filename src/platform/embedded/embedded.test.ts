import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../lib/user-error.ts'
import { locateBinaries, runnable } from './binaries.ts'
import { type EmbeddedOptions, type EmbeddedServer, openEmbedded } from './index.ts'
import { isAlive, readPostmasterPid } from './postmaster-pid.ts'
import { chooseRunner, isRoot, spawnAs } from './runner.ts'

const project = join(import.meta.dirname, '../../..')
let compiled: string
let root: string
const servers: EmbeddedServer[] = []
const processes: ChildProcess[] = []

beforeAll(() => {
  compiled = mkdtempSync(join(project, 'node_modules/.embedded-test-'))
  const tsc = join(project, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(project, 'tsconfig.build.json'), '--outDir', compiled])
})
afterAll(() => rmSync(compiled, { recursive: true }))

beforeEach(() => {
  root = mkdtempSync('/tmp/icebot test ')
  chmodSync(root, 0o755)
})
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.stop()
  for (const dir of clusterFolders(root)) {
    const pid = readPostmasterPid(dir)?.pid
    if (pid && pid !== process.pid && isAlive(pid)) process.kill(pid, 'SIGQUIT')
    while (pid && pid !== process.pid && isAlive(pid)) await sleep(20)
    rmSync(dir, { recursive: true })
  }
  rmSync(root, { recursive: true })
})

describe('the embedded database', () => {
  it('keeps what was written when it is opened again', async () => {
    const first = await open({ dataDir: join(root, 'data') })
    await query(first, 'CREATE TABLE flavour AS SELECT 1 AS id')
    await first.stop()
    const second = await open({ dataDir: join(root, 'data') })
    expect(second.adopted).toBe(false)
    expect(await query(second, 'SELECT id FROM flavour')).toEqual([{ id: 1 }])
    expect(await query(second, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(second, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
  })

  it('is adopted from a killed process without losing an acknowledged write', async () => {
    const dataDir = join(root, 'data')
    const writer = await anotherProcess(dataDir, 'serve', { writing: true })
    while (writer.acknowledged() < 200) await sleep(5)
    writer.child.kill('SIGKILL')
    const server = await open({ dataDir, exclusive: 'serve' })
    expect(server.adopted).toBe(true)
    const [row] = await query(server, 'SELECT count(*)::int AS written FROM kept')
    expect(row?.written).toBeGreaterThanOrEqual(writer.acknowledged())
    expect(pidOf(dataDir)).toBe(writer.postmaster())
  })

  it('is made once when two processes find a fresh folder', async () => {
    const dataDir = join(root, 'data')
    const both = await Promise.all([anotherProcess(dataDir, null), anotherProcess(dataDir, null)])
    expect(both[0].postmaster()).toBe(both[1].postmaster())
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  it('sweeps away what a process killed in the middle of creating it left behind', async () => {
    const dataDir = join(root, 'data')
    const child = runNode(dataDir, null, {})
    while (!existsSync(dataDir) || !readdirSync(dataDir).some((name) => name.includes('.new-')))
      await sleep(5)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await open({ dataDir })
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  it('lets one process serve it and is free the moment that one is killed', async () => {
    const dataDir = join(root, 'data')
    const holder = await anotherProcess(dataDir, 'serve')
    const refused = await refusal({ dataDir, exclusive: 'serve' })
    expect(refused).toContain(dataDir)
    expect(refused).toContain('ICEBOT_DATA_DIR')
    expect(refused).toContain(`process ${holder.child.pid}`)
    await open({ dataDir, exclusive: 'backup' })
    holder.child.kill('SIGKILL')
    await open({ dataDir, exclusive: 'serve' })
  })

  it('is stopped by the last to leave and not before', async () => {
    const dataDir = join(root, 'data')
    const first = await open({ dataDir, exclusive: 'serve' })
    const second = await open({ dataDir })
    const pid = pidOf(dataDir)
    await first.stop()
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(pidOf(dataDir)).toBe(pid)
    await second.stop()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  it('is left running for another process that uses its address', async () => {
    const dataDir = join(root, 'data')
    const server = await open({ dataDir })
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await server.stop()
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })

  it('can be opened while the one before it is still stopping', async () => {
    const dataDir = join(root, 'data')
    for (let round = 0; round < 5; round++) {
      const leaving = await open({ dataDir, exclusive: 'serve' })
      const stopped = leaving.stop()
      await sleep(round * 4)
      const next = await open({ dataDir, exclusive: 'migrate' })
      await stopped
      expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await next.stop()
    }
  })

  it('comes back at the same address, still ours alone, when its server is killed', async () => {
    const dataDir = join(root, 'data')
    const said: string[] = []
    const server = await open({ dataDir, exclusive: 'serve', progress: (text) => said.push(text) })
    await query(server, 'CREATE TABLE flavour AS SELECT 1 AS id')
    const pid = pidOf(dataDir)
    process.kill(pid, 'SIGKILL')
    while (!said.some((text) => text.includes('started again'))) await sleep(20)
    expect(pidOf(dataDir)).not.toBe(pid)
    expect(await query(server, 'SELECT id FROM flavour')).toEqual([{ id: 1 }])
    expect(await refusal({ dataDir, exclusive: 'serve' })).toContain(`process ${process.pid}`)
    const again = pidOf(dataDir)
    await server.stop()
    expect(isAlive(again)).toBe(false)
  })

  it('refuses a cluster of another major version and says the way out', async () => {
    const dataDir = join(root, 'data')
    await (await open({ dataDir })).stop()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    const refused = await refusal({ dataDir })
    expect(refused).toContain(join(dataDir, 'postgres'))
    expect(refused).toMatch(
      /PostgreSQL 15 .* PostgreSQL 18;.*icebot backup FILE.*icebot restore FILE.*ICEBOT_DATA_DIR/,
    )
  })

  it.each([
    ['an unrelated program', () => unrelatedProgram()],
    ['the server of another folder', () => pidOf(join(root, 'other'))],
  ])('starts although its stale pid file names %s', async (_, foreign) => {
    const other = await open({ dataDir: join(root, 'other') })
    const dataDir = join(root, 'data')
    await (await open({ dataDir })).stop()
    const dir = join(dataDir, 'postgres')
    const [, , ...rest] = readFileSync(join(root, 'other', 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    writeFileSync(join(dir, 'postmaster.pid'), [foreign(), dir, ...rest].join('\n'))
    const server = await open({ dataDir })
    expect(server.adopted).toBe(false)
    expect(await query(server, 'SHOW data_directory')).toEqual([{ data_directory: dir }])
    expect(await query(other, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it.each([
    ['very long', 'long '.repeat(30)],
    ['awkward', `it's "quoted", %20 & ünï`],
  ])('works below a path that is %s', async (_, name) => {
    const dataDir = join(root, name, 'data')
    const server = await open({ dataDir })
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    expect((await client.query('SHOW data_directory')).rows[0].data_directory).toBe(join(dataDir, 'postgres'))
    await client.end()
    const again = await open({ dataDir })
    expect(again.adopted).toBe(true)
    expect(again.url).toBe(server.url)
    await again.stop()
    await server.stop()
    if (!server.connection.host.startsWith(root)) expect(existsSync(server.connection.host)).toBe(false)
  })

  it('says in one sentence why it cannot start', async () => {
    const dataDir = join(root, 'data')
    await (await open({ dataDir })).stop()
    truncateSync(join(dataDir, 'postgres', 'global', 'pg_control'), 0)
    const refused = await refusal({ dataDir })
    expect(refused).toMatch(
      /cannot start on .*: could not read file "global\/pg_control".*postgres\.log.*DATABASE_URL/,
    )
    expect(refused).not.toContain('\n')
  })

  it('refuses a folder that holds something else', async () => {
    mkdirSync(join(root, 'data', 'postgres'), { recursive: true })
    writeFileSync(join(root, 'data', 'postgres', 'notes.txt'), '')
    if (isRoot()) execFileSync('chown', ['-R', 'nobody', join(root, 'data', 'postgres')])
    expect(await refusal({ dataDir: join(root, 'data') })).toMatch(
      /not a PostgreSQL database.*ICEBOT_DATA_DIR/,
    )
  })
})

describe.runIf(isRoot())('as root', () => {
  it('keeps the cluster of a folder that only root may enter outside, and never replaces a missing one', async () => {
    mkdirSync(join(root, 'closed'), { mode: 0o700 })
    const dataDir = join(root, 'closed', 'data')
    const server = await open({ dataDir })
    await query(server, 'CREATE TABLE flavour AS SELECT 1 AS id')
    await server.stop()
    const again = await open({ dataDir })
    expect(await query(again, 'SELECT id FROM flavour')).toEqual([{ id: 1 }])
    const [{ data_directory: dir } = {}] = await query(again, 'SHOW data_directory')
    expect(readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim()).toBe(dir)
    await again.stop()
    rmSync(dir, { recursive: true })
    expect(await refusal({ dataDir })).toMatch(/is missing.*ICEBOT_DATA_DIR/)
  })

  it('runs a copy of binaries that the other user could not execute, links included', async () => {
    const runner = chooseRunner()
    const located = locateBinaries()
    mkdirSync(join(root, 'closed'), { mode: 0o700 })
    const native = join(root, 'closed', 'native')
    cpSync(located.native, native, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
    chmodSync(join(native, 'bin', 'postgres'), 0o700)
    const { native: copy } = await runnable(
      { ...located, native, version: `test-${process.pid}` },
      runner,
      root,
    )
    try {
      const said = execFileSync(join(copy, 'bin', 'postgres'), ['-V'], { ...spawnAs(runner), cwd: '/' })
      expect(String(said)).toContain('PostgreSQL')
    } finally {
      rmSync(join(copy, '..'), { recursive: true })
    }
  })
})

async function open(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const server = await openEmbedded(options)
  servers.push(server)
  return server
}

async function refusal(options: EmbeddedOptions): Promise<string> {
  const error = await open(options).then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(UserError)
  return (error as UserError).message
}

async function query(server: EmbeddedServer, sql: string) {
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** Of the same user as the server, for PostgreSQL itself sees through the process of any other. */
function unrelatedProgram(): number {
  const child = spawn('sleep', ['60'], { ...spawnAs(chooseRunner()), stdio: 'ignore' })
  processes.push(child)
  return child.pid ?? 0
}

function pidOf(dataDir: string): number {
  return readPostmasterPid(join(dataDir, 'postgres'))?.pid ?? 0
}

function clusterFolders(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const inside = found.filter((entry) => entry.name === 'PG_VERSION').map((entry) => entry.parentPath)
  const outside = found
    .filter((entry) => entry.name === 'postgres.location')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').trim())
  return [...inside, ...outside].filter(
    (dir) => existsSync(join(dir, 'PG_VERSION')) && !dir.includes('/base/'),
  )
}

interface Work {
  writing?: boolean
}

/** A Node process of its own that holds the server until it is killed. */
function runNode(dataDir: string, exclusive: string | null, work: Work): ChildProcess {
  const face = pathToFileURL(join(compiled, 'platform/embedded/index.js')).href
  const script = `
    import { openEmbedded } from ${JSON.stringify(face)}
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    const { dataDir, exclusive, writing } = JSON.parse(process.argv[1])
    const server = await openEmbedded({ dataDir, ...(exclusive && { exclusive }) })
    const client = new pg.Client(server.connection)
    await client.connect()
    await client.query('CREATE TABLE IF NOT EXISTS kept (id int PRIMARY KEY)')
    console.log('open')
    for (let id = 1; writing; id++) {
      await client.query('INSERT INTO kept VALUES ($1)', [id])
      console.log(id)
    }`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, JSON.stringify({ dataDir, exclusive, ...work })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  processes.push(child)
  return child
}

async function anotherProcess(dataDir: string, exclusive: string | null, work: Work = {}) {
  const child = runNode(dataDir, exclusive, work)
  if (!child.stdout) throw new Error('no output')
  const lines = createInterface(child.stdout)
  let last = ''
  lines.on('line', (line) => {
    last = line
  })
  await once(lines, 'line')
  const postmaster = pidOf(dataDir)
  return { child, acknowledged: () => Number(last) || 0, postmaster: () => postmaster }
}
