import type { FastifyInstance } from 'fastify'
import { entering, jsonBytes } from '../../platform/http/index.ts'
import type { KeyedContext, KeyedDoor } from '../keys/index.ts'
import { answerTo } from './answer.ts'

/** Which tools a key may call is decided tool by tool; coming in needs no scope. */
const NO_SCOPE = {}

/**
 * The tool server (specification, section 4). It comes in by the door of REST and shares its keys, origins and request
 * rate, so its refusals (401, 403, 429, 413, 415) are those of REST as well.
 */
export function mountMcp(app: FastifyInstance, door: KeyedDoor): void {
  app.route({
    method: 'POST',
    url: '/api/mcp',
    onRequest: entering((request, reply) => door.enter(request, reply, NO_SCOPE)),
    handler: async (request, reply) => {
      const context = request.context as KeyedContext
      const { status, text } = await answerTo(context, jsonBytes(request), request.headers)
      // Much is answered without any data, but nothing to a key that is no longer one.
      await context.db.confirm()
      reply.code(status)
      if (text === undefined) return reply.send()
      return reply.header('Content-Type', 'application/json; charset=utf-8').send(text)
    },
  })
}
