#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { root, setUp } from './setup.js'

await setUp()
const env = { ...modelSettings(), ...process.env }
const sentence = await whatIsMissing(env)
if (sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const words = process.argv.slice(2)
const chosen = words.length > 0 ? ['-t', words.join('|')] : []
const args = [
  vitest,
  'run',
  '--config',
  join(root, 'test', 'eval', 'vitest.config.ts'),
  '--root',
  root,
  ...chosen,
]
const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A Ctrl-C at the terminal reaches the child by itself.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})

/** From `.env` the model alone: the database of a real shop has no part in this. */
function modelSettings() {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return Object.fromEntries(Object.entries(file).filter(([name]) => name.startsWith('ICEBOT_LLM')))
}

async function whatIsMissing(env) {
  const { readConfig } = await import('../dist/config.js')
  const { configuredModel } = await import('../dist/modules/brain/choose.js')
  try {
    const model = configuredModel(readConfig(env))
    return model
      ? undefined
      : 'No language model is configured: set ICEBOT_LLM=openai-compatible with ICEBOT_LLM_URL, ICEBOT_LLM_MODEL and, where one is needed, ICEBOT_LLM_KEY, or ICEBOT_LLM=anthropic with ICEBOT_LLM_KEY and ICEBOT_LLM_MODEL.'
  } catch (error) {
    if (error.name !== 'UserError') throw error
    return error.message
  }
}
