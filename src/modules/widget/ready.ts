import type { FastifyInstance } from 'fastify'
import { type Db, sql } from '../../platform/db/index.ts'
import { PREFIX } from './door.ts'

/** Says to any page whether the service has its database: a page that may not read answers learns why from this one. */
export function mountReady(app: FastifyInstance, db: Db): void {
  app.get(`${PREFIX}/ready`, async (_request, reply) => {
    reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' })
    await db.run(sql`select 1`)
    return { status: 'ready' }
  })
}
