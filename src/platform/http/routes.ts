import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { unsupportedType } from './errors.ts'
import { parseBody } from './json.ts'
import { readBody, readQuery } from './validate.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface Input<Query, Body> {
  params: Record<string, string>
  query: Query
  body: Body
}

/** A route is data: the door reads the scope, the reference reads the schemas, a test walks the table. */
export interface Route<Context, Scope extends string = string> {
  method: Method
  path: string
  summary: string
  description?: string
  tag: string
  /** What the caller must have been granted. Reads need none; every write needs exactly one. */
  scope?: Scope
  query?: z.ZodType
  /** Optional request headers that mean something to it, and what. */
  headers?: Record<string, string>
  body?: z.ZodType
  /** In bytes, where the general limit would be an invitation. */
  bodyLimit?: number
  /** The shape of a success. */
  answer?: z.ZodType
  status?: 200 | 201 | 202 | 204
  /** What else it answers beyond what every route of its door may: status → error text. */
  refusals?: Record<number, string | string[]>
  handle(context: Context, input: Input<never, never>): unknown
}

/** A response body that is JSON already. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface Door<Context> {
  prefix: string
  /** Who is it, and may they? Throws the refusal. Runs before the body is read. */
  enter(request: FastifyRequest, reply: FastifyReply, route: Route<Context>): Promise<Context> | Context
}

type Typed<Context, Scope extends string, Query extends z.ZodType, Body extends z.ZodType> = Omit<
  Route<Context, Scope>,
  'query' | 'body' | 'handle'
> & {
  query?: Query
  body?: Body
  handle(context: Context, input: Input<z.output<Query>, z.output<Body>>): unknown
}

/** `const route = routeOf<KeyedContext, Scope>()`, then `route({ … })`: the handler's input is typed by its schemas. */
export function routeOf<Context, Scope extends string = never>() {
  return <Query extends z.ZodType, Body extends z.ZodType>(
    definition: Typed<Context, Scope, Query, Body>,
  ): Route<Context, Scope> => definition as unknown as Route<Context, Scope>
}

declare module 'fastify' {
  interface FastifyRequest {
    context: unknown
    /** Asked before any refusal is rendered: a door may have a more important one to give. */
    beforeRefusal: (() => Promise<void>) | undefined
  }
}

export function mount<Context, Scope extends string>(
  app: FastifyInstance,
  door: Door<Context>,
  routes: Route<Context, Scope>[],
): void {
  for (const route of routes) {
    const query = route.query ? queryReader(route.query) : () => undefined
    // Of a sound body, a compiled schema makes nothing but the result; of a faulty one it tells what the schema itself would.
    const body = route.body && z.compile(route.body)
    app.route({
      method: route.method,
      url: door.prefix + route.path,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: entering((request, reply) => door.enter(request, reply, route)),
      handler: async (request, reply) => {
        const input = {
          params: request.params as Record<string, string>,
          query: query(request.query as Record<string, unknown>),
          body: body ? readBody(body, parseBody(jsonBytes(request))) : undefined,
        }
        const result = await route.handle(request.context as Context, input as Input<never, never>)
        reply.code(route.status ?? (result === undefined ? 204 : 200))
        if (result === undefined) return reply.send()
        reply.header('Content-Type', 'application/json; charset=utf-8')
        return reply.send(result instanceof JsonText ? result.text : JSON.stringify(result))
      },
    })
  }
}

/** Lets a door decide before the body is read; goes on at once when there is nothing to wait for. */
export function entering<Context>(
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<Context> | Context,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const entered = (context: Context) => {
      request.context = context
      done()
    }
    try {
      const context = enter(request, reply)
      if (context instanceof Promise) context.then(entered, done)
      else entered(context)
    } catch (error) {
      done(error as Error)
    }
  }
}

/** Most requests come without a query: what that means is worked out once. */
function queryReader(schema: z.ZodType): (query: Record<string, unknown>) => unknown {
  const whenEmpty = schema.safeParse({})
  return (query) => {
    for (const _ in query) return readQuery(schema, query)
    return whenEmpty.success ? whenEmpty.data : readQuery(schema, query)
  }
}

/** The body of a request that may only be JSON; there may be none. */
export function jsonBytes(request: FastifyRequest): Buffer {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (bytes.length > 0 && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw unsupportedType()
  }
  return bytes
}
