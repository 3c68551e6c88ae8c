import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalStorage, createS3, type Storage } from './index.ts'
import { presignedUrl, sha256, signedHeaders } from './sigv4.ts'

const keys = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = new Date('2013-05-24T00:00:00Z')

describe('Signature Version 4', () => {
  it('signs a request as in Amazon’s own example', () => {
    const headers = signedHeaders(keys, {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      payload: sha256(''),
      at,
    })
    expect(headers.authorization).toContain(
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  it('signs an address as in Amazon’s own example', () => {
    const url = presignedUrl(keys, new URL('https://examplebucket.s3.amazonaws.com/test.txt'), 86_400, at)
    expect(url).toContain('X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request')
    expect(url).toContain('&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404')
  })
})

/** A storage, and how anybody reads a link of it. */
interface Bench {
  storage: Storage
  read(link: string): Promise<string | undefined>
  /** Lets time go by. */
  later(ms: number): void
}

describe('files on this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  conforms(async () => {
    let nowMs = Date.now()
    const base = 'https://shop.example.com/bot'
    const storage = createLocalStorage({
      folder,
      secret: 'a secret',
      baseUrl: async () => base,
      now: () => nowMs,
    })
    return {
      storage,
      later: (ms) => {
        nowMs += ms
      },
      async read(link) {
        const url = new URL(link)
        const key = decodeURIComponent(url.pathname.slice('/bot/files/'.length))
        const query = Object.fromEntries(url.searchParams) as { expires: string; signature: string }
        const path = storage.local?.open({ key, ...query })
        return path === undefined ? undefined : readFile(path, 'utf8').catch(() => undefined)
      },
    }
  })

  it('keeps to its folder', async () => {
    const storage = createLocalStorage({ folder, secret: 'a secret', baseUrl: async () => '' })
    for (const key of ['../out', 'a/../../out', '/etc/passwd', 'a//b', 'a/.hidden', 'A/b', ''])
      await expect(storage.put(key, new Uint8Array(1), 'audio/mpeg')).rejects.toThrow('not a key')
  })
})

describe('S3', () => {
  let server: Server
  let url: string
  let nowMs = Date.now()
  const files = new Map<string, Buffer>()
  const faults: number[] = []

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      const address = new URL(request.url ?? '/', url)
      const fault = faults.shift()
      const end = (status: number, content?: Buffer) => response.writeHead(fault ?? status).end(content)
      if (fault !== undefined) return end(fault)
      if (request.method === 'GET') return end(...get(address))
      // What was sent must be what was signed.
      const sent = request.headers as Record<string, string>
      const signed = signedHeaders(keys, {
        method: request.method ?? '',
        url: address,
        headers: sent['content-type'] === undefined ? {} : { 'content-type': sent['content-type'] },
        payload: sha256(body),
        at: new Date(nowMs),
      })
      if (sent.authorization !== signed.authorization) return end(403)
      if (request.method === 'PUT') files.set(address.pathname, body)
      if (request.method === 'DELETE') files.delete(address.pathname)
      return end(request.method === 'PUT' ? 200 : 204)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  function get(address: URL): [number, Buffer?] {
    const seconds = Number(address.searchParams.get('X-Amz-Expires'))
    const stamp = address.searchParams.get('X-Amz-Date') ?? ''
    const signedAt = new Date(
      stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    )
    const plain = new URL(address.origin + address.pathname)
    const isSigned = presignedUrl(keys, plain, seconds, signedAt) === address.href
    if (!isSigned || signedAt.getTime() + seconds * 1000 < nowMs) return [403]
    const file = files.get(address.pathname)
    return file ? [200, file] : [404]
  }

  conforms(async () => ({
    storage: createS3({ ...keys, url, bucket: 'calls', now: () => nowMs }),
    later: (ms) => {
      nowMs += ms
    },
    async read(link) {
      const response = await fetch(link)
      return response.status === 200 ? response.text() : undefined
    },
  }))

  it('a storage that does not take a file says so', async () => {
    const storage = createS3({ ...keys, url, bucket: 'calls', now: () => nowMs })
    faults.push(500, 503)
    await expect(storage.put('a/b.mp3', new Uint8Array(3), 'audio/mpeg')).rejects.toThrow('500')
    await expect(storage.remove('a/b.mp3')).rejects.toThrow('503')
  })
})

function conforms(open: () => Promise<Bench>): void {
  let bench: Bench
  beforeAll(async () => {
    bench = await open()
  })
  const put = (key: string, text: string) => bench.storage.put(key, Buffer.from(text), 'audio/mpeg')

  it('gives back what it was given, to whoever has the link', async () => {
    await put('recordings/a1/one.mp3', 'sound')
    expect(await bench.read(await bench.storage.link('recordings/a1/one.mp3', 300))).toBe('sound')
    await put('recordings/a1/one.mp3', 'other sound')
    expect(await bench.read(await bench.storage.link('recordings/a1/one.mp3', 300))).toBe('other sound')
  })

  it('a link ends after its time, and leads to nothing else', async () => {
    await put('recordings/a1/two.mp3', 'two')
    const link = await bench.storage.link('recordings/a1/two.mp3', 300)
    expect(await bench.read(link.replace('two.mp3', 'one.mp3'))).toBeUndefined()
    expect(
      await bench.read(
        link.replace(/[0-9a-zA-Z](?=[^0-9a-zA-Z]*$)/, (letter) => (letter === 'a' ? 'b' : 'a')),
      ),
    ).toBeUndefined()
    bench.later(299_000)
    expect(await bench.read(link)).toBe('two')
    bench.later(2_000)
    expect(await bench.read(link)).toBeUndefined()
  })

  it('removes a file, and what is not there is removed already', async () => {
    await put('recordings/a1/three.mp3', 'three')
    await bench.storage.remove('recordings/a1/three.mp3')
    await bench.storage.remove('recordings/a1/three.mp3')
    expect(await bench.read(await bench.storage.link('recordings/a1/three.mp3', 300))).toBeUndefined()
  })
}
