import { createHmac } from 'node:crypto'
import { randomBase62 } from '../../lib/secrets.ts'

const SECRET_LENGTH = 40

export function newSigningSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`
}

/** The value of X-Service-Signature. */
export function sign(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}
