import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import {
  BODY,
  closers,
  eventually,
  openPoster,
  SOON_MS,
  setUpPosters,
  startHttp,
  startRaw,
} from '../../../test/harness/poster.ts'
import type { Outcome } from './post.ts'

setUpPosters()

describe('stopping', () => {
  it('gives up what is under way, as if nothing had been tried', async () => {
    const server = await startRaw(() => {})
    const stopping = new AbortController()
    const posted = openPoster().post(server.url, {}, BODY, stopping.signal)
    await eventually(() => expect(server.connections()).toBe(1))
    stopping.abort()
    expect(await posted).toBeUndefined()
    await eventually(() => expect(server.open()).toBe(0))
  })

  it('tries nothing once it has begun', async () => {
    const server = await startRaw(() => {})
    expect(await openPoster().post(server.url, {}, BODY, AbortSignal.abort())).toBeUndefined()
    expect(server.connections()).toBe(0)
  })

  it('does not try again on a fresh connection', async () => {
    let heard = 0
    const stopping = new AbortController()
    const server = await startRaw((socket) => {
      socket.on('data', () => {
        heard += 1
        if (heard === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        else stopping.abort()
      })
    })
    const poster = openPoster()
    await poster.post(server.url, {}, BODY)
    expect(await poster.post(server.url, {}, BODY, stopping.signal)).toBeUndefined()
    await eventually(() => expect(server.open()).toBe(0))
    expect([heard, server.connections()]).toEqual([2, 1])
  })

  it('also while the name is looked up', async () => {
    const stopping = new AbortController()
    let signal: AbortSignal | undefined
    const poster = openPoster({
      resolve: (_host, given) => {
        signal = given
        return new Promise(() => {})
      },
    })
    const posted = poster.post('https://shop.test/', {}, BODY, stopping.signal)
    await eventually(() => expect(signal).toBeDefined())
    stopping.abort()
    expect(await posted).toBeUndefined()
    expect(signal?.aborted).toBe(true)
  })

  it('closing gives up what is under way too', async () => {
    const server = await startRaw(() => {})
    const poster = openPoster()
    const posted = poster.post(server.url, {}, BODY)
    await eventually(() => expect(server.connections()).toBe(1))
    poster.close()
    expect(await posted).toBeUndefined()
    await eventually(() => expect(server.open()).toBe(0))
  })

  it('nothing is left behind: no listener, no warning, no connection', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    closers.push(() => process.off('warning', warn))
    const stopping = new AbortController()
    const good = await startHttp((_request, response) => response.end())
    const bad = await startRaw((socket) => socket.destroy())
    const hanging = await startRaw(() => {})
    const poster = openPoster({ timeoutMs: SOON_MS })
    const posted: Promise<Outcome | undefined>[] = []
    for (let i = 0; i < 40; i++)
      for (const { url } of [good, bad, hanging]) posted.push(poster.post(url, {}, BODY, stopping.signal))
    for (const outcome of await Promise.all(posted)) expect(outcome).toBeDefined()
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
    poster.close()
    await eventually(() => expect([good.open(), bad.open(), hanging.open()]).toEqual([0, 0, 0]))
    expect(warnings).toEqual([])
  })
})
