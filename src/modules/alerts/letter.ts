import type { Mail } from '../../platform/mail.ts'
import type { ClaimedMail } from './mails.ts'
import type { AlertKind } from './store.ts'

const MAX_NAME = 80

/** What a person of the team reads. Names come from customers: they are kept to one short line. */
export function letterOf(mail: ClaimedMail, baseUrl: string): Mail {
  const { alert_id, user_id, email, kind } = mail
  const shop = name(mail.workspace)
  const { subject, happened, why, see, at } = words[kind](
    mail,
    name(mail.customer_name || mail.customer_phone || ''),
  )
  const lines = [
    happened,
    ...(why === undefined ? [] : [`Why:\n${quoted(why)}`]),
    `${see}:\n${baseUrl}${at}`,
    `You get this mail because you are on the team of ${shop}.`,
  ]
  return {
    id: `${alert_id}.${user_id}`,
    to: email,
    subject: `${shop}: ${subject}`,
    text: `${lines.join('\n\n')}\n`,
  }
}

interface Words {
  subject: string
  happened: string
  why?: string
  /** What to do, and where. */
  see: string
  at: string
}

const words: Record<AlertKind, (mail: ClaimedMail, customer: string) => Words> = {
  handover: (mail, customer) => ({
    subject: `${customer} is waiting for a person`,
    ...talk(mail, customer, 'the agent has handed the conversation over and a person should answer'),
  }),
  out_of_credits: (mail, customer) => ({
    subject: `no credits left to answer ${customer}`,
    ...talk(
      mail,
      customer,
      'the credits of the workspace are used up, so the agent does not answer any more',
    ),
  }),
  llm_failed: (mail, customer) => ({
    subject: `the agent could not answer ${customer}`,
    ...talk(mail, customer, 'the agent could not answer, so a person should'),
  }),
  order_attention: (mail, customer) => ({
    subject: `order ${mail.order_number} needs a decision`,
    happened: `Order ${mail.order_number} of ${customer}${phoneOf(mail)}: ${orders[mail.reason] ?? mail.reason}.`,
    see: 'Open the order',
    at: `/orders/${mail.order_id}`,
  }),
  low_credits: ({ reason }) => ({
    subject: 'few credits are left',
    happened: reason,
    see: 'Look at the plan',
    at: '/settings/plan',
  }),
}

function talk(mail: ClaimedMail, customer: string, what: string): Omit<Words, 'subject'> {
  return {
    happened: `${capital(customer)}${phoneOf(mail)} is talking to ${name(mail.agent ?? '')} on ${mail.channel}: ${what}.`,
    why: mail.reason,
    see: 'Open the conversation',
    at: `/conversations/${mail.conversation_id}`,
  }
}

/** By the order's `attention`. */
const orders: Record<string, string> = {
  stock_short: 'it was paid late, and what was ordered is no longer in stock. Deliver later, or refund it',
  paid_twice: 'it was paid twice. Give one payment back',
  paid_after_refund: 'it was paid although it was refunded already. Give the payment back',
  wrong_amount: 'another amount was paid than it costs. Look at the payment',
  refund_failed: 'the refund did not go through. Give the money back in another way, or try again',
}

function phoneOf({ customer_name, customer_phone }: ClaimedMail): string {
  return customer_name && customer_phone ? ` (${customer_phone})` : ''
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
