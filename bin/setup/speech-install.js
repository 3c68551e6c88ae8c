import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { npm } from './install.js'
import { SetupFailure } from './progress.js'
import { PACK_VERSION, packFolder } from './speech.js'
import { KNOWN, PARTS } from './speech-parts.js'
import { integrityOf, unpack } from './tar.js'

const NEEDED_BYTES = 400 * 1024 * 1024
const TIMEOUT_MS = 240_000

/** Gathered aside and moved into place whole. Throws a SetupFailure and leaves a note for the next start. */
export async function installPack(root, { timeoutMs = TIMEOUT_MS } = {}) {
  const fresh = join(root, `.speech.new-${process.pid}`)
  try {
    refuseHopeless(root)
    removeLeftovers(root)
    mkdirSync(join(fresh, 'fetched'), { recursive: true })
    await fetchParts(root, join(fresh, 'fetched'), timeoutMs)
    for (const part of PARTS) await takeOut(fresh, part)
    rmSync(join(fresh, 'fetched'), { recursive: true })
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n')
    writeFileSync(
      join(fresh, 'pack.json'),
      `${JSON.stringify({ version: PACK_VERSION, parts: PARTS.map(({ spec }) => spec) })}\n`,
    )
    const old = join(root, `.speech.old-${process.pid}`)
    if (existsSync(packFolder(root))) renameSync(packFolder(root), old)
    renameSync(fresh, packFolder(root))
  } catch (error) {
    const why = error instanceof SetupFailure ? error.message : reasonOf(error)
    leaveNote(root, why)
    throw new SetupFailure(
      `The speech pack could not be fetched (${why}). Everything else works; spoken messages are not understood until it is there: npm run -s icebot -- speech install`,
    )
  } finally {
    removeLeftovers(root)
  }
}

/** All at once: npm itself takes longest to begin. Its cache serves where there is no network, and is kept for the next try. */
async function fetchParts(root, folder, timeoutMs) {
  const begun = Date.now()
  const specs = PARTS.map(({ spec }) => spec)
  const options = [
    '--ignore-scripts',
    '--prefer-offline',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ]
  const { ok, output } = await npm(root, ['pack', ...specs, '--pack-destination', folder, ...options], {
    timeout: timeoutMs,
  })
  if (ok) return
  throw new SetupFailure(Date.now() - begun >= timeoutMs ? 'it took too long' : packFault(output))
}

async function takeOut(fresh, { spec, sum, keep }) {
  const file = join(fresh, 'fetched', `${spec.replace(/^@/, '').replace(/[/@]/g, '-')}.tgz`)
  if (!existsSync(file) || (await integrityOf(file)) !== sum)
    throw new SetupFailure(`${spec} is not what was published`)
  const name = spec.replace(/@([^@]*)$/, '')
  const written = await unpack(file, (path) => {
    const inside = path.replace(/^package\//, '')
    const rule = Object.keys(keep).find(
      (one) => inside === one || (one.endsWith('/') && inside.startsWith(one)),
    )
    if (rule === undefined || inside.includes('..') || /\.(map|ts)$/.test(inside)) return undefined
    return keep[rule] === '=' ? join(fresh, 'node_modules', name, inside) : join(fresh, keep[rule])
  })
  if (written < Object.keys(keep).length) throw new SetupFailure(`${spec} lacks a file`)
}

/** npm's own word for what is wrong, such as E404 or ENOSPC. */
function packFault(output) {
  return /\bnpm (?:error|ERR!) code (\w+)/.exec(output)?.[1] ?? 'npm failed'
}

function refuseHopeless(root) {
  if (!KNOWN.includes(`${process.platform} ${process.arch}`))
    throw new SetupFailure(`there is none for ${process.platform} on ${process.arch}`)
  accessSync(root, constants.W_OK)
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize < NEEDED_BYTES) throw new SetupFailure('the disk has less than 400 MB left')
}

function reasonOf(error) {
  const reasons = {
    EACCES: 'this user may not write here',
    EROFS: 'this disk is read-only',
    ENOSPC: 'the disk is full',
  }
  return reasons[error.code] ?? error.message
}

function leaveNote(root, why) {
  try {
    mkdirSync(packFolder(root), { recursive: true })
    const note = { version: PACK_VERSION, at: new Date().toISOString(), why }
    writeFileSync(join(packFolder(root), 'failed.json'), `${JSON.stringify(note)}\n`)
  } catch {}
}

function removeLeftovers(root) {
  try {
    for (const name of readdirSync(root).filter((name) => /^\.speech\.(new|old)-\d+$/.test(name)))
      rmSync(join(root, name), { recursive: true, force: true })
  } catch {}
}
