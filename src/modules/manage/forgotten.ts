import { z } from 'zod'
import { networkOf } from '../../lib/addresses.ts'
import { conflict, type Route, routeOf } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Logger } from '../../platform/log.ts'
import { mailForgotten } from '../users/index.ts'
import type { ManageParts } from './door.ts'
import { judge, type Stranger } from './session.ts'

const canMail = {
  method: 'GET',
  path: '/session/forgot',
  tag: 'Session',
  summary: 'Can a forgotten password be helped with by mail?',
  answer: z.object({ data: z.object({ mail: z.boolean() }) }),
} as const

const forgot = {
  method: 'POST',
  path: '/session/forgot',
  status: 202,
  bodyLimit: 16_384,
  tag: 'Session',
  summary: 'Mail a one-time link to choose a new password with; the answer is the same for every address',
  body: z.object({ email: z.string().trim().min(1).max(320) }),
  answer: z.object({ data: z.object({ accepted: z.literal(true) }) }),
} as const

export const forgottenShapes = [canMail, forgot]

export function forgottenRoutes(
  { db, mailer, baseUrl, log }: Pick<ManageParts, 'db' | 'mailer' | 'baseUrl'> & { log: Logger },
  limits: Limits,
): Route<Stranger>[] {
  const perAddress = limits.window('forgotten-address', { limit: 20, windowMs: 60_000 })
  const perAccount = limits.window('forgotten-account', { limit: 10, windowMs: 15 * 60_000 })
  // Over this nothing is sent, and nothing is said: a mailbox is not flooded from many places.
  const perMailbox = limits.window('forgotten-mailbox', { limit: 5, windowMs: 3_600_000 })
  const route = routeOf<Stranger>()

  async function send(email: string): Promise<void> {
    try {
      if (!(await perMailbox.take(email.toLowerCase())).allowed) return
      const error = await mailForgotten({ db, mailer, baseUrl }, email)
      if (error) log.warn({ error }, 'a link for a forgotten password was not mailed')
    } catch (error) {
      log.error({ err: error }, 'a link for a forgotten password was not mailed')
    }
  }

  return [
    route({ ...canMail, handle: () => ({ data: { mail: mailer !== undefined } }) }),
    route({
      ...forgot,
      handle: async ({ request }, { body: { email } }) => {
        if (!mailer)
          throw conflict('no mail', 'This service sends no mail. Ask an owner of your team for a new link.')
        const network = networkOf(request.ip)
        await judge(perAddress.take(network))
        await judge(perAccount.take(`${network} ${email.toLowerCase()}`))
        // Not waited for: how long it takes would tell who has an account.
        void send(email)
        return { data: { accepted: true } }
      },
    }),
  ]
}
