import { system } from '../audit/index.ts'
import { type Letter, sendLink, type TeamContext } from './team.ts'
import { findUserByEmail } from './users.ts'

const FORGOTTEN: Letter = {
  subject: 'Choose a new password for icebot',
  text: (link) =>
    `Somebody, probably you, has forgotten the password for icebot. Choose a new one here:\n${link}\n\nThe link works once, for 24 hours. If it was not you, do nothing: your password stays as it is.\n`,
}

/** Mails a one-time link to who has an account; why it did not go out, if it did not. An address without one gets nothing. */
export async function mailForgotten(
  context: Pick<TeamContext, 'db' | 'mailer' | 'baseUrl'>,
  email: string,
): Promise<string | undefined> {
  const user = await findUserByEmail(context.db, email)
  if (!user) return undefined
  const { mailed, mail_error } = await sendLink({ ...context, actor: system }, user, FORGOTTEN, {
    forgotten: true,
  })
  return mailed ? undefined : (mail_error ?? 'no mail server')
}
