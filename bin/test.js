#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { root, setUp } from './setup.js'

await setUp({ speech: true })
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})

// A Ctrl-C at the terminal reaches the child by itself; a second one would cut its clean-up short.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

child.on('exit', (code, signal) => {
  if (signal) process.removeAllListeners(signal)
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code ?? 1
})
