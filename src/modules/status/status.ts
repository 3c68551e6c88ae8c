import type { FastifyInstance } from 'fastify'
import { html } from '../../lib/html.ts'
import { sameText } from '../../lib/secrets.ts'
import { checkMigrations, type Db } from '../../platform/db/index.ts'
import { HttpError, notFound, sendPage, unauthorized } from '../../platform/http/index.ts'
import { METRICS_TYPE, type Metrics } from '../../platform/metrics.ts'
import { bearerOf } from '../keys/index.ts'

/** What the service says about itself: to people at `/`, to monitors everywhere else. */
export function mountStatus(
  app: FastifyInstance,
  db: Db,
  metrics: Metrics,
  metricsToken: string | undefined,
): void {
  app.get('/', (_request, reply) => sendPage(reply, { title: 'Running', body: home }))

  app.get('/healthz', () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    if (await checkMigrations(db)) return { status: 'ready' }
    throw new HttpError(503, {
      error: 'not ready',
      message: 'The database has another schema; run `icebot migrate`.',
    })
  })

  app.get('/metrics', async (request, reply) => {
    // Not public: without a token configured there is nothing here.
    if (metricsToken === undefined) throw notFound()
    if (!sameText(bearerOf(request), metricsToken)) throw unauthorized()
    return reply.header('Content-Type', METRICS_TYPE).send(metrics.render())
  })
}

const home = html`<h1>icebot is running</h1>
<p>Your agent’s service answers at this address.</p>
<ul>
<li><a href="/docs">API reference</a><span class="quiet">The REST API for integrators, to read and to try</span></li>
<li><a href="/api/v1/openapi.json">OpenAPI document</a><span class="quiet">For code generators and API clients</span></li>
<li><a href="/readyz">Readiness</a><span class="quiet">Is the database there and up to date?</span></li>
</ul>`
