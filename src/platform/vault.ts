import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets that must be read again, such as signing keys: what lies in the database alone is of no use. */
export interface Vault {
  seal(text: string): string
  /** Undefined when it was sealed with another secret, or changed since. */
  open(sealed: string): string | undefined
}

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

export function createVault(serviceSecret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'icebot stored secrets', 32))
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv)
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${bytes.toString('base64url')}`
    },
    open(sealed) {
      const [version, encoded = ''] = sealed.split('.')
      const bytes = Buffer.from(encoded, 'base64url')
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
