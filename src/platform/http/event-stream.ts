import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes the answer over for server-sent events. */
export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.headers({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    // Or nginx would collect events until it has a page of them.
    'X-Accel-Buffering': 'no',
    Connection: 'keep-alive',
  })
  reply.hijack()
  return reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
}
