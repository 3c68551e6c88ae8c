import type { Timestamp } from '../../lib/time.ts'
import type { Outcome } from './post.ts'
import { sign } from './sign.ts'
import type { Claimed, Endpoint } from './store.ts'
import type { Webhooks } from './webhooks.ts'

export interface Attempted extends Outcome {
  at: Timestamp
}

/** One attempt; undefined when it was cut off because the service stops. */
export async function send(
  { vault, poster }: Webhooks,
  { url, secret: sealed }: Pick<Endpoint, 'url' | 'secret'>,
  { id, event, body }: Pick<Claimed, 'id' | 'event' | 'body'>,
  stopping?: AbortSignal,
): Promise<Attempted | undefined> {
  const at = new Date().toISOString()
  const secret = vault.open(sealed)
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
