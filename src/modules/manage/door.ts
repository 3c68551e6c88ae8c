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
import type { Window } from '../../platform/limits/index.ts'
import type { Mailer } from '../../platform/mail.ts'
import { type AgentContext, findAgent } from '../agents/index.ts'
import type { Actor } from '../audit/index.ts'
import type { Listening } from '../brain/index.ts'
import { agentOfCall, type CallParts } from '../calls/index.ts'
import { agentOfProduct } from '../catalogue/index.ts'
import { agentOfConversation } from '../conversations/index.ts'
import { bearerOf } from '../keys/index.ts'
import { agentOfOrder, type Order, type OrderContext, type PaymentTerms } from '../orders/index.ts'
import { findSignIn, findToken, type Role } from '../users/index.ts'
import type { Webhooks } from '../webhooks/index.ts'

/** Where the shop and its customers' money meet. */
export interface Counter {
  terms(): Promise<PaymentTerms>
  /** Returns the money, then records it. */
  refund(context: OrderContext, orderId: string): Promise<{ order: Order }>
}

/** A person of a workspace, signed in or represented by a management token. */
export interface ManageContext {
  db: Db
  counter: Counter
  webhooks: Webhooks
  listening: Listening
  calls: () => CallParts
  mailer: Mailer | undefined
  /** How often somebody may say their present password; by the person. */
  passwordTries: Window
  /** Where people reach the service, and where pages load the website chat from. */
  baseUrl: () => Promise<string>
  widgetUrl: () => Promise<string>
  userId: Uuid
  workspaceId: Uuid
  email: string
  role: Role
  /** The sign-in of this very browser; undefined for tokens. */
  signInId?: Uuid | undefined
  actor: Actor
  requestId: string
  /** The same for every attempt at one thing, where the caller says so. */
  idempotencyKey?: string | undefined
}

/** A route with the scope `inbound` is open to tokens that may do nothing else. */
export type ManageRoute = Route<ManageContext, 'inbound'>
export const manageRoute = routeOf<ManageContext, 'inbound'>()

export const COOKIE = 'icebot_session'
export const PREFIX = '/api/manage'

export type ManageParts = Pick<
  ManageContext,
  'db' | 'counter' | 'webhooks' | 'listening' | 'calls' | 'mailer' | 'passwordTries' | 'baseUrl' | 'widgetUrl'
>

/** One that is answered by events as they come, for as long as somebody listens. */
export type StreamRoute = Pick<ManageRoute, 'path' | 'scope'> & { method: 'GET' }

export function manageDoor(parts: ManageParts): Door<ManageContext> & { admit: Admit } {
  return {
    prefix: PREFIX,
    enter: (request, _reply, route) => admit(request, route),
    admit,
  }

  async function admit(request: FastifyRequest, route: { scope?: string }): Promise<ManageContext> {
    const who = await identify(parts.db, request)
    if (who.onlyInbound && route.scope !== 'inbound') {
      throw forbidden(
        'token is limited to inbound',
        'This token can only deliver customers’ messages (inbound).',
      )
    }
    const { userId, workspaceId, email, role, signInId } = who
    return {
      ...parts,
      userId,
      workspaceId,
      email,
      role,
      signInId,
      actor: { kind: 'user', id: userId },
      requestId: request.id,
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    }
  }
}

type Admit = (request: FastifyRequest, route: { scope?: string }) => Promise<ManageContext>

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

export function conversationContext(context: ManageContext, id: string): Promise<AgentContext> {
  return ownerOf(context, id, agentOfConversation, 'conversation not found')
}

export function orderContext(context: ManageContext, id: string): Promise<AgentContext> {
  return ownerOf(context, id, agentOfOrder)
}

export function callContext(context: ManageContext, id: string): Promise<AgentContext> {
  return ownerOf(context, id, agentOfCall)
}

export function productContext(context: ManageContext, id: string): Promise<AgentContext> {
  return ownerOf(context, id, agentOfProduct)
}

/** The agent that something belongs to; what belongs to another workspace is as good as missing. */
async function ownerOf(
  { db, workspaceId, actor, requestId }: ManageContext,
  id: string,
  agentOf: (db: Db, workspaceId: Uuid, id: Uuid) => Promise<Uuid | undefined>,
  error?: string,
): Promise<AgentContext> {
  const agentId = isUuid(id) ? await agentOf(db, workspaceId, id) : undefined
  if (!agentId) throw notFound(error)
  return { db, workspaceId, agentId, actor, requestId }
}
