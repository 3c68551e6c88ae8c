import type { FastifyInstance, HTTPMethods } from 'fastify'
import { methodNotAllowed } from './errors.ts'

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Remembers every route as it is added; call the result after the last one: known paths then answer 405, not 404. */
export function watchMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<HTTPMethods>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = allowed.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    allowed.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...allowed]) {
      const allow = [...methods].join(', ')
      app.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        handler: () => {
          throw methodNotAllowed(allow)
        },
      })
    }
  }
}
