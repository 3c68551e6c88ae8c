import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppParts, createWeb } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Agent, createAgent } from '../../src/modules/agents/index.ts'
import { system } from '../../src/modules/audit/index.ts'
import type { Brain } from '../../src/modules/brain/index.ts'
import { type Answer, createCalls } from '../../src/modules/calls/index.ts'
import { type ApiKey, createKey, type Scope } from '../../src/modules/keys/index.ts'
import { createPayments } from '../../src/modules/payments/index.ts'
import { createToken, createUser, type User } from '../../src/modules/users/index.ts'
import { createWebhooks, eventNames } from '../../src/modules/webhooks/index.ts'
import { createWorkspace, type Workspace } from '../../src/modules/workspaces/index.ts'
import { type Db, openListener, sql } from '../../src/platform/db/index.ts'
import { createLimits } from '../../src/platform/limits/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { createNews } from '../../src/platform/news.ts'
import type { SpeechSet } from '../../src/providers/speech/index.ts'
import { checkAnswer } from './answers.ts'
import { createDatabase, type TestDatabase } from './database.ts'

export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  json: any
}

export interface Call {
  method?: string
  key?: string | undefined
  headers?: Record<string, string>
  body?: unknown
  /** Sent as it is, for bodies that are no JSON. */
  raw?: string | Buffer
}

export interface TestService {
  url: string
  db: Db
  database: TestDatabase
  config: Config
  /** What the service is made of, to run its due work beside it. */
  parts: AppParts
  logs: string[]
  call(path: string, options?: Call): Promise<Reply>
  close(): Promise<void>
}

/** The whole web role over a real database on a free port. */
export async function startService(
  options: {
    env?: Record<string, string>
    now?: () => number
    database?: TestDatabase
    /** Host names as webhooks see them. */
    resolve?: (host: string) => Promise<string[]>
    brain?: Brain
    speech?: SpeechSet
    /** Who talks in calls; nobody unless told otherwise. */
    answer?: Answer
  } = {},
): Promise<TestService> {
  const database = options.database ?? (await createDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'icebot-files-'))
  const config = readConfig({
    PORT: '0',
    ICEBOT_DATA_DIR: folder,
    ICEBOT_RATE_LIMIT: '1000000',
    ICEBOT_BURST_MS: '0',
    ...options.env,
  })
  const logs: string[] = []
  const log = createLog('debug', (text) => void logs.push(text))
  const limits = await createLimits(options.now ? { now: options.now } : {})
  let url = ''
  const payments = createPayments(config)
  const webhooks = createWebhooks(config, SECRET, options.resolve)
  const listener = openListener(database.db.connection, () => {})
  const speech = options.speech ?? noSpeech
  const calls = createCalls(config, {
    db: database.db,
    log,
    speech,
    secret: SECRET,
    baseUrl: async () => url,
    answer: options.answer ?? hangUp,
  })
  const parts: AppParts = {
    config,
    db: database.db,
    limits,
    log,
    payments,
    webhooks,
    brain: options.brain ?? mute,
    news: await createNews(database.db, listener, log),
    speech,
    calls,
    baseUrl: async () => url,
  }
  const web = createWeb(parts)
  url = await web.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    db: database.db,
    database,
    config,
    parts,
    logs,
    call: (path, call) => request(url + path, call),
    async close() {
      await calls.close()
      await web.close()
      webhooks.poster.close()
      await limits.close()
      await listener.close()
      if (!options.database) await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function request(
  url: string,
  { method, key, headers = {}, body, raw }: Call = {},
): Promise<Reply> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const verb = method ?? (payload === undefined ? 'GET' : 'POST')
  const response = await fetch(url, {
    method: verb,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const text = await response.text()
  checkAnswer(url, verb, response.status, text)
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Shop {
  workspace: Workspace
  agent: Agent
  owner: User
  /** A management token of the owner. */
  token: string
  key: string
}

/** For tests about anything but the agent: what customers write is stored and stays unanswered. */
const mute: Brain = { think: async () => ({ replies: [], silent: true }) }

/** For tests about anything but calls. */
const hangUp: Answer = async () => ({ reason: 'goodbye', seconds: 0, recording: undefined, lostFrames: 0 })

/** For tests about anything but speech. */
const noSpeech = { recogniser: undefined, voice: undefined } as SpeechSet

export const SECRET = 'a secret for tests'

let shops = 0

/** A workspace with one agent, an owner with a token, and a read-only key. */
export async function openShop(
  db: Db,
  options: { scopes?: Scope[]; origins?: string[] } = {},
): Promise<Shop> {
  shops++
  const workspace = await createWorkspace(db, system, { name: `Shop ${shops}` })
  const agent = await createAgent(db, system, workspace.id, { name: `Agent ${shops}` })
  const owner = await createUser(db, system, workspace.id, { email: `owner${shops}@example.com` })
  const { token } = await createToken(db, system, owner, false)
  const { key } = await newKey(db, agent, options)
  return { workspace, agent, owner, token, key }
}

/** From now on everything that happens in the workspace is written down for a webhook, which leads nowhere. */
export async function hearEverything(db: Db, workspaceId: string): Promise<void> {
  await db.run(sql`
    insert into webhook_endpoints (workspace_id, url, events, secret)
    values (${workspaceId}, 'http://127.0.0.1:9/', ${eventNames}, '')`)
}

export function newKey(
  db: Db,
  agent: Agent,
  options: { scopes?: Scope[]; origins?: string[] } = {},
): Promise<ApiKey & { key: string }> {
  return createKey(db, system, agent, {
    name: 'test',
    scopes: options.scopes ?? [],
    origins: options.origins ?? [],
  })
}
