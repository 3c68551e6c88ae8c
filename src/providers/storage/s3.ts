import { KEY, type Storage } from './port.ts'
import { presignedUrl, type S3Keys, sha256, signedHeaders } from './sigv4.ts'

export interface S3Options extends S3Keys {
  /** Of the service; the bucket is named in the path, which every kind of it understands. */
  url: string
  bucket: string
  now?: () => number
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000

/** A bucket of S3 or of what speaks its protocol. */
export function createS3({
  url,
  bucket,
  now = Date.now,
  timeoutMs = TIMEOUT_MS,
  ...keys
}: S3Options): Storage {
  const addressOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a key of a file: ${key}`)
    return new URL(`${url}/${bucket}/${key}`)
  }

  async function ask(
    method: 'PUT' | 'DELETE',
    key: string,
    body?: Uint8Array,
    type?: string,
  ): Promise<number> {
    const address = addressOf(key)
    const headers = signedHeaders(keys, {
      method,
      url: address,
      headers: type === undefined ? {} : { 'content-type': type },
      payload: sha256(body ?? ''),
      at: new Date(now()),
    })
    const response = await fetch(address, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body } : {}),
    } as RequestInit)
    await response.arrayBuffer()
    return response.status
  }

  return {
    name: 's3',
    async put(key, bytes, type) {
      const status = await ask('PUT', key, bytes, type)
      if (status !== 200) throw new Error(`the storage did not take a file: ${status}`)
    },
    async remove(key) {
      const status = await ask('DELETE', key)
      if (status >= 300 && status !== 404) throw new Error(`the storage did not remove a file: ${status}`)
    },
    link: async (key, seconds) => presignedUrl(keys, addressOf(key), seconds, new Date(now())),
  }
}
