import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { alertWork } from './modules/alerts/index.ts'
import { type Brain, concludeWork, type Listening, turnWork } from './modules/brain/index.ts'
import { type Answer, type Calls, callWork, mediaSocket, mountCalls } from './modules/calls/index.ts'
import { mountDashboard } from './modules/dashboard/index.ts'
import { mountDemo } from './modules/demo/index.ts'
import { createRegister, type KeyRegister, keyedDoor } from './modules/keys/index.ts'
import { type Counter, mountManage } from './modules/manage/index.ts'
import { mountMcp } from './modules/mcp/index.ts'
import { expiryWork, type PaymentTerms } from './modules/orders/index.ts'
import { mountPayments, type Payments, paymentWork, payUrl, refundPayment } from './modules/payments/index.ts'
import { mountReference, v1RoutesWith } from './modules/reference/index.ts'
import { mountStatus } from './modules/status/index.ts'
import { createTexting, textWork } from './modules/texts/index.ts'
import { mountPasswordPage, sweepExpired } from './modules/users/index.ts'
import { createAnswering, talk } from './modules/voice/index.ts'
import { deliveryWork, sweepDeliveries, type Webhooks } from './modules/webhooks/index.ts'
import { mountWidget, sweepVisitors, talkWork } from './modules/widget/index.ts'
import type { Db } from './platform/db/index.ts'
import type { DueWork } from './platform/due.ts'
import { createServer, mount, mountPageStyle, mountSockets, watchMethods } from './platform/http/index.ts'
import type { Limits } from './platform/limits/index.ts'
import type { Logger } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import type { News } from './platform/news.ts'
import type { SpeechSet } from './providers/speech/index.ts'

export interface AppParts {
  config: Config
  db: Db
  limits: Limits
  log: Logger
  payments: Payments
  webhooks: Webhooks
  brain: Brain
  news: News
  speech: SpeechSet
  calls: Calls
  /** The address people reach the service at; known only once it listens. */
  baseUrl: () => Promise<string>
}

const RATE_WINDOW_MS = 60_000
const FLUSH_MS = 30_000
const SWEEP_MS = 10 * 60_000

/** The web role: all doors on one server, not yet listening. */
export function createWeb(parts: AppParts): FastifyInstance {
  const { config, db, limits, log, news, payments, webhooks, baseUrl } = parts
  const metrics = createMetrics()
  const register = createRegister(db)
  const app = createServer({ log, trustProxy: config.trustProxy, observe: metrics.observeRequest })
  const answerOtherMethods = watchMethods(app)

  const rate = limits.window('key', { limit: config.rateLimit, windowMs: RATE_WINDOW_MS })
  const keyed = keyedDoor(db, register, rate)
  mount(
    app,
    keyed,
    v1RoutesWith(() => parts.calls.parts),
  )
  mountMcp(app, keyed)
  const counter: Counter = {
    terms: () => paymentTerms(config, baseUrl),
    refund: (context, orderId) => refundPayment({ payments, log }, context, orderId),
  }
  const listening = listeningOf(parts)
  mountManage(
    app,
    {
      ...{ db, counter, webhooks, listening, news, log, baseUrl },
      calls: () => parts.calls.parts,
      mailer: createMailer(config, baseUrl),
      widgetUrl: () => widgetUrlOf(parts),
    },
    limits,
    config.baseUrl?.startsWith('https:') ?? false,
  )
  mountPayments(app, { db, payments, log })
  const widget = { ...parts, listening, widgetUrl: () => widgetUrlOf(parts) }
  const live = mountWidget(app, widget)
  mountCalls(app, parts.calls)
  const sockets = [live, mediaSocket(parts.calls)]
  mountSockets(app, sockets, (error) => log.error({ err: error }, 'a socket was not opened'))
  mountDashboard(app)
  mountDemo(app, { db, widgetUrl: widget.widgetUrl, baseUrl })
  mountReference(app)
  mountPageStyle(app)
  mountPasswordPage(app, db)
  mountStatus(app, db, metrics, config.metricsToken)

  answerOtherMethods()
  flushRegularly(app, register, log)
  return app
}

/** The worker role: everything that becomes due by itself. */
export function createWork(parts: AppParts): DueWork[] {
  const { config, db, payments, webhooks, log, baseUrl } = parts
  return [
    expiryWork(db, log),
    ...paymentWork({ db, payments, log }),
    deliveryWork({ db, webhooks, log }),
    sweepDeliveries(db),
    turnWork(listeningOf(parts)),
    concludeWork(parts),
    talkWork(db),
    ...callWork(parts.calls),
    textWork({ db, log, texting: createTexting(config) }),
    alertWork({ db, mailer: createMailer(config, baseUrl), log, baseUrl }),
    {
      name: 'sweep expired sign-ins and links',
      idleMs: SWEEP_MS,
      run: async () => ((await sweepExpired(db)) > 0 ? 0 : undefined),
    },
    {
      name: 'sweep visitors long gone',
      idleMs: SWEEP_MS,
      run: async () => ((await sweepVisitors(db)) > 0 ? 0 : undefined),
    },
  ]
}

/** What the agent needs to answer, whoever receives the message. */
export function listeningOf({
  config,
  db,
  brain,
  log,
  baseUrl,
}: Pick<AppParts, 'config' | 'db' | 'brain' | 'log' | 'baseUrl'>): Listening {
  const { burstMs, messageCredits } = config
  return { db, brain, log, burstMs, messageCredits, terms: () => paymentTerms(config, baseUrl) }
}

/** How a call is talked, whoever carries it. */
export function answerOf(
  parts: Omit<AppParts, 'calls' | 'limits' | 'payments' | 'webhooks' | 'news'>,
): Answer {
  const { speech, log } = parts
  return (call, line, clock) =>
    talk(
      { speech, log, answering: createAnswering({ ...listeningOf(parts), persona: call.persona }, call) },
      {
        ...call,
        line,
        clock,
        carrier: 'phone',
        mayBeMachine: call.direction === 'outbound',
      },
    )
}

/** Where pages load the widget from, and where it calls. */
export async function widgetUrlOf({
  config,
  baseUrl,
}: Pick<AppParts, 'config' | 'baseUrl'>): Promise<string> {
  return config.widgetUrl ?? (await baseUrl())
}

/** The address is asked for each time: which port was free is known only once the service listens. */
async function paymentTerms(config: Config, baseUrl: () => Promise<string>): Promise<PaymentTerms> {
  const { payments, paymentWindowSeconds: windowSeconds } = config
  if (payments === 'none') return { payUrl: null, windowSeconds }
  const base = await baseUrl()
  return { payUrl: (token) => payUrl(base, token), windowSeconds }
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
