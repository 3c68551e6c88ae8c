import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 36
const CHECK_LENGTH = 6

/** What a credential of ours begins with, so that people and secret scanners recognise a leaked one. */
export type CredentialPrefix = 'svk_' | 'imt_'

/** prefix + 36 random base62 characters + 6 base62 characters of CRC32 over what precedes. */
export function mintCredential(prefix: CredentialPrefix): string {
  const body = prefix + randomBase62(RANDOM_LENGTH)
  return body + checksum(body)
}

/** True for a credential we could have minted: refuses typing errors and scanners without any database work. */
export function isWellFormed(prefix: CredentialPrefix, credential: string): boolean {
  const bodyLength = prefix.length + RANDOM_LENGTH
  if (credential.length !== bodyLength + CHECK_LENGTH || !credential.startsWith(prefix)) return false
  if (!/^[0-9A-Za-z]+$/.test(credential.slice(prefix.length))) return false
  return credential.slice(bodyLength) === checksum(credential.slice(0, bodyLength))
}

/** The one-way hash under which credentials of high entropy are stored. */
export function digest(credential: string): string {
  return hash('sha256', credential)
}

/** Compares two texts in time that depends on neither. */
export function sameText(left: string, right: string): boolean {
  const sha = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(sha(left), sha(right))
}

export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: bytes above it would make some characters likelier than others.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let encoded = ''
  for (let i = 0; i < CHECK_LENGTH; i++) {
    encoded = ALPHABET[rest % 62] + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}
