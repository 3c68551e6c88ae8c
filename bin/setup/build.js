import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { SetupFailure } from './progress.js'
import { run } from './run.js'
import { buildWeb } from './web.js'

const STAMP = '.icebot-built'

export function isBuilt(root) {
  try {
    return readFileSync(join(root, 'dist', STAMP), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

/** Built aside and moved into place whole, so that a process that is just loading the old one is not cut short. */
export async function build(root) {
  const before = fingerprint(root)
  const fresh = join(root, `dist.new-${process.pid}`)
  const old = join(root, `dist.old-${process.pid}`)
  try {
    removeLeftovers(root)
    mkdirSync(fresh)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const args = [tsc, '--project', join(root, 'tsconfig.build.json'), '--outDir', fresh]
    const { ok, output } = await run(process.execPath, args, { cwd: root })
    if (!ok) {
      throw new SetupFailure(
        'The program could not be built: mend what the compiler says above and start again.',
        output,
      )
    }
    await buildWeb(root, join(fresh, 'web'))
    writeFileSync(join(fresh, STAMP), before)
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old)
    renameSync(fresh, join(root, 'dist'))
  } catch (error) {
    if (error instanceof SetupFailure) throw error
    throw new SetupFailure(
      `The program could not be built in ${root} (${error.message}): start it once as a user who may write there.`,
    )
  } finally {
    removeLeftovers(root)
  }
}

function removeLeftovers(root) {
  for (const name of readdirSync(root).filter((name) => /^dist\.(new|old)-\d+$/.test(name))) {
    rmSync(join(root, name), { recursive: true, force: true })
  }
}

function fingerprint(root) {
  const hash = createHash('sha256')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  hash.update(`${version}\n`)
  for (const path of sources(root)) {
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

function sources(root) {
  const settings = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name))
  const code = ['src', 'web']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
  return [...settings, ...code].sort()
}
