import type { Timestamp } from '../../lib/time.ts'
import type { Outcome } from './post.ts'
import { sign } from './sign.ts'
import type { Claimed, Endpoint } from './store.ts'
import type { Webhooks } from './webhooks.ts'

export interface Attempted extends Outcome {
  at: Timestamp
}

/** Where to send, and with what to sign; the secret is undefined when it cannot be read. */
export interface Target {
  url: string
  secret: string | undefined
}

export function targetOf({ vault }: Webhooks, { url, secret }: Pick<Endpoint, 'url' | 'secret'>): Target {
  return { url, secret: vault.open(secret) }
}

/** One attempt; undefined when it was cut off because the service stops. */
export async function send(
  { poster }: Webhooks,
  { url, secret }: Target,
  { id, event, body }: Pick<Claimed, 'id' | 'event' | 'body'>,
  stopping?: AbortSignal,
): Promise<Attempted | undefined> {
  const at = new Date().toISOString()
  if (secret === undefined) return { at, status: null, durationMs: 0, error: UNREADABLE }
  const bytes = Buffer.from(body)
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Signature': sign(secret, bytes),
    'X-Service-Event': event,
    'X-Service-Delivery': id,
  }
  const outcome = await poster.post(url, headers, bytes, stopping)
  return outcome && { at, ...outcome }
}

const UNREADABLE =
  'the signing secret cannot be read, because ICEBOT_SECRET is another than when it was made: rotate the secret'
