import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { SetupFailure } from './progress.js'
import { run } from './run.js'

const stampOf = (root) => join(root, 'node_modules', '.icebot-installed')

export function isInstalled(root) {
  const lock = readText(join(root, 'package-lock.json'))
  if (readText(stampOf(root)) === hash(lock)) return directPackagesExist(root)
  if (!matchesLock(root, lock)) return false
  stamp(root)
  return true
}

export async function install(root) {
  const unreachable = await networkFault(root)
  // Without a network npm would try each package for minutes; its cache may still hold them all.
  const source = unreachable ? ['--offline'] : []
  let ran = await npm(root, ['ci', ...OPTIONS, ...source])
  // The lock file may lack packages that only other systems need; npm then finds it unfit for a clean install.
  if (OUT_OF_SYNC.test(ran.output)) {
    rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    ran = await npm(root, ['install', '--no-save', ...OPTIONS, ...source])
  }
  if (!ran.ok) throw explain(ran, unreachable ?? NETWORK.exec(ran.output)?.[0])
  stamp(root)
}

const OPTIONS = ['--include=dev', '--include=optional', '--no-audit', '--no-fund']
const OUT_OF_SYNC = /package\.json and package-lock\.json .* are in sync/
const NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/

/** Not every registry answers a ping, so only a fault of the network counts. */
async function networkFault(root) {
  const { output } = await npm(root, ['ping', '--fetch-retries=0', '--fetch-timeout=15000'])
  return NETWORK.exec(output)?.[0]
}

export function npm(root, command, options = {}) {
  const { program, args } = npmCommand()
  return run(program, [...args, ...command, ...cacheArgs()], { cwd: root, env: environment(), ...options })
}

function explain({ output, error, ending }, unreachable) {
  if (error) return new SetupFailure(`npm cannot be run (${error.message}); install npm and start again.`)
  if (unreachable) {
    return new SetupFailure(
      `The packages could not be downloaded (${unreachable}): connect this machine to the network, or set npm's registry or proxy, and start again.`,
    )
  }
  return new SetupFailure(
    `The packages could not be installed (npm ended with ${ending}): mend what npm says above and start again.`,
    output,
  )
}

function directPackagesExist(root) {
  const { dependencies, devDependencies } = JSON.parse(readText(join(root, 'package.json')))
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    existsSync(join(root, 'node_modules', name, 'package.json')),
  )
}

/** So that what a person installed with npm by hand is taken as it is, when it is what the lock file asks for. */
function matchesLock(root, lock) {
  const installed = readText(join(root, 'node_modules', '.package-lock.json'))
  if (!installed || !directPackagesExist(root)) return false
  const found = JSON.parse(installed).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, wanted]) => path === '' || wanted.optional || found[path]?.version === wanted.version,
  )
}

function stamp(root) {
  try {
    writeFileSync(stampOf(root), hash(readText(join(root, 'package-lock.json'))))
  } catch {
    // Read-only for us: the next start compares again.
  }
}

/** The npm that started us, so that one outside PATH works too. */
function npmCommand() {
  const cli = process.env.npm_execpath
  return cli && /npm-cli\.js$/.test(cli) && existsSync(cli)
    ? { program: process.execPath, args: [cli] }
    : { program: 'npm', args: [] }
}

/** Settings of the command that started us, or of the shell, that would make npm install something else. */
const MISLEADING =
  /^npm_config_(also|dev|dry_run|force|global|global_style|include|include_workspace_root|install_links|install_strategy|json|legacy_bundling|legacy_peer_deps|local_prefix|location|loglevel|long|omit|only|optional|os|cpu|libc|package_lock|package_lock_only|parseable|production|save.*|silent|workspace|workspaces)$/i

function environment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => name !== 'NODE_ENV' && !MISLEADING.test(name.replaceAll('-', '_')),
  )
  return Object.fromEntries(kept)
}

/** Service users often have no home folder to keep npm's cache in. */
function cacheArgs() {
  if (process.env.npm_config_cache && isWritable(process.env.npm_config_cache)) return []
  return isWritable(homedir())
    ? []
    : [`--cache=${join(tmpdir(), `icebot-npm-cache-${process.getuid?.() ?? 0}`)}`]
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex')
}
