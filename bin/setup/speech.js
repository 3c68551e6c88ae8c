import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import * as util from 'node:util'
import { KNOWN, PARTS } from './speech-parts.js'

/**
 * What hears English on this machine: a model, the runtime for it, and what tells speech from noise. 75 MB that are kept
 * of 150 MB fetched, so they are not among the packages: see docs/decisions/0012-speech-pack.md. Beside node_modules, which
 * every install empties.
 */
export const packFolder = (root) => join(root, '.speech')

export const PACK_VERSION = createHash('sha256')
  .update(JSON.stringify([PARTS, process.platform, process.arch]))
  .digest('hex')

/** A start that found no network is not to be followed by another that waits for it. */
const PAUSE_MS = 15 * 60_000

export function isPackReady(root) {
  return readNote(join(packFolder(root), 'pack.json'))?.version === PACK_VERSION
}

/** Whether a start should fetch it: it is missing, it may be used, and it was not tried a moment ago. */
export function isPackDue(root) {
  if (isPackReady(root) || !KNOWN.includes(`${process.platform} ${process.arch}`)) return false
  const failed = readNote(join(packFolder(root), 'failed.json'))
  if (failed?.version === PACK_VERSION && Date.now() - Date.parse(failed.at) < PAUSE_MS) return false
  return isWanted()
}

/** `ICEBOT_STT=none` in the environment or in .env: who never listens need not fetch it. */
function isWanted() {
  let file = {}
  try {
    file = util.parseEnv(readFileSync('.env', 'utf8'))
  } catch {}
  return (process.env.ICEBOT_STT ?? file.ICEBOT_STT ?? '').trim() !== 'none'
}

function readNote(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
