import { type Socket, setDefaultAutoSelectFamily } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  BODY,
  closers,
  named,
  openPoster,
  setUpPosters,
  startHttp,
  startRaw,
} from '../../../test/harness/poster.ts'

setUpPosters()

describe('connections that fail', () => {
  const closed = 'the connection was closed before an answer came'

  it.each([
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', (socket: Socket) => socket.end()],
    ['closed amid the headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
  ])('%s', async (_how, fail) => {
    const server = await startRaw((socket) => socket.once('data', () => fail(socket)))
    expect(await openPoster().post(server.url, {}, BODY)).toMatchObject({ status: null, error: closed })
    expect(server.connections()).toBe(1)
  })

  it('refused', async () => {
    const { url, close } = await startRaw(() => {})
    await close()
    const error = 'the connection was refused'
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status: null, error })
  })

  it.each([
    ['ENOTFOUND', 'the host name is unknown'],
    ['ESERVFAIL', 'the host name could not be looked up'],
    ['ESOMETHING', 'the request failed (esomething)'],
  ])('no address: %s', async (code, error) => {
    const poster = openPoster({ resolve: () => Promise.reject(Object.assign(new Error(code), { code })) })
    expect(await poster.post('https://shop.test/', {}, BODY)).toMatchObject({ status: null, error })
  })

  it.each(['', 'shop.test', 'https://'])('no URL: "%s"', async (text) => {
    const error = 'the URL cannot be read'
    expect(await openPoster().post(text, {}, BODY)).toMatchObject({ status: null, error })
  })

  it('the next address is tried when nobody answers at the first', async () => {
    const server = await startHttp((_request, response) => response.end())
    const resolve = async () => ['127.0.0.2', '127.0.0.1']
    const poster = openPoster({ allow: '127.0.0.0/8', resolve })
    expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({ error: null })
  })

  it('one address is enough where the choice among several is switched off', async () => {
    const server = await startHttp((_request, response) => response.end())
    setDefaultAutoSelectFamily(false)
    closers.push(() => setDefaultAutoSelectFamily(true))
    const poster = openPoster({ resolve: async () => ['127.0.0.1'] })
    expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({ error: null })
  })
})

describe('an idle connection that the receiver closes just as it is taken again', () => {
  /** Answers the first request of the connections it is told to, and hangs up on every other. */
  async function startForgetful(answers: (connection: number) => boolean) {
    let requests = 0
    const server = await startRaw((socket) => {
      const connection = server.connections()
      let heard = 0
      socket.on('data', () => {
        requests += 1
        heard += 1
        if (heard === 1 && answers(connection)) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        else socket.destroy()
      })
    })
    return { ...server, requests: () => requests }
  }

  it('is replaced by a fresh one at once', async () => {
    const server = await startForgetful(() => true)
    const poster = openPoster()
    for (let i = 0; i < 3; i++)
      expect(await poster.post(server.url, {}, BODY)).toMatchObject({ status: 204, error: null })
    expect(server.requests()).toBeGreaterThan(3)
  })

  it('is replaced once: a receiver that hangs up again has failed', async () => {
    const server = await startForgetful((connection) => connection === 1)
    const poster = openPoster()
    expect(await poster.post(server.url, {}, BODY)).toMatchObject({ error: null })
    expect(await poster.post(server.url, {}, BODY)).toMatchObject({
      status: null,
      error: 'the connection was closed before an answer came',
    })
    expect([server.requests(), server.connections()]).toEqual([3, 2])
  })
})
