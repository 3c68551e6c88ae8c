import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { networkOf } from '../../lib/addresses.ts'
import { isUuid } from '../../lib/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import {
  type Door,
  forbidden,
  HttpError,
  notFound,
  type Route,
  routeOf,
  timestamp,
  tooMany,
} from '../../platform/http/index.ts'
import type { Limits, Verdict } from '../../platform/limits/index.ts'
import {
  changePassword,
  checkPassword,
  endSignIn,
  passwordFault,
  SIGN_IN_DAYS,
  signIn,
  signInsOf,
} from '../users/index.ts'
import { COOKIE, isSameSite, type ManageRoute, manageRoute, PREFIX } from './door.ts'

const me = z.object({
  user: z.object({ id: z.uuid(), email: z.string(), role: z.enum(['owner', 'member']) }),
  workspace_id: z.uuid(),
})

const newPassword = z.string().superRefine((text, context) => {
  const message = passwordFault(text)
  if (message) context.addIssue({ code: 'custom', message })
})

export const signInForm = {
  method: 'POST',
  path: '/session',
  bodyLimit: 16_384,
  tag: 'Session',
  summary: 'Sign in with email and password; the answer sets the session cookie',
  body: z.object({ email: z.string().trim().min(1).max(320), password: z.string().min(1).max(1_000) }),
  answer: z.object({ data: me }),
} as const

export interface Stranger {
  request: FastifyRequest
  reply: FastifyReply
}

/** For people who are nobody yet: they sign in, or have forgotten how. */
export function strangersDoor(): Door<Stranger> {
  return {
    prefix: PREFIX,
    enter(request, reply) {
      if (!isSameSite(request))
        throw forbidden('origin not allowed', 'This request came from another website.')
      return { request, reply }
    },
  }
}

export function signInRoute(db: Db, limits: Limits, secureCookies: boolean): Route<Stranger> {
  const perAddress = limits.window('sign-in-address', { limit: 20, windowMs: 60_000 })
  // Per email and address: nobody can lock the owner out from elsewhere.
  const perAccount = limits.window('sign-in-account', { limit: 10, windowMs: 15 * 60_000 })
  return routeOf<Stranger>()({
    ...signInForm,
    handle: async ({ request, reply }, { body: { email, password } }) => {
      const network = networkOf(request.ip)
      await judge(perAddress.take(network))
      await judge(perAccount.take(`${network} ${email.toLowerCase()}`))
      const user = await checkPassword(db, email, password)
      if (!user) {
        throw new HttpError(401, {
          error: 'wrong email or password',
          message: 'The email or the password is wrong.',
        })
      }
      const token = await signIn(db, user, request.headers['user-agent'])
      reply.header('Set-Cookie', cookie(token, SIGN_IN_DAYS * 86_400, secureCookies))
      const { id, role, workspace_id } = user
      return { data: { user: { id, email: user.email, role }, workspace_id } }
    },
  })
}

export const sessionRoutes: ManageRoute[] = [
  manageRoute({
    method: 'GET',
    path: '/me',
    tag: 'Session',
    summary: 'Who am I?',
    answer: z.object({ data: me }),
    handle: ({ userId: id, email, role, workspaceId }) => ({
      data: { user: { id, email, role }, workspace_id: workspaceId },
    }),
  }),
  manageRoute({
    method: 'GET',
    path: '/sessions',
    tag: 'Session',
    summary: 'List the browsers I am signed in with',
    answer: z.object({
      data: z.array(
        z.object({
          id: z.uuid(),
          user_agent: z.string().nullable(),
          created_at: timestamp,
          expires_at: timestamp,
          current: z.boolean(),
        }),
      ),
    }),
    handle: async ({ db, userId, signInId }) => {
      const list = await signInsOf(db, userId)
      return { data: list.map((entry) => ({ ...entry, current: entry.id === signInId })) }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/password',
    bodyLimit: 16_384,
    tag: 'Session',
    summary: 'Change my password; every other browser is signed out',
    body: z.object({ current: z.string().min(1).max(1_000), password: newPassword }),
    answer: z.object({ data: z.object({ signed_out: z.int().describe('Other browsers') }) }),
    refusals: { 400: 'wrong password', 429: 'rate limit exceeded' },
    handle: async (context, { body }) => {
      await judge(context.passwordTries.take(context.userId))
      return { data: { signed_out: await changePassword(context, body) } }
    },
  }),
  manageRoute({
    method: 'DELETE',
    path: '/session',
    tag: 'Session',
    summary: 'Sign out',
    handle: async ({ db, userId, signInId }) => {
      if (signInId) await endSignIn(db, userId, signInId)
    },
  }),
  manageRoute({
    method: 'DELETE',
    path: '/sessions/:id',
    tag: 'Session',
    summary: 'Sign another browser out',
    handle: async ({ db, userId }, { params }) => {
      const id = params.id as string
      if (!isUuid(id) || !(await endSignIn(db, userId, id))) throw notFound()
    },
  }),
]

export async function judge(taken: Verdict | Promise<Verdict>): Promise<void> {
  const { allowed, resetSeconds } = await taken
  if (!allowed) throw tooMany(resetSeconds)
}

function cookie(token: string, maxAgeSeconds: number, secure: boolean): string {
  return `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
}
