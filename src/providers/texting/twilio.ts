import type { Texting } from './port.ts'

export interface TwilioTextingOptions {
  accountSid: string
  authToken: string
  url: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Not now, or not with these keys: what was wrong is not the message. */
const LATER = new Set([401, 403, 408, 429])

export function createTwilioTexting({
  accountSid,
  authToken,
  url,
  timeoutMs,
}: TwilioTextingOptions): Texting {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    name: 'twilio',
    async send(_id, { to, from, body }) {
      const response = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
        headers: { Authorization: authorization },
        body: new URLSearchParams({ To: to, From: from, Body: body }),
      })
      const { status } = response
      const answer = (await response.json().catch(() => ({}))) as {
        sid?: unknown
        message?: unknown
        code?: unknown
      }
      if (status === 201 && typeof answer.sid === 'string') return { outcome: 'sent', reference: answer.sid }
      if (status >= 500 || LATER.has(status)) throw new Error(`Twilio did not take a text: ${status}`)
      return {
        outcome: 'refused',
        reason: `${answer.message ?? `it answered ${status}`} (${answer.code ?? status})`,
      }
    },
  }
}
