import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a browser loads, with what it needs to load it once. */
export interface Asset {
  type: string
  body: Buffer
  zipped: Buffer
  etag: string
}

export function assetOf(content: string | Buffer, type: string): Asset {
  const body = Buffer.from(content)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, body, zipped: gzipSync(body, { level: 9 }), etag }
}

export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers({
    'Content-Type': asset.type,
    'X-Content-Type-Options': 'nosniff',
    ETag: asset.etag,
    Vary: [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '),
  })
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(asset.body)
  return reply.header('Content-Encoding', 'gzip').send(asset.zipped)
}
