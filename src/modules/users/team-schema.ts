import { z } from 'zod'
import { timestamp } from '../../platform/http/index.ts'

export const role = z.enum(['owner', 'member'])

export const member = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role,
    has_password: z.boolean().describe('False until they have chosen one'),
    created_at: timestamp,
  })
  .meta({ id: 'TeamMember' })

export const invitation = z.object({
  email: z
    .string()
    .trim()
    .max(320)
    // Nothing that would make a list or a name of it in the header of a mail.
    .regex(/^[^\s@\p{Cc}<>()[\]\\,;:"]+@[^\s@\p{Cc}<>()[\]\\,;:"]+$/u, { error: 'must be an email address' }),
  role: role.default('member'),
})

export const roleChange = z.object({ role })

/** The link is told once: to the mailbox, or in this answer when no mail could carry it. */
export const link = {
  mailed: z.boolean(),
  mail_error: z.string().nullable().describe('What the mail server said when it did not take the mail'),
  link: z.url().nullable().describe('Good for one use within 24 hours; null when it was mailed'),
}
