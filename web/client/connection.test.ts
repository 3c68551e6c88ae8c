import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConnection } from './connection.ts'

const SESSION = {
  sessionToken: 'token',
  externalUserId: 'widget:1',
  expiresAt: '',
  config: { welcomeMessage: '' },
}
/** What the browser does with an answer that the page may not read, whatever it says. */
const unreadable = () => Promise.reject(new TypeError('Failed to fetch'))

/** A service that answers as the test says, in turn; the last answer stays. */
function stage(...answers: (() => Promise<Response>)[]) {
  let there: () => Promise<Response> = async () => Response.json({ status: 'ready' })
  const asked: string[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    const { pathname } = new URL(url)
    asked.push(pathname)
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (pathname === '/api/widget/ready') return there()
    return ((answers.length > 1 ? answers.shift() : answers[0]) ?? unreadable)()
  })
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const connect = () => createConnection({ host: 'https://chat.example', bot: 'bot', storage })
  return {
    asked,
    connect,
    thereIs: (answer: typeof there) => {
      there = answer
    },
  }
}

const session = async () => Response.json(SESSION)
const history = async () => Response.json({ data: [], hasMore: false })

describe('an answer that cannot be read', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('twice, from a service that is there, is a site that is not allowed', async () => {
    const { asked, connect } = stage(unreadable)
    await expect(connect().ensureSession()).rejects.toMatchObject({ kind: 'not_allowed' })
    expect(asked.filter((path) => path.endsWith('/session'))).toHaveLength(2)
  })

  it('once is nothing', async () => {
    const { connect } = stage(unreadable, session)
    expect((await connect().ensureSession()).sessionToken).toBe('token')
  })

  it('to a site that was heard is a service in trouble, however often', async () => {
    const { connect } = stage(session, unreadable)
    const connection = connect()
    await connection.ensureSession()
    for (let i = 0; i < 10; i++)
      await expect(connection.history()).rejects.toMatchObject({ kind: 'network', passing: true })
  })

  it('to a site that was heard on an earlier visit, too', async () => {
    const { connect } = stage(session, history, unreadable)
    await connect().history()
    const later = connect()
    await expect(later.history()).rejects.toMatchObject({ kind: 'network' })
    await expect(later.history()).rejects.toMatchObject({ kind: 'network' })
  })

  it.each([
    ['is gone', unreadable],
    ['is a proxy’s page about a service that is down', async () => new Response('', { status: 502 })],
    ['is a service without its database', async () => new Response('', { status: 503 })],
  ])('where all else %s, is a broken network', async (_, answer) => {
    const { connect, thereIs } = stage(unreadable)
    thereIs(answer)
    await expect(connect().ensureSession()).rejects.toMatchObject({ kind: 'network' })
  })
})

describe('a connection that is closed', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('refuses what still waits', async () => {
    const { connect } = stage(session, () => new Promise(() => {}))
    const connection = connect()
    connection.close()
    await expect(connection.history()).rejects.toMatchObject({ kind: 'network' })
  })
})
