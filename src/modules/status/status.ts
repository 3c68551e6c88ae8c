import type { FastifyInstance } from 'fastify'
import { sameText } from '../../lib/secrets.ts'
import { checkMigrations, type Db } from '../../platform/db/index.ts'
import { HttpError, notFound, unauthorized } from '../../platform/http/index.ts'
import { METRICS_TYPE, type Metrics } from '../../platform/metrics.ts'
import { bearerOf } from '../keys/index.ts'

/** What the service says about itself to monitors. */
export function mountStatus(
  app: FastifyInstance,
  db: Db,
  metrics: Metrics,
  metricsToken: string | undefined,
): void {
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
