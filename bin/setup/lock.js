import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { showProgress } from './progress.js'

const TOUCH_MS = 2_000
const ABANDONED_MS = 30_000

/**
 * One process at a time installs and builds a checkout. The lock lies outside it, for installing empties node_modules
 * and a stray file in the checkout would look like a change.
 */
export async function withLock(root, out, work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const path = join(tmpdir(), `icebot-setup-${name}-${process.getuid?.() ?? 0}.lock`)
  const own = `${process.pid} ${Math.random()}`
  if (!take(path, own)) {
    await showProgress(out, 'Waiting for another process to set up', async () => {
      while (!take(path, own)) await sleep(100)
    })
  }
  const heartbeat = setInterval(() => touch(path), TOUCH_MS)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    if (holder(path) === own) rmSync(path, { force: true })
  }
}

function take(path, own) {
  try {
    writeFileSync(path, own, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') return true // no lock is better than no start
  }
  if (isAbandoned(path)) rmSync(path, { force: true })
  return false
}

/** Process ids are reused, so a holder must also have touched the file lately. */
function isAbandoned(path) {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file) return false
  return Date.now() - file.mtimeMs > ABANDONED_MS || !isAlive(Number.parseInt(holder(path), 10))
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {}
}

function holder(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid) {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
