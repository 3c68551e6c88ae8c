import { describe, expect, it, vi } from 'vitest'
import {
  BODY,
  closers,
  NEVER_MS,
  named,
  openPoster,
  secure,
  setUpPosters,
  startHttp,
  startHttps,
  startRaw,
  trustTheTestCertificate,
} from '../../../test/harness/poster.ts'
import { parseAllowList } from '../../lib/addresses.ts'
import { createPoster } from './post.ts'
import { createTargets } from './target.ts'

setUpPosters()

describe('no way inside', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[fd00::1]',
    'localhost',
    'LOCALHOST.',
    'foo.localhost',
  ])('at send: %s', async (host) => {
    const server = await startRaw((socket) => socket.end())
    const resolve = vi.fn(async () => ['127.0.0.1'])
    const poster = openPoster({ allow: '', resolve })
    for (const protocol of ['http', 'https']) {
      const outcome = await poster.post(`${protocol}://${host}:${new URL(server.url).port}/`, {}, BODY)
      expect(outcome).toMatchObject({ status: null })
      expect(outcome?.error).toMatch(/^The URL leads to a private or internal address \(.+\)\.$/)
    }
    expect(resolve).not.toHaveBeenCalled()
    expect(server.connections()).toBe(0)
  })

  it('a name that led outside when it was saved and leads inside now is not connected to', async () => {
    const server = await startRaw((socket) => socket.end())
    const answers = [['203.0.113.7'], ['127.0.0.1']]
    const targets = createTargets({ allow: parseAllowList(''), resolve: async () => answers.shift() ?? [] })
    const saved = await targets.check(secure(named(server.url)))
    const poster = createPoster({ targets, timeoutMs: NEVER_MS })
    closers.push(() => poster.close())
    expect(await poster.post(saved, {}, BODY)).toMatchObject({
      status: null,
      error: 'The URL leads to a private or internal address (shop.test).',
    })
    expect(answers).toEqual([])
    expect(server.connections()).toBe(0)
  })

  it('the name is looked up once, by us: the socket goes where that answer says', async () => {
    const server = await startHttp((_request, response) => response.end())
    const answers = [['127.0.0.1'], ['127.0.0.9']]
    const resolve = vi.fn(async () => answers.shift() ?? [])
    const poster = openPoster({ allow: '127.0.0.1', resolve })
    expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({ error: null })
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it.each([[['127.0.0.1', '10.0.0.1']], [['10.0.0.1', '127.0.0.1']], [['127.0.0.1', '::1']]])(
    'one bad address among good ones (%j) keeps the whole name out',
    async (answer) => {
      const server = await startHttp((_request, response) => response.end())
      const poster = openPoster({ allow: '127.0.0.1', resolve: async () => answer })
      expect(await poster.post(named(server.url), {}, BODY)).toMatchObject({
        status: null,
        error: 'The URL leads to a private or internal address (shop.test).',
      })
      expect(server.connections()).toBe(0)
    },
  )

  it('credentials in a saved URL are refused, not sent', async () => {
    const server = await startHttp((_request, response) => response.end())
    const url = server.url.replace('//', '//user:secret@')
    const error = 'The URL must not contain a user name or password.'
    expect(await openPoster().post(url, {}, BODY)).toMatchObject({ status: null, error })
    expect(server.connections()).toBe(0)
  })
})

describe('over https', () => {
  const inside = { allow: '127.0.0.1', resolve: async () => ['127.0.0.1'] }

  it('a certificate of nobody we trust is refused in words, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const server = await startHttps()
    const error = 'the certificate is not valid (it is signed by itself)'
    expect(await openPoster(inside).post(server.url, {}, BODY)).toMatchObject({ status: null, error })
    expect(server.requests).toEqual([])
  })

  it('a certificate of another host is refused in words', async () => {
    trustTheTestCertificate()
    const server = await startHttps()
    const url = server.url.replace('shop.test', 'other.test')
    const error = 'the certificate is not valid (it is made for another host)'
    expect(await openPoster(inside).post(url, {}, BODY)).toMatchObject({ status: null, error })
    expect(server.requests).toEqual([])
  })

  it('a good certificate is enough, and one connection serves several requests', async () => {
    trustTheTestCertificate()
    const server = await startHttps()
    const poster = openPoster(inside)
    for (let i = 0; i < 3; i++)
      expect(await poster.post(server.url, {}, BODY)).toMatchObject({ status: 200, error: null })
    expect(server.requests.map(({ body }) => body)).toEqual([BODY, BODY, BODY])
    expect(server.connections()).toBe(1)
  })

  it('a receiver that speaks plain http has failed', async () => {
    const { url } = await startHttp((_request, response) => response.end())
    const error = 'a secure connection could not be made'
    expect(await openPoster().post(secure(url), {}, BODY)).toMatchObject({ status: null, error })
  })
})
