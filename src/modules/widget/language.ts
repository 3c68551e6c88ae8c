import type { Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import { stateOfTurn } from '../brain/index.ts'
import { conversationOf } from '../conversations/index.ts'
import { CHANNEL } from './say.ts'
import { externalUserId } from './sessions.ts'
import type { Site } from './store.ts'

/** The language of a visitor's conversation, and before there is one the agent's usual. */
export async function languageOf(
  db: Queryable,
  { agentId, languages: [usual = 'en'] }: Pick<Site, 'agentId' | 'languages'>,
  visitorId: Uuid,
): Promise<string> {
  const own = await conversationOf(db, agentId, CHANNEL, externalUserId(visitorId))
  return (own && (await stateOfTurn(db, agentId, own.id))?.language) || usual
}
