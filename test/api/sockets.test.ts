import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../harness/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** What the service answers to a client that asks for a socket and never hangs up by itself. */
function upgrade(target: string): Promise<string> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => {})
    socket.setTimeout(5_000, () => reject(new Error(`it goes on after: ${text}`)))
    // What was refused is destroyed there, so that writing to it ends it here.
    const poke = setInterval(() => socket.write('x'), 100)
    socket.on('close', () => clearInterval(poke))
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  })
}

describe('a socket that leads nowhere', () => {
  it.each([
    ['no address', '//'],
    ['a bad port', 'http://x:99999/'],
    ['a path that is none', '/nowhere'],
    ['a page', '/api/v1/orders'],
  ])('is refused and let go: %s', async (_name, target) => {
    expect(await upgrade(target)).toMatch(/^HTTP\/1\.1 404 .*\{"error":"not found"\}$/s)
  })

  it('does the service no harm', async () => {
    expect((await service.call('/api/v1/orders')).status).toBe(401)
  })
})
