import { idAt } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import * as store from './store.ts'

const KEEP_DAYS = 30
const BATCH = 1_000
const LOOK_MS = 10 * 60_000

/** Deliveries that came to an end are kept for a month, to look into and to replay. */
export function sweepDeliveries(db: Queryable, now: () => Date = () => new Date()): DueWork {
  return {
    name: 'forget old deliveries',
    idleMs: LOOK_MS,
    async run() {
      const before = idAt(new Date(now().getTime() - KEEP_DAYS * 86_400_000))
      return (await store.sweep(db, before, BATCH)) ? 0 : undefined
    },
  }
}
