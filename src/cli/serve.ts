import { existsSync } from 'node:fs'
import { createServer as createProbe } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type AppParts, answerOf, createWeb, createWork } from '../app.ts'
import type { Config } from '../config.ts'
import { UserError } from '../lib/user-error.ts'
import { createBrain } from '../modules/brain/index.ts'
import { createCalls } from '../modules/calls/index.ts'
import { allowDemoOn, createDemoOnce, findDemo } from '../modules/demo/index.ts'
import { createPayments } from '../modules/payments/index.ts'
import { createWebhooks } from '../modules/webhooks/index.ts'
import { type Db, type Listener, migrate, openListener } from '../platform/db/index.ts'
import { startWorker } from '../platform/due.ts'
import { createLimits } from '../platform/limits/index.ts'
import { type Logger, processLog } from '../platform/log.ts'
import { createNews } from '../platform/news.ts'
import { serviceSecret } from '../platform/secret.ts'
import { createSpeech } from '../providers/speech/index.ts'
import { baseUrlOf, rememberAddress, rememberedAddress } from './base-url.ts'
import type { Command } from './command.ts'
import { passwordLink } from './commands/users.ts'
import { openDatabase } from './database.ts'
import * as is from './readers.ts'
import { type Announcement, announce } from './welcome.ts'

const roles = ['web', 'worker'] as const
type Role = (typeof roles)[number]

/** How long each part may take to finish once the service was asked to stop; requests a little less. */
const GRACE_MS = 12_000
const REQUEST_GRACE_MS = 8_000

export const serveCommand: Command = {
  name: 'serve',
  about: 'Run the service (npm start does this)',
  flags: { port: is.optional(is.integer(0, 65_535), 'N'), roles: is.optional(readRoles, 'web,worker') },
  run: () => Promise.reject(new Error('serve runs by itself')),
}

/** Starts what the roles ask for, in the order in which each stands on the last, and stops in the reverse. */
export async function serve(settings: Config, flags: Record<string, unknown>, json: boolean): Promise<void> {
  const config = { ...settings, port: (flags.port as number | undefined) ?? settings.port }
  const active = (flags.roles as Role[] | undefined) ?? [...roles]
  const log = processLog(config.logLevel)
  const stopped = untilSignalled()
  const closing = new ClosingList(log)
  let ready = false
  const progress = (text: string) => (ready ? log.warn({}, text) : void process.stderr.write(`${text} …\n`))
  try {
    // On a first start the port is tried before a database is created; later the folder's own answer says more.
    if (active.includes('web') && !existsSync(config.dataDir)) await probePort(config)
    const announcement = await start({ config, active, log, closing, progress })
    ready = true
    process.stdout.write(json ? `${JSON.stringify(announcement)}\n` : announce(announcement))
    log.info({ roles: active.join(',') }, 'ready')
    log.info({ signal: await stopped }, 'stopping')
  } finally {
    await closing.close()
  }
  log.info({}, 'stopped')
}

interface Starting {
  config: Config
  active: Role[]
  log: Logger
  closing: ClosingList
  progress: (text: string) => void
}

async function start({ config, active, log, closing, progress }: Starting): Promise<Announcement> {
  warnings(config, log)
  const webhooks = createWebhooks(config, serviceSecret(config))
  const payments = createPayments(config)
  const brain = createBrain(config)
  const onTrouble = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const database = await openDatabase({ config, exclusive: 'serve', progress, onTrouble })
  closing.add('database', database.close)
  await migrate(database.db)

  const limits = await createLimits({
    redisUrl: config.redisUrl,
    onTrouble: (message) => log.warn({}, message),
  })
  closing.add('limits', () => limits.close())

  const { db } = database
  const baseUrl = () => rememberedAddress(db, config)
  closing.add('webhooks', async () => webhooks.poster.close())
  const listener = openListener(db.connection, (error) =>
    log.warn({ err: error }, 'the listening connection was lost'),
  )
  closing.add('listener', () => listener.close())
  const news = await createNews(db, listener, log)
  const speech = createSpeech(config, log)
  closing.add('speech', () => speech.close())
  const answer = answerOf({ config, db, brain, log, speech, baseUrl })
  const calls = createCalls(config, { db, log, speech, secret: serviceSecret(config), baseUrl, answer })
  closing.add('calls', () => calls.close())
  const parts: AppParts = { config, db, limits, log, payments, webhooks, brain, news, speech, calls, baseUrl }
  if (active.includes('worker')) await startWorking(parts, listener, closing)
  if (!active.includes('web')) return { roles: active }
  const address = await startListening(parts, closing)
  return { roles: active, baseUrl: address, ...(await introduce(db, address)) }
}

async function startWorking(parts: AppParts, listener: Listener, closing: ClosingList): Promise<void> {
  const worker = await startWorker(createWork(parts), listener, parts.log)
  closing.add('worker', () => worker.stop())
}

async function startListening(parts: AppParts, closing: ClosingList): Promise<string> {
  const { config } = parts
  const web: FastifyInstance = createWeb(parts)
  closing.add('web', () => drain(web))
  await web.listen({ port: config.port, host: config.host }).catch((error) => {
    throw portFault(error, config)
  })
  const address = web.server.address()
  const baseUrl = baseUrlOf(config, typeof address === 'object' && address ? address.port : config.port)
  await rememberAddress(parts.db, baseUrl)
  return baseUrl
}

/** Requests under way get their time; a client that never finishes its own does not hold up the rest. */
async function drain(web: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => web.server.closeAllConnections(), REQUEST_GRACE_MS)
  await web.close()
  clearTimeout(cut)
}

/** After listening, so that a start that fails never uses up the one showing of the key. */
async function introduce(db: Db, baseUrl: string): Promise<Partial<Announcement>> {
  const demo = await createDemoOnce(db, new Date())
  await allowDemoOn(db, baseUrl)
  if (!demo) return { hasDemo: (await findDemo(db)) !== undefined }
  return {
    hasDemo: true,
    demo: {
      workspaceId: demo.workspace.id,
      agentId: demo.agent.id,
      email: demo.owner.email,
      link: await passwordLink(db, baseUrl, demo.owner),
      key: demo.key.key,
    },
  }
}

function warnings(config: Config, log: Logger): void {
  for (const name of config.unknown)
    log.warn({ setting: name }, 'this is no setting of this icebot; docs/configuration.md lists them all')
  if (config.databaseUrl !== undefined && config.redisUrl === undefined) {
    log.warn({}, 'without REDIS_URL request limits are counted per process')
  }
}

/** Steps that must be undone, last one first; each gets its chance whatever befalls the others. */
class ClosingList {
  readonly #steps: { name: string; close: () => Promise<unknown> }[] = []
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#steps.unshift({ name, close })
  }

  async close(): Promise<void> {
    for (const { name, close } of this.#steps.splice(0)) {
      const late = new Promise((_, reject) => {
        setTimeout(() => reject(new Error(`not done after ${GRACE_MS / 1000} s`)), GRACE_MS).unref()
      })
      await Promise.race([close(), late]).catch((error) =>
        this.#log.error({ err: error, part: name }, 'could not be stopped cleanly'),
      )
    }
  }
}

/** The first signal asks for a clean stop; a second one means now. The next start puts the database in order. */
function untilSignalled(): Promise<NodeJS.Signals> {
  let asked = 0
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (++asked === 1) resolve(signal)
        else if (signal === 'SIGINT') process.exit(1)
      })
    }
  })
}

async function probePort(config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createProbe()
    probe.once('error', (error) => reject(portFault(error, config)))
    probe.listen({ port: config.port, host: config.host }, () => probe.close(() => resolve()))
  })
}

function portFault(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  const faults: Record<string, string> = {
    EADDRINUSE: `PORT: port ${port} on ${host} is in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `PORT: this user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST: this machine has no address ${host}. Use HOST=127.0.0.1, or 0.0.0.0 for every address.`,
    ENOTFOUND: `HOST: the name ${host} is unknown. Use HOST=127.0.0.1, or 0.0.0.0 for every address.`,
  }
  const fault = faults[error.code ?? '']
  return fault === undefined ? error : new UserError(fault)
}

function readRoles(text: string): Role[] {
  const wanted = text.split(',').map((word) => word.trim())
  const known = roles.filter((role) => wanted.includes(role))
  if (known.length === new Set(wanted).size) return known
  throw new Error(`must be web, worker, or both with a comma`)
}
