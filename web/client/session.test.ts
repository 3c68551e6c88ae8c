import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessions } from './session.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A service that mints `new1`, `new2`, …; `known` tokens are renewed, others refused. */
function stage(kept?: { token: string; endsIn: number }, known: string[] = []) {
  const store = new Map<string, string>()
  const session = (token: string, endsIn: number) => ({
    sessionToken: token,
    externalUserId: 'widget:1',
    expiresAt: new Date(NOW + endsIn).toISOString(),
    config: { welcomeMessage: 'Hai' },
  })
  if (kept) store.set('icebot:bot', JSON.stringify(session(kept.token, kept.endsIn)))
  const asked: (string | undefined)[] = []
  const sessions = createSessions(
    'bot',
    {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    },
    async (oldToken) => {
      asked.push(oldToken)
      if (oldToken && !known.includes(oldToken))
        return Response.json({ error: 'session_expired' }, { status: 401 })
      return Response.json(session(`new${asked.length}`, 60 * MINUTE))
    },
  )
  const elsewhere = (token: string) => store.set('icebot:bot', JSON.stringify(session(token, 60 * MINUTE)))
  return { sessions, asked, elsewhere, store }
}

describe('a visitor’s session', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW }))
  afterEach(() => void vi.useRealTimers())

  it('outlives a page that clears its storage, until the next page', async () => {
    const { sessions, asked, store } = stage()
    await sessions.ensure()
    store.clear()
    expect((await sessions.ensure()).sessionToken).toBe('new1')
    expect(asked).toHaveLength(1)
    expect(store.size).toBe(0)
  })

  it('is minted once for all who ask, and kept', async () => {
    const { sessions, asked } = stage()
    const [one, two] = await Promise.all([sessions.ensure(), sessions.ensure()])
    expect([one.sessionToken, two.sessionToken]).toEqual(['new1', 'new1'])
    expect((await sessions.ensure()).sessionToken).toBe('new1')
    expect(asked).toEqual([undefined])
  })

  it('kept from before is used while it lasts', async () => {
    const { sessions, asked } = stage({ token: 'old', endsIn: 10 * MINUTE })
    expect((await sessions.ensure()).sessionToken).toBe('old')
    expect(asked).toEqual([])
  })

  it.each([30_000, -5 * DAY])('that ends in %d ms is renewed with the old token', async (endsIn) => {
    const { sessions, asked } = stage({ token: 'old', endsIn }, ['old'])
    expect((await sessions.ensure()).sessionToken).toBe('new1')
    expect(asked).toEqual(['old'])
  })

  it('older than the service renews is forgotten', async () => {
    const { sessions, asked } = stage({ token: 'old', endsIn: -31 * DAY })
    expect(sessions.kept()).toBeUndefined()
    await sessions.ensure()
    expect(asked).toEqual([undefined])
  })

  it('that the service does not know is begun anew', async () => {
    const { sessions, asked } = stage({ token: 'forged', endsIn: -DAY })
    expect((await sessions.ensure()).sessionToken).toBe('new2')
    expect(asked).toEqual(['forged', undefined])
  })

  it('refused is renewed, unless another tab has done so', async () => {
    const { sessions, asked, elsewhere } = stage({ token: 'old', endsIn: 10 * MINUTE }, ['old'])
    expect((await sessions.renew('old')).sessionToken).toBe('new1')
    elsewhere('of another tab')
    expect((await sessions.renew('new1')).sessionToken).toBe('of another tab')
    expect(asked).toEqual(['old'])
  })

  it('begun in two tabs at once is that of the first', async () => {
    const { sessions, elsewhere } = stage()
    const begun = sessions.ensure()
    elsewhere('of another tab')
    expect((await begun).sessionToken).toBe('of another tab')
    expect((await sessions.ensure()).sessionToken).toBe('of another tab')
  })

  it.each([90 * MINUTE, 60 * DAY, -60 * DAY])(
    'is one, although the clock of the device is wrong by %d ms',
    async (wrong) => {
      const { sessions, asked } = stage()
      vi.setSystemTime(NOW + wrong)
      expect((await sessions.ensure()).sessionToken).toBe('new1')
      expect((await sessions.ensure()).sessionToken).toBe('new1')
      expect(sessions.kept()?.sessionToken).toBe('new1')
      vi.setSystemTime(NOW + wrong + 59.5 * MINUTE)
      await sessions.ensure()
      expect(asked.slice(0, 2)).toEqual([undefined, 'new1'])
    },
  )

  it.each(['', 'null', '{', '[]', '{"sessionToken":5}'])('kept as %j is none', async (text) => {
    const { sessions, store } = stage()
    store.set('icebot:bot', text)
    expect(sessions.kept()).toBeUndefined()
    expect((await sessions.ensure()).sessionToken).toBe('new1')
  })
})
