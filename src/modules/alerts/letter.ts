import type { Mail } from '../../platform/mail.ts'
import type { ClaimedMail } from './mails.ts'
import type { AlertKind } from './store.ts'

const MAX_NAME = 80

/** What a person of the team reads. Names come from customers: they are kept to one short line. */
export function letterOf(mail: ClaimedMail, baseUrl: string): Mail {
  const { alert_id, user_id, email, kind, reason, conversation_id } = mail
  const shop = name(mail.workspace)
  const customer = name(mail.customer_name || mail.customer_phone || '')
  const phone = mail.customer_name && mail.customer_phone ? ` (${mail.customer_phone})` : ''
  const lines = [
    `${capital(customer)}${phone} is talking to ${name(mail.agent)} on ${mail.channel}: ${happened[kind]}.`,
    `Why:\n${quoted(reason)}`,
    `Open the conversation:\n${baseUrl}/conversations/${conversation_id}`,
    `You get this mail because you are on the team of ${shop}.`,
  ]
  return {
    id: `${alert_id}.${user_id}`,
    to: email,
    subject: `${shop}: ${subjects[kind](customer)}`,
    text: `${lines.join('\n\n')}\n`,
  }
}

const subjects: Record<AlertKind, (customer: string) => string> = {
  handover: (customer) => `${customer} is waiting for a person`,
  out_of_credits: (customer) => `no credits left to answer ${customer}`,
  llm_failed: (customer) => `the agent could not answer ${customer}`,
  low_credits: () => 'few credits are left for calls',
}

const happened: Record<AlertKind, string> = {
  handover: 'the agent has handed the conversation over and a person should answer',
  out_of_credits: 'the credits of the workspace are used up, so the agent does not answer any more',
  llm_failed: 'the agent could not answer, so a person should',
  low_credits: 'the credits of the workspace are running low, and calls will soon not be possible any more',
}

function name(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
  const letters = [...line]
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME).join('')}…` : line || 'a customer'
}

function capital(text: string): string {
  return text === 'a customer' ? 'A customer' : text
}

/** Marked as somebody else's words, for they may be a customer's. */
function quoted(reason: string): string {
  return reason
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n')
}
