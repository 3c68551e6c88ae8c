import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createResolve } from './resolve.ts'

/** What a name server says of one name: addresses, a code of DNS, or nothing at all. */
interface Says {
  a: string[] | number | 'silence'
  aaaa: (typeof IPV6)[] | number | 'silence'
}

const IPV6 = '2001:db8::1'
const IPV6_BYTES = Buffer.from('20010db8000000000000000000000001', 'hex')
const IPV6_QUESTION = 28
/** Less than a silent server is waited for. */
const GIVE_UP_MS = 4_000
const SERVER_FAILURE = 2
const NO_SUCH_NAME = 3

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

describe('a host', () => {
  it.each<[string, Says, string[]]>([
    ['both families', { a: ['192.0.2.1', '192.0.2.2'], aaaa: [IPV6] }, ['192.0.2.1', '192.0.2.2', IPV6]],
    ['IPv4 alone', { a: ['192.0.2.1'], aaaa: [] }, ['192.0.2.1']],
    ['IPv6 alone', { a: [], aaaa: [IPV6] }, [IPV6]],
    ['a server that fails on IPv6', { a: ['192.0.2.1'], aaaa: SERVER_FAILURE }, ['192.0.2.1']],
  ])('has every address that the name server knows: %s', async (_case, says, addresses) => {
    const { resolve, system } = await open(says)
    expect(await resolve('shop.test')).toEqual(addresses)
    expect(system).not.toHaveBeenCalled()
  })

  it.each<Says>([
    { a: NO_SUCH_NAME, aaaa: NO_SUCH_NAME },
    { a: [], aaaa: [] },
    { a: NO_SUCH_NAME, aaaa: [] },
  ])('that no server knows (%j) is asked of the machine, which reads its hosts file', async (says) => {
    const { resolve, system } = await open(says)
    expect(await resolve('shop.test')).toEqual(['192.0.2.99'])
    expect(system).toHaveBeenCalledWith('shop.test')
  })

  it('is asked of the machine where there is no name server', async () => {
    const { servers, close } = await startNameServer({ a: [], aaaa: [] })
    await close()
    const resolve = createResolve({ servers, system: async () => ['192.0.2.99'] })
    expect(await resolve('shop.test')).toEqual(['192.0.2.99'])
  })

  it('is not asked of the machine when the name server is in trouble', async () => {
    const { resolve, system } = await open({ a: SERVER_FAILURE, aaaa: SERVER_FAILURE })
    await expect(resolve('shop.test')).rejects.toHaveProperty('code', 'ESERVFAIL')
    expect(system).not.toHaveBeenCalled()
  })

  it.each(['localhost', 'LOCALHOST.', 'foo.localhost'])(
    '%s is this machine, and nobody is asked',
    async (host) => {
      const { resolve, system, asked } = await open({ a: ['192.0.2.1'], aaaa: [] })
      expect(await resolve(host)).toEqual(['127.0.0.1', '::1'])
      expect(asked()).toBe(0)
      expect(system).not.toHaveBeenCalled()
    },
  )
})

describe('giving up', () => {
  it('ends the wait for a name server that is silent', { timeout: GIVE_UP_MS }, async () => {
    const { resolve, asked } = await open({ a: 'silence', aaaa: 'silence' })
    const stop = new AbortController()
    const resolving = resolve('shop.test', stop.signal)
    resolving.catch(() => {})
    await eventually(() => expect(asked()).toBeGreaterThan(0))
    stop.abort(new Error('stopped'))
    await expect(resolving).rejects.toThrow('stopped')
  })

  it('ends the wait for the machine; it is asked one name at a time, and not for those given up', async () => {
    const answers: ((addresses: string[]) => void)[] = []
    const system = vi.fn((_host: string) => new Promise<string[]>((answer) => answers.push(answer)))
    const { resolve, asked } = await open({ a: NO_SUCH_NAME, aaaa: NO_SUCH_NAME }, system)
    const stop = new AbortController()
    const first = resolve('first.test')
    await eventually(() => expect(system).toHaveBeenCalledTimes(1))
    const second = resolve('second.test', stop.signal)
    second.catch(() => {})
    await eventually(() => expect(asked()).toBeGreaterThanOrEqual(4))
    stop.abort(new Error('stopped'))
    await expect(second).rejects.toThrow('stopped')
    const third = resolve('third.test')
    answers[0]?.(['192.0.2.1'])
    expect(await first).toEqual(['192.0.2.1'])
    await eventually(() => expect(system).toHaveBeenCalledTimes(2))
    answers[1]?.(['192.0.2.3'])
    expect(await third).toEqual(['192.0.2.3'])
    expect(system.mock.calls).toEqual([['first.test'], ['third.test']])
  })

  it('asks nobody when it has been given up before', async () => {
    const { resolve, asked } = await open({ a: ['192.0.2.1'], aaaa: [] })
    await expect(resolve('shop.test', AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(asked()).toBe(0)
  })
})

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

async function open(says: Says, system = vi.fn(async (_host: string) => ['192.0.2.99'])) {
  const server = await startNameServer(says)
  return { ...server, system, resolve: createResolve({ servers: server.servers, system }) }
}

/** Answers every question with the same. */
async function startNameServer(says: Says) {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (query, { port, address }) => {
    asked += 1
    const end = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(end - 4)
    const given = type === IPV6_QUESTION ? says.aaaa : says.a
    if (given === 'silence') return
    const addresses = Array.isArray(given) ? given : []
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (typeof given === 'number' ? given : 0), 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt32BE(0, 8)
    const answers = addresses.map((text) => answerOf(type, text))
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    socket.close()
    await once(socket, 'close')
  }
  closers.push(close)
  return { servers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`], asked: () => asked, close }
}

/** A pointer to the name of the question, type, class, a minute to live, length, the address. */
function answerOf(type: number, text: string): Buffer {
  const bytes = type === IPV6_QUESTION ? IPV6_BYTES : Buffer.from(text.split('.').map(Number))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}
