import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DocumentedRoute, referenceAssets, renderReference } from '../../platform/openapi/index.ts'
import { textOf } from './released.ts'
import { v1Document, v1Routes } from './v1.ts'

const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}

/** The API reference, for people at /docs and for programs at /api/v1/openapi.json. Neither needs a key. */
export function mountReference(app: FastifyInstance, routes: DocumentedRoute[] = v1Routes): void {
  const document = v1Document(routes)
  const json = 'application/json; charset=utf-8'
  serve(app, '/api/v1/openapi.json', json, textOf(document), { 'Access-Control-Allow-Origin': '*' })
  serve(app, '/docs', 'text/html; charset=utf-8', renderReference(document), PAGE_HEADERS)
  for (const [path, { type, body }] of Object.entries(referenceAssets))
    serve(app, path, type, body, PAGE_HEADERS)
  // One address for the page: its links are relative to it, so that it also works behind a proxy that adds a prefix.
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 308))
}

function serve(
  app: FastifyInstance,
  path: string,
  type: string,
  body: string,
  extra: Record<string, string>,
): void {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  // Checked on every visit, so that an upgraded service never shows an old page; unchanged costs a 304.
  const headers = {
    'Cache-Control': 'no-cache',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    ...extra,
  }
  app.get(path, (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers)
    if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(body)
  })
}

/** A proxy that compresses may have marked the tag as weak. */
function holds(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
}
