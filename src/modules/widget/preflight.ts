import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/index.ts'
import { raise } from '../../platform/http/index.ts'
import { admit, originOf, PREFIX, siteOf } from './door.ts'
import { originNotAllowed } from './errors.ts'

const HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
}

/** What a browser asks before it sends a request with a bearer. */
export function mountPreflight(app: FastifyInstance, db: Db, paths: string[]): void {
  for (const path of paths) {
    app.options(PREFIX + path, async (request, reply) => {
      const { site } = await siteOf(db, request)
      admit(reply, site, originOf(request) ?? raise(originNotAllowed()))
      return reply.headers(HEADERS).code(204).send()
    })
  }
}
