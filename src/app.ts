import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { sameText } from './lib/secrets.ts'
import { conversationRoutes } from './modules/conversations/index.ts'
import { bearerOf, createRegister, type KeyRegister, keyedDoor } from './modules/keys/index.ts'
import { mountManage } from './modules/manage/index.ts'
import { mountReference } from './modules/reference/index.ts'
import { mountPasswordPage, sweepExpired } from './modules/users/index.ts'
import { checkMigrations, type Db } from './platform/db/index.ts'
import type { DueWork } from './platform/due.ts'
import {
  createServer,
  HttpError,
  html,
  mount,
  mountPageStyle,
  notFound,
  sendPage,
  unauthorized,
  watchMethods,
} from './platform/http/index.ts'
import type { Limits } from './platform/limits/index.ts'
import type { Logger } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'

export interface AppParts {
  config: Config
  db: Db
  limits: Limits
  log: Logger
}

const RATE_WINDOW_MS = 60_000
const FLUSH_MS = 30_000
const SWEEP_MS = 10 * 60_000

/** Every route of version 1, for the door, for the reference, and for the test that walks them. */
export const v1Routes = [...conversationRoutes]

/** The web role: all doors on one server, not yet listening. */
export function createWeb({ config, db, limits, log }: AppParts): FastifyInstance {
  const metrics = createMetrics()
  const register = createRegister(db)
  const app = createServer({ log, trustProxy: config.trustProxy, observe: metrics.observeRequest })
  const answerOtherMethods = watchMethods(app)

  const rate = limits.window('key', { limit: config.rateLimit, windowMs: RATE_WINDOW_MS })
  mount(app, keyedDoor(db, register, rate), v1Routes)
  mountManage(app, db, limits, config.baseUrl?.startsWith('https:') ?? false)
  mountReference(app, v1Routes)
  mountPageStyle(app)
  mountPasswordPage(app, db)
  mountHome(app)
  mountHealth(app, db)
  mountMetrics(app, metrics, config.metricsToken)

  answerOtherMethods()
  flushRegularly(app, register, log)
  return app
}

/** The worker role: everything that becomes due by itself. */
export function createWork({ db }: AppParts): DueWork[] {
  return [
    {
      name: 'sweep expired sign-ins and links',
      idleMs: SWEEP_MS,
      run: async () => ((await sweepExpired(db)) > 0 ? 0 : undefined),
    },
  ]
}

function mountHome(app: FastifyInstance): void {
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'Running',
      body: html`<h1>icebot is running</h1>
<p>Your agent’s service answers at this address.</p>
<ul>
<li><a href="/docs">API reference</a><span class="quiet">Every endpoint, to read and to try</span></li>
<li><a href="/api/v1/openapi.json">OpenAPI document</a><span class="quiet">For code generators and API clients</span></li>
<li><a href="/readyz">Readiness</a><span class="quiet">For monitors: is the database there and up to date?</span></li>
</ul>`,
    }),
  )
}

function mountHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    if (await checkMigrations(db)) return { status: 'ready' }
    throw new HttpError(503, {
      error: 'not ready',
      message: 'The database has another schema; run `icebot migrate`.',
    })
  })
}

/** Not public: without a token configured there is nothing here. */
function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (token === undefined) throw notFound()
    if (!sameText(bearerOf(request), token)) throw unauthorized()
    const { type, text } = await metrics.render()
    return reply.header('Content-Type', type).send(text)
  })
}

function flushRegularly(app: FastifyInstance, register: KeyRegister, log: Logger): void {
  const flush = () =>
    register.flush().catch((error) => log.warn({ err: error }, 'when keys were last used was not written'))
  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await flush()
  })
}
