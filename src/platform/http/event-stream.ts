import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { unavailable } from './errors.ts'

/** Who may have how many streams of server-sent events open, and what one too many is told. */
export interface StreamLimits {
  mostPerOwner: number
  /** Each is little, but files and memory of a process end somewhere. */
  most: number
  refusal: () => Error
}

/** Opens a stream for its owner, who keeps the answer until it ends; all of them end with the service. */
export type OpenEvents = (
  reply: FastifyReply,
  owner: string,
  begin: (out: ServerResponse) => { end(): void },
) => FastifyReply

export function eventStreams(
  app: FastifyInstance,
  { mostPerOwner, most, refusal }: StreamLimits,
): OpenEvents {
  const open = new Set<{ owner: string; end(): void }>()
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const stream of open) stream.end()
    done()
  })
  return (reply, owner, begin) => {
    const own = [...open].filter((stream) => stream.owner === owner)
    if (own.length >= mostPerOwner || open.size >= most) throw refusal()
    if (isClosing) throw unavailable()
    const out = takeOver(reply)
    const stream = { owner, ...begin(out) }
    // Who left while they were let in leaves no second time: nothing would ever take them off the list.
    if (!out.destroyed) {
      open.add(stream)
      out.on('close', () => open.delete(stream))
    }
    return reply
  }
}

function takeOver(reply: FastifyReply): ServerResponse {
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
