import { randomBytes } from 'node:crypto'
import { newId } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import type { PageContext } from './door.ts'
import * as store from './store.ts'

export const externalUserId = (visitorId: string) => `widget:${visitorId}`

/** A session for a visitor of this site: the same one when they bring an older token of theirs. */
export async function openSession(db: Queryable, { site, origin, session }: PageContext) {
  const visitorId = session?.visitorId ?? newId()
  const sessionToken = randomBytes(32).toString('hex')
  const expiresAt = await store.addSession(db, sessionToken, { agentId: site.agentId, visitorId, origin })
  return {
    sessionToken,
    externalUserId: externalUserId(visitorId),
    expiresAt,
    config: { welcomeMessage: site.welcome },
  }
}
