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
import { type Guarded, guardedBy } from './guard.ts'
import { originAllowed } from './origins.ts'
import type { KeyFacts, KeyRegister } from './register.ts'
import type { Scope } from './scopes.ts'

export interface KeyedContext extends AgentContext {
  db: Guarded
  key: KeyFacts
}

export type KeyedRoute = Route<KeyedContext, Scope>
export const keyedRoute = routeOf<KeyedContext, Scope>()

/**
 * The order of checks (bearer and key, origin, rate, scope, then everything else) is the order of the lines below. The
 * one thing read late is whether the key still lives; `beforeRefusal` keeps its 401 ahead of every other refusal.
 */
export function keyedDoor(db: Db, register: KeyRegister, rate: Window): Door<KeyedContext> {
  return {
    prefix: '/api/v1',
    async enter(request, reply, route) {
      const key = (await register.find(bearerOf(request))) ?? raise(unauthorized())
      const guarded = guardedBy(db, key.id)
      request.beforeRefusal = guarded.confirm
      register.used(key)

      const taken = rate.take(key.id)
      const verdict = taken instanceof Promise ? await taken : taken
      writeRate(reply, verdict)
      if (!originAllowed(key.origins, request.headers.origin)) throw originRefused()
      if (!verdict.allowed) throw tooMany(verdict.resetSeconds)
      if (route.scope !== undefined && !key.scopes.includes(route.scope as Scope))
        throw scopeMissing(route.scope)

      return {
        db: guarded,
        key,
        agentId: key.agentId,
        workspaceId: key.workspaceId,
        actor: { kind: 'key', id: key.id },
        requestId: request.id,
      }
    },
  }
}

export function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  return header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : ''
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
