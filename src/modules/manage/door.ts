import type { FastifyRequest } from 'fastify'
import { isUuid, type Uuid } from '../../lib/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import {
  type Door,
  forbidden,
  notFound,
  type Route,
  raise,
  routeOf,
  unauthorized,
} from '../../platform/http/index.ts'
import { type AgentContext, findAgent } from '../agents/index.ts'
import type { Actor } from '../audit/index.ts'
import { agentOfConversation } from '../conversations/index.ts'
import { bearerOf } from '../keys/index.ts'
import { findSignIn, findToken, type Role } from '../users/index.ts'

/** A person of a workspace, signed in or represented by a management token. */
export interface ManageContext {
  db: Db
  userId: Uuid
  workspaceId: Uuid
  email: string
  role: Role
  /** The sign-in of this very browser; undefined for tokens. */
  signInId?: Uuid | undefined
  actor: Actor
  requestId: string
}

/** A route with the scope `inbound` is open to tokens that may do nothing else. */
export type ManageRoute = Route<ManageContext, 'inbound'>
export const manageRoute = routeOf<ManageContext, 'inbound'>()

export const COOKIE = 'icebot_session'
export const PREFIX = '/api/manage'

export function manageDoor(db: Db): Door<ManageContext> {
  return {
    prefix: PREFIX,
    async enter(request, _reply, route) {
      const who = await identify(db, request)
      if (who.onlyInbound && route.scope !== 'inbound') {
        throw forbidden(
          'token is limited to inbound',
          'This token can only deliver customers’ messages (inbound).',
        )
      }
      const { userId, workspaceId, email, role, signInId } = who
      return {
        db,
        userId,
        workspaceId,
        email,
        role,
        signInId,
        actor: { kind: 'user', id: userId },
        requestId: request.id,
      }
    },
  }
}

interface Identity extends Pick<ManageContext, 'userId' | 'workspaceId' | 'email' | 'role'> {
  signInId?: Uuid
  onlyInbound?: boolean
}

async function identify(db: Db, request: FastifyRequest): Promise<Identity> {
  if (request.headers.authorization !== undefined) {
    return (await findToken(db, bearerOf(request))) ?? raise(unauthorized())
  }
  const cookie = cookieOf(request)
  const signedIn = cookie === undefined ? undefined : await findSignIn(db, cookie)
  if (!signedIn) throw unauthorized()
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isSameSite(request)) {
    throw forbidden('origin not allowed', 'This request came from another website.')
  }
  return signedIn
}

export function cookieOf(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}

/** Browsers say where a request comes from; a cookie counts only on requests from our own pages. */
export function isSameSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
}

/** The agent of this workspace as a use case wants it; another workspace's is as good as missing. */
export async function agentContext(context: ManageContext, agentId: string): Promise<AgentContext> {
  const { db, workspaceId, actor, requestId } = context
  const agent = isUuid(agentId) ? await findAgent(db, agentId, workspaceId) : undefined
  if (!agent) throw notFound()
  return { db, workspaceId, agentId: agent.id, actor, requestId }
}

export async function conversationContext(
  context: ManageContext,
  conversationId: string,
): Promise<AgentContext> {
  const { db, workspaceId, actor, requestId } = context
  const agentId = isUuid(conversationId)
    ? await agentOfConversation(db, workspaceId, conversationId)
    : undefined
  if (!agentId) throw notFound('conversation not found')
  return { db, workspaceId, agentId, actor, requestId }
}
