import { createHash, createHmac } from 'node:crypto'

export interface S3Keys {
  keyId: string
  secretKey: string
  region: string
}

export interface Signing {
  method: string
  url: URL
  headers: Record<string, string>
  /** The hex SHA-256 of the body, or UNSIGNED-PAYLOAD. */
  payload: string
  at: Date
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const SERVICE = 's3'

/** The headers that sign a request (AWS Signature Version 4). */
export function signedHeaders(keys: S3Keys, signing: Signing): Record<string, string> {
  const stamp = stampOf(signing.at)
  const headers = {
    ...signing.headers,
    host: signing.url.host,
    'x-amz-date': stamp,
    'x-amz-content-sha256': signing.payload,
  }
  const { signature, names, scope } = sign(keys, { ...signing, headers }, stamp)
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${keys.keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** An address that is signed itself: whoever has it may read, for so long. */
export function presignedUrl(keys: S3Keys, address: URL, seconds: number, at: Date): string {
  const url = new URL(address)
  const stamp = stampOf(at)
  url.searchParams.set('X-Amz-Algorithm', ALGORITHM)
  url.searchParams.set('X-Amz-Credential', `${keys.keyId}/${scopeOf(keys, stamp)}`)
  url.searchParams.set('X-Amz-Date', stamp)
  url.searchParams.set('X-Amz-Expires', String(seconds))
  url.searchParams.set('X-Amz-SignedHeaders', 'host')
  const headers = { host: url.host }
  const { signature } = sign(keys, { method: 'GET', url, headers, payload: 'UNSIGNED-PAYLOAD', at }, stamp)
  return `${url.origin}${url.pathname}?${queryOf(url)}&X-Amz-Signature=${signature}`
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function sign(keys: S3Keys, { method, url, headers, payload }: Signing, stamp: string) {
  const lower = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const names = lower.map(([name]) => name).join(';')
  const canonical = [
    method,
    url.pathname,
    queryOf(url),
    ...lower.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payload,
  ].join('\n')
  const scope = scopeOf(keys, stamp)
  const text = [ALGORITHM, stamp, scope, sha256(canonical)].join('\n')
  const steps = [stamp.slice(0, 8), keys.region, SERVICE, 'aws4_request']
  const key = steps.reduce<Buffer | string>((secret, step) => hmac(secret, step), `AWS4${keys.secretKey}`)
  return { names, scope, signature: hmac(key, text).toString('hex') }
}

function scopeOf({ region }: S3Keys, stamp: string): string {
  return `${stamp.slice(0, 8)}/${region}/${SERVICE}/aws4_request`
}

/** Sorted, and encoded stricter than browsers do. */
function queryOf({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** 20130524T000000Z */
function stampOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
