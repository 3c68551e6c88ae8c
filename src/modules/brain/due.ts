import type { DueWork } from '../../platform/due.ts'
import * as store from './store.ts'
import { type TurnParts, takeTurn } from './turn.ts'

const AT_ONCE = 20
const IDLE_MS = 5_000
const SHORTEST_MS = 250

/** Takes up what nobody answers: the process that received it ended, or could not. */
export function turnWork(parts: TurnParts): DueWork {
  const underway = new Set<Promise<unknown>>()
  return {
    name: 'answer customers',
    idleMs: IDLE_MS,
    async run(_stopping, ring) {
      const room = AT_ONCE - underway.size
      for (const { agent_id, conversation_id } of room > 0 ? await store.due(parts.db, room) : []) {
        const taking = takeTurn(parts, agent_id, conversation_id)
          .catch((error) => parts.log.error({ err: error }, 'a turn could not be taken'))
          .finally(() => {
            underway.delete(taking)
            if (underway.size === 0) ring()
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
