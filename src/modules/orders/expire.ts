import type { Uuid } from '../../lib/ids.ts'
import type { Db } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import type { Logger } from '../../platform/log.ts'
import { system } from '../audit/index.ts'
import { settle } from './settle.ts'
import * as store from './store.ts'

/** An order is off within 5 s of its window's end, also one that was placed while the worker slept. */
const LONGEST_SLEEP_MS = 3_000
/** One that is due may be in another worker's hands. */
const SHORTEST_SLEEP_MS = 200

/** Cancels unpaid orders whose window is over. Any number of workers may run it: each order is one worker's. */
export function expiryWork(db: Db, log: Logger): DueWork {
  return {
    name: 'cancel orders that were not paid in time',
    idleMs: LONGEST_SLEEP_MS,
    async run(stopping) {
      const faulty: { id: Uuid; error: unknown }[] = []
      while (!stopping.aborted && (await expireOne(db, faulty)));
      // One order that cannot be settled holds up no other, now or in the next round.
      for (const { id, error } of faulty)
        log.error({ order: id, err: error }, 'an order could not be cancelled')
      if (faulty.length > 0) return undefined
      const nextMs = await store.nextExpiryMs(db)
      return nextMs === undefined ? undefined : Math.max(SHORTEST_SLEEP_MS, nextMs)
    },
  }
}

/** False when there is none left to try. */
async function expireOne(db: Db, faulty: { id: Uuid; error: unknown }[]): Promise<boolean> {
  let id: Uuid | undefined
  try {
    return await db.transaction(async (tx) => {
      const due = await store.lockExpired(
        tx,
        faulty.map((one) => one.id),
      )
      if (!due) return false
      const { order, workspaceId } = due
      id = order.id
      const context = { workspaceId, agentId: order.agent_id, actor: system }
      await settle(tx, context, order, { action: 'expired', status: 'cancelled', expired: true })
      return true
    })
  } catch (error) {
    if (id === undefined) throw error
    faulty.push({ id, error })
    return true
  }
}
