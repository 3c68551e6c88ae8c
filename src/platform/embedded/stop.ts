import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, isPostmasterOf } from './postmaster-pid.ts'

const FAST_MS = 60_000
const IMMEDIATE_MS = 10_000

/** Fast shutdown, and only when that takes too long the immediate one, after which the next start recovers. */
export async function endPostmaster(clusterDir: string, pid: number): Promise<void> {
  // In a container beside ours the same number may be anything here.
  if (!isPostmasterOf(clusterDir, pid)) return
  if (await ends(pid, 'SIGINT', FAST_MS)) return
  await ends(pid, 'SIGQUIT', IMMEDIATE_MS)
}

async function ends(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {}
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(10)) {
    if (!isAlive(pid)) return true
  }
  return false
}
