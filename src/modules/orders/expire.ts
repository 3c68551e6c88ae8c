import type { Db } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import { system } from '../audit/index.ts'
import { settle } from './settle.ts'
import * as store from './store.ts'

/** An order is off within 5 s of its window's end, also one that was placed while the worker slept. */
const LONGEST_SLEEP_MS = 3_000

/** Cancels unpaid orders whose window is over. Any number of workers may run it: each order is one worker's. */
export function expiryWork(db: Db): DueWork {
  return {
    name: 'cancel orders that were not paid in time',
    idleMs: LONGEST_SLEEP_MS,
    async run(stopping) {
      while (!stopping.aborted && (await expireOne(db)));
      return store.nextExpiryMs(db)
    },
  }
}

export function expireOne(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await store.lockExpired(tx)
    if (!due) return false
    const { order, workspaceId } = due
    const context = { workspaceId, agentId: order.agent_id, actor: system }
    await settle(tx, context, order, { action: 'expired', status: 'cancelled', expired: true })
    return true
  })
}
