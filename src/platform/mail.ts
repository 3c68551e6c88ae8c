import { isIP } from 'node:net'
import type { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same for every attempt, so that a mailbox that got it twice can tell. */
  id: string
}

/** What the server said when it did not take the mail, in words. */
export type MailOutcome = { sent: true } | { sent: false; error: string }

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>
  /** The longest that `send` takes. */
  readonly timeoutMs: number
}

export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte. */
  smtpUrl: string | undefined
  /** Undefined: `icebot@` the host of the address people reach the service at. */
  mailFrom: string | undefined
}

const TIMEOUT_MS = 30_000

/** Undefined without a server to send through. */
export function createMailer(
  { smtpUrl, mailFrom }: MailSettings,
  baseUrl: () => Promise<string>,
  timeoutMs = TIMEOUT_MS,
): Mailer | undefined {
  if (smtpUrl === undefined) return undefined
  let opening: Promise<Transport> | undefined
  return {
    timeoutMs,
    async send({ to, subject, text, id }) {
      opening ??= openTransport(smtpUrl, timeoutMs)
      const base = new URL(await baseUrl())
      const host = isIP(base.hostname.replace(/[[\]]/g, '')) ? 'localhost' : base.hostname
      const sending = (await opening).sendMail({
        from: mailFrom ?? `icebot@${host}`,
        // As an object it is one address, whatever it contains.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return within(timeoutMs, outcomeOf(sending))
    },
  }
}

type Transport = ReturnType<typeof createTransport>

/** Loaded only where mail is sent. */
async function openTransport(url: string, timeoutMs: number): Promise<Transport> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    requireTLS: needsTls(new URL(url)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A password goes over another machine's network only encrypted, unless the address says `?ignoreTLS=true`. */
function needsTls({ protocol, username, hostname, searchParams }: URL): boolean {
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'smtp:' && username !== '' && !isLocal && searchParams.get('ignoreTLS') !== 'true'
}

async function outcomeOf(sending: Promise<unknown>): Promise<MailOutcome> {
  try {
    await sending
    return { sent: true }
  } catch (error) {
    return {
      sent: false,
      error: oneLine((error as Error).message)
        .slice(0, 300)
        .toWellFormed(),
    }
  }
}

/** A server that says a word now and then is never silent and never done. */
async function within(ms: number, outcome: Promise<MailOutcome>): Promise<MailOutcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<MailOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ sent: false, error: `no answer within ${ms / 1000} s` }), ms)
  })
  const first = await Promise.race([outcome, late])
  clearTimeout(timer)
  return first
}

/** What a header may hold: a line break would begin another header. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}
