import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/index.ts'
import {
  type Door,
  forbidden,
  type Route,
  raise,
  routeOf,
  tooMany,
  unauthorized,
} from '../../platform/http/index.ts'
import type { Verdict, Window } from '../../platform/limits/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { confirmAlive, type Guarded, guardedBy } from './guard.ts'
import { originAllowed } from './origins.ts'
import type { KeyFacts, KeyRegister } from './register.ts'
import type { Scope } from './scopes.ts'

export interface KeyedContext extends AgentContext {
  db: Guarded
  key: KeyFacts
  /** As the request brought it, for writes that must not happen twice. */
  idempotencyKey?: string | undefined
}

/** REST and the tool server come in by it: one order of checks, one bucket per key. */
export interface KeyedDoor extends Door<KeyedContext> {
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    route: Pick<Route<KeyedContext>, 'scope'>,
  ): Promise<KeyedContext> | KeyedContext
}

export type KeyedRoute = Route<KeyedContext, Scope>
export const keyedRoute = routeOf<KeyedContext, Scope>()

/**
 * The order of checks (bearer and key, origin, rate, scope, then everything else) is the order of the lines below. The
 * one thing read late is whether the key still lives; `beforeRefusal` keeps its 401 ahead of every other refusal.
 * A known key and an in-process limiter need no waiting, and most requests have both.
 */
export function keyedDoor(db: Db, register: KeyRegister, rate: Window): KeyedDoor {
  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { scope }: Pick<Route<KeyedContext>, 'scope'>,
    key: KeyFacts,
    verdict: Verdict,
  ) {
    writeRate(reply, verdict)
    if (!originAllowed(key.origins, request.headers.origin)) throw originRefused()
    if (!verdict.allowed) throw tooMany(verdict.resetSeconds)
    if (scope !== undefined && !holds(key, scope)) throw scopeMissing(scope)
    return {
      db: guardedBy(db, key.id),
      key,
      agentId: key.agentId,
      workspaceId: key.workspaceId,
      actor: { kind: 'key', id: key.id } as const,
      requestId: request.id,
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    }
  }

  return {
    prefix: '/api/v1',
    enter: (request, reply, route) =>
      chain(register.find(bearerOf(request)), (key = raise(unauthorized())) => {
        request.beforeRefusal = () => confirmAlive(db, key.id)
        register.used(key)
        return chain(rate.take(key.id), (verdict) => admit(request, reply, route, key, verdict))
      }),
  }
}

/** Goes on at once when there is nothing to wait for. */
function chain<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

export function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  return header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : ''
}

export function holds(key: KeyFacts, scope: string): boolean {
  return key.scopes.includes(scope as Scope)
}

export function scopeMissing(scope: string) {
  const text = `missing scope: ${scope}`
  return forbidden(text, text)
}

function originRefused() {
  return forbidden(
    'origin not allowed',
    'This key lists allowed origins, and the Origin of this request is not one of them.',
  )
}

function writeRate(reply: FastifyReply, verdict: Verdict): void {
  reply.header('RateLimit-Limit', verdict.limit)
  reply.header('RateLimit-Remaining', verdict.remaining)
  reply.header('RateLimit-Reset', verdict.resetSeconds)
}
