import type { Uuid } from '../../lib/ids.ts'
import type { DueWork } from '../../platform/due.ts'
import * as store from './store.ts'
import { type Taken, type TurnParts, takeTurn } from './turn.ts'

const AT_ONCE = 20
const IDLE_MS = 5_000
const SHORTEST_MS = 250

/** Takes up what nobody answers: the process that received it ended, or could not. */
export function turnWork(parts: TurnParts): DueWork {
  const underway = new Set<Promise<void>>()
  const take = (agentId: Uuid, conversationId: Uuid) =>
    takeTurn(parts, agentId, conversationId).catch((error): Taken => {
      parts.log.error({ err: error }, 'a turn could not be taken')
      return 'failed'
    })
  return {
    name: 'answer customers',
    idleMs: IDLE_MS,
    async run(_stopping, ring) {
      const room = AT_ONCE - underway.size
      for (const { agent_id, conversation_id } of room > 0 ? await store.due(parts.db, room) : []) {
        const taking = take(agent_id, conversation_id).then((taken) => {
          underway.delete(taking)
          // There may be more to take now. What is somebody else's is looked at again in its time.
          if (taken !== 'busy' && taken !== 'failed') ring()
        })
        underway.add(taking)
      }
      const nextMs = await store.nextDueMs(parts.db)
      return nextMs === undefined ? undefined : Math.max(SHORTEST_MS, nextMs)
    },
    async finish() {
      await Promise.all(underway)
    },
  }
}
