import { refusal, ServiceError } from './errors.ts'
import { type Keeping, readKept } from './storage.ts'
import type { Session } from './wire.ts'

export interface Sessions {
  /** The one kept from before, even if it has run out: it can still be renewed. */
  kept(): Session | undefined
  /** A session that is good for now; the same promise for all who ask meanwhile. */
  ensure(): Promise<Session>
  /** A session other than the one refused. */
  renew(refused: string): Promise<Session>
}

/** Counted by the clock of this device, which may be wrong by hours: what the service states in its own is no measure. */
const LIFE_MS = 60 * 60_000
/** The service renews until 30 days after the end; a token older than that is of no use. */
const RENEWABLE_MS = 30 * 86_400_000
/** Renewed this long before its end, so that no request meets it. */
const MARGIN_MS = 60_000

/** As it is kept. */
type Kept = Session & { endsAt?: number }
type Mint = (oldToken: string | undefined) => Promise<Response>

export function createSessions(bot: string, storage: Keeping, mint: Mint): Sessions {
  const key = `icebot:${bot}`
  let minting: Promise<Session> | undefined
  /** Who clears the storage (a logout does) begins anew with the next page, and not in the middle of this one. */
  let own: Kept | undefined

  return {
    kept,
    ensure: async () => {
      const session = kept()
      return session && endOf(session) - MARGIN_MS > Date.now() ? session : start(session?.sessionToken)
    },
    renew: async (refused) => {
      // Another tab may have renewed it already.
      const session = kept()
      return session && session.sessionToken !== refused ? session : start(refused)
    },
  }

  function kept(): Kept | undefined {
    const session = readKept<Kept>(storage, key) ?? own
    if (typeof session?.sessionToken !== 'string') return undefined
    own = session
    return endOf(session) + RENEWABLE_MS > Date.now() ? session : undefined
  }

  function start(oldToken: string | undefined): Promise<Session> {
    minting ??= begin(oldToken).finally(() => {
      minting = undefined
    })
    return minting
  }

  async function begin(oldToken: string | undefined): Promise<Session> {
    let response = await mint(oldToken)
    // A token that cannot be renewed is a visitor who begins anew.
    if (response.status === 401 && oldToken) response = await mint(undefined)
    if (!response.ok) throw await refusal(response)
    const session: Kept = await response.json()
    if (typeof session?.sessionToken !== 'string') throw new ServiceError('refused', 'no session')
    // Two tabs that began at the same time are one visitor: that of the first.
    const other = kept()
    if (other && !oldToken) return other
    session.endsAt = Date.now() + LIFE_MS
    own = session
    storage.setItem(key, JSON.stringify(session))
    return session
  }
}

function endOf({ endsAt, expiresAt }: Kept): number {
  return endsAt ?? (Date.parse(expiresAt) || 0)
}
