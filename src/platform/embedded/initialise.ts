import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { UserError } from '../../lib/user-error.ts'
import type { Binaries } from './binaries.ts'
import { environment } from './environment.ts'
import { lastMeaningfulLine } from './failure.ts'
import { DATABASE, USER } from './names.ts'
import { type Runner, spawnAs } from './runner.ts'

/** initdb, and our own database in it before anyone can see the cluster. */
export async function initialise(dir: string, binaries: Binaries, runner: Runner | null): Promise<void> {
  const initdb = (locale: string) =>
    run(join(binaries.native, 'bin', 'initdb'), [...INITDB, `--locale=${locale}`, `--pgdata=${dir}`], runner)
  let made = await initdb('C.UTF-8')
  if (!made.ok && /locale/.test(made.output)) made = await initdb('C')
  if (!made.ok) throw cannotCreate(dir, made.output)

  const createDatabase = await run(
    join(binaries.native, 'bin', 'postgres'),
    ['--single', '-D', dir, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres'],
    runner,
    `CREATE DATABASE ${DATABASE};\n`,
  )
  if (!createDatabase.ok) throw cannotCreate(dir, createDatabase.output)
}

const INITDB = [
  `--username=${USER}`,
  '--encoding=UTF8',
  // Trust is safe here: the only way in is a socket in a folder that nobody else may enter.
  '--auth=trust',
  // Upper and lower case beyond ASCII work the same on every system, whatever locales it has.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

interface Ran {
  ok: boolean
  output: string
}

function run(program: string, args: string[], runner: Runner | null, input = ''): Promise<Ran> {
  return new Promise<Ran>((resolve) => {
    const child = spawn(program, args, { ...spawnAs(runner), cwd: '/', env: environment() })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.stdin.on('error', () => {})
    child.on('error', (error) => resolve({ ok: false, output: `${output}\nerror: ${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
    child.stdin.end(input)
  }).catch((error: Error) => ({ ok: false, output: `error: ${error.message}` }))
}

function cannotCreate(dir: string, output: string): UserError {
  return new UserError(
    `The database cannot be created in ${dir.replace(/\.new-.*$/, '')}: ${lastMeaningfulLine(output)}; mend that, set ICEBOT_DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL server.`,
  )
}
