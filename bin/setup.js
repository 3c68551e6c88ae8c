// Plain JavaScript without dependencies: it runs before anything is installed, and must at least parse on an old Node.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build, isBuilt } from './setup/build.js'
import { install, isInstalled } from './setup/install.js'
import { SetupFailure, showProgress } from './setup/progress.js'
import { isPackDue } from './setup/speech.js'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const NODE_FLOOR = [20, 19]

/**
 * Installs and builds what is missing or stale; ends the process with one sentence when that cannot be done. `speech` also
 * fetches the speech pack, once; without it everything else works, so failing is only said.
 */
export async function setUp({ out = process.stderr, speech = false } = {}) {
  try {
    refuseOldNode()
    const isCheckout = existsSync(join(root, 'src'))
    if (isCheckout && !isReady()) await alone(out, () => makeReady(out))
    if (isCheckout && speech && isPackDue(root)) await alone(out, () => fetchSpeech(out))
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    out.write(error.output ? `\n${error.output}\n\n${error.message}\n` : `${error.message}\n`)
    process.exit(1)
  }
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return
  throw new SetupFailure(
    `icebot needs Node ${NODE_FLOOR.join('.')} or later and this is ${process.versions.node}; install a newer one (https://nodejs.org) and start again.`,
  )
}

function isReady() {
  return isInstalled(root) && isBuilt(root)
}

/** The lock is loaded only when there is something to do: most starts have nothing. */
async function alone(out, work) {
  const { withLock } = await import('./setup/lock.js')
  await withLock(root, out, work)
}

async function makeReady(out) {
  if (!isInstalled(root)) await showProgress(out, 'Installing packages', () => install(root))
  if (!isBuilt(root)) await showProgress(out, 'Building', () => build(root))
}

async function fetchSpeech(out) {
  if (!isPackDue(root)) return
  const { installPack } = await import('./setup/speech-install.js')
  try {
    await showProgress(out, 'Fetching the speech pack (150 MB)', () => installPack(root))
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    out.write(`${error.message}\n`)
  }
}
