// What every scenario stands on: an embedded PostgreSQL in a temporary folder, a shop with data, and processes to measure.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settings } from '../dist/config.js'
import { createAgent } from '../dist/modules/agents/index.js'
import { system } from '../dist/modules/audit/index.js'
import { createKey } from '../dist/modules/keys/index.js'
import { createToken, createUser } from '../dist/modules/users/index.js'
import { createWorkspace } from '../dist/modules/workspaces/index.js'
import { migrate, openDb, rawSql } from '../dist/platform/db/index.js'
import { openEmbedded } from '../dist/platform/embedded/index.js'

const here = dirname(fileURLToPath(import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'))

export async function createWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'icebot-bench-'))
  // Run by root, the database belongs to another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const server = await openEmbedded({ dataDir: folder })
  const db = openDb({ connection: server.connection, maxConnections: 4, onTrouble: console.error })
  await migrate(db)
  const children = new Set()

  return {
    db,
    url: server.url,
    sql: (text) => db.rows(rawSql(text)),

    /** With a key that may sync, and a management token. */
    async openShop() {
      const workspace = await createWorkspace(db, system, { name: 'Bench' })
      const agent = await createAgent(db, system, workspace.id, { name: 'Bench' })
      const owner = await createUser(db, system, workspace.id, { email: 'owner@example.com' })
      const { token } = await createToken(db, system, owner, false)
      const fields = { name: 'bench', scopes: ['catalogue:sync'], origins: [] }
      const { key } = await createKey(db, system, agent, fields)
      return { workspace, agent, owner, key, token }
    },

    /** The service as `npm start` runs it, logs included (to nowhere). */
    async startService(env = {}, roles = 'web') {
      const [, ...start] = scripts.start.split(' ')
      const child = run([...start, '--json', '--roles', roles], {
        DATABASE_URL: server.url,
        ICEBOT_SECRET: 'a secret for the benchmark',
        ICEBOT_RATE_LIMIT: '1000000',
        PORT: '0',
        ...env,
      })
      const { baseUrl } = JSON.parse(await firstLine(child))
      return { url: baseUrl.replace('localhost', '127.0.0.1'), stop: () => stop(child) }
    },

    /** With as many connections as the service takes by default. */
    startBare: () => startBare('bare.js', settings.databasePool.fallback),

    startSdkMcp: (agentId, answers) =>
      startBare('sdk-mcp.js', settings.databasePool.fallback, agentId, answers),

    startBareSync: (agentId) => startBare('bare-sync.js', agentId),

    startBarePost: (receiver, connections) => startNode('bare-post.js', receiver, connections),

    startReceiver: () => startNode('receiver.js'),

    async close() {
      await Promise.all([...children].map(stop))
      await db.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function startBare(file, ...args) {
    return startNode(file, server.url, ...args)
  }

  async function startNode(file, ...args) {
    const child = run([join(here, file), ...args])
    return { url: `http://127.0.0.1:${await firstLine(child)}`, stop: () => stop(child) }
  }

  function run(args, env = {}) {
    const child = spawn(process.execPath, args, {
      cwd: join(here, '..'),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', openSync('/dev/null', 'w')],
    })
    children.add(child)
    return child
  }

  async function stop(child) {
    children.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.split('\n')[0])
    })
    child.once('exit', (code) => reject(new Error(`the process ended with ${code} before it was ready`)))
  })
}
