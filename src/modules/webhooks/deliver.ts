import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Uuid } from '../../lib/ids.ts'
import type { Queryable } from '../../platform/db/index.ts'
import type { DueWork } from '../../platform/due.ts'
import { type Clock, databaseClock, MOST_CLAIMS } from '../../platform/due-claims.ts'
import type { Logger } from '../../platform/log.ts'
import { DELIVERIES_CHANNEL } from './outbox.ts'
import { judge } from './schedule.ts'
import { type Attempted, send, type Target, targetOf } from './send.ts'
import * as store from './store.ts'
import type { Webhooks } from './webhooks.ts'

export interface DeliveryParts {
  db: Queryable
  webhooks: Webhooks
  log: Logger
  now?: Clock
  /** How many endpoints one process serves at a time. */
  lanes?: number
}

/** What was taken together, and until when it is ours. */
interface Batch {
  deliveries: store.Claimed[]
  /** There may be more where it came from. */
  isFull: boolean
  leaseEnds: number
}

/** How many requests one endpoint gets at a time from one process. */
const AT_ONCE = 8
/** How many deliveries an endpoint that keeps up gets taken for it at a time. */
const LARGEST_BATCH = 256
const LANES = 200
/** So long what an endpoint is set to is believed without asking again. */
const ENDPOINT_MS = 200
const RETRY_MS = 500
/** Between the last moment a request can end and the end of its lease, for writing down how it ended. */
const LEASE_MARGIN_MS = 10_000
/** In case nobody announced it, or who announced it was not heard. */
const IDLE_MS = 5_000
/** How long requests under way may go on once the service stops; what is cut off then is sent again later. */
const STOP_GRACE_MS = 2_000

/**
 * Sends what is due. Each endpoint with something due gets a lane of its own, and a lane only ever waits for its own
 * endpoint, so one that is slow or dead delays nobody else. Any number of processes may do this together.
 */
export function deliveryWork(parts: DeliveryParts): DueWork {
  const { db, webhooks, log, now = databaseClock, lanes: mostLanes = LANES } = parts
  const { timeoutMs, retrySeconds } = webhooks
  const lanes = new Map<Uuid, Promise<void>>()
  const cutOff = new AbortController()
  // Every request under way listens.
  setMaxListeners(0, cutOff.signal)
  /** Some endpoint has something due and finds no lane: those that have one leave it after the batch in hand. */
  let crowded = false
  // Two time-outs: one for the first requests of a batch, one for those that had to wait for them.
  const leaseMs = timeoutMs * 2 + LEASE_MARGIN_MS

  async function serve(workspaceId: Uuid, stopping: AbortSignal, ring: () => void): Promise<void> {
    try {
      await lane(workspaceId, stopping)
      lanes.delete(workspaceId)
      // What came while it was busy has nobody else to announce it.
      ring()
    } catch (error) {
      lanes.delete(workspaceId)
      log.error({ err: error }, 'webhooks could not be delivered; they will be')
    }
  }

  async function lane(workspaceId: Uuid, stopping: AbortSignal): Promise<void> {
    const target = targetFor(workspaceId)
    let limit = AT_ONCE
    let batch = await take(workspaceId, limit)
    let recording: Promise<void> = Promise.resolve()
    while (batch.deliveries.length > 0) {
      const isLast = !batch.isFull || stopping.aborted || crowded
      // For an endpoint that keeps up the next batch is fetched, and the last one written down, while one is sent.
      const next = !isLast && limit > AT_ONCE ? handled(take(workspaceId, limit)) : undefined
      const { results, unsent } = await sendBatch(batch, target, stopping)
      await recording
      recording = handled(writeDown(workspaceId, batch, results, unsent))
      const keepsUp = unsent.length === 0 && results.every(({ error }) => error === null)
      limit = keepsUp ? Math.min(limit * 2, LARGEST_BATCH) : AT_ONCE
      if (isLast) break
      batch = await (next ?? recording.then(() => take(workspaceId, limit)))
    }
    await recording
  }

  async function take(workspaceId: Uuid, limit: number): Promise<Batch> {
    const deliveries = await store.claim(db, now, workspaceId, { limit, leaseMs })
    return { deliveries, isFull: deliveries.length === limit, leaseEnds: performance.now() + leaseMs }
  }

  /** As it is set now: who rotates a secret, corrects an address or removes it does not wait for what is in hand. */
  function targetFor(workspaceId: Uuid): () => Promise<Target | undefined> {
    let known: Promise<Target | undefined> | undefined
    let until = 0
    return () => {
      if (!known || performance.now() > until) {
        until = performance.now() + ENDPOINT_MS
        known = store
          .findEndpoint(db, workspaceId)
          .then((endpoint) => endpoint && targetOf(webhooks, endpoint))
      }
      return known
    }
  }

  async function sendBatch(
    { deliveries, leaseEnds }: Batch,
    target: () => Promise<Target | undefined>,
    stopping: AbortSignal,
  ) {
    const results: store.Result[] = []
    const unsent: store.Claimed[] = []
    const queue = deliveries.values()
    // All of them draw from one iterator.
    const hand = async () => {
      for (const delivery of queue) {
        const mayStart = !stopping.aborted && performance.now() < leaseEnds - timeoutMs - LEASE_MARGIN_MS
        // A database that does not say where to send is no fault of the receiver's.
        const to = mayStart ? await target().catch(() => undefined) : undefined
        const result = to && (await attempt(to, delivery))
        if (result) results.push(result)
        else unsent.push(delivery)
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, deliveries.length) }, hand))
    return { results, unsent }
  }

  async function writeDown(
    workspaceId: Uuid,
    { leaseEnds }: Batch,
    results: store.Result[],
    unsent: store.Claimed[],
  ): Promise<void> {
    if (results.length > 0) await record(workspaceId, results, leaseEnds)
    if (unsent.length > 0) await store.release(db, workspaceId, unsent)
  }

  /** What was sent must be known to be: a database that blinks is asked again as long as the lease lasts. */
  async function record(workspaceId: Uuid, results: store.Result[], leaseEnds: number): Promise<void> {
    for (;;) {
      try {
        return await store.finish(db, now, workspaceId, results)
      } catch (error) {
        if (performance.now() + RETRY_MS > leaseEnds) throw error
        await sleep(RETRY_MS)
      }
    }
  }

  async function attempt(to: Target, delivery: store.Claimed): Promise<store.Result | undefined> {
    const { id, lease, attempts, claims } = delivery
    if (claims > MOST_CLAIMS) return { id, lease, ...givenUp(), verdict: { status: 'failed' } }
    const attempted = await send(webhooks, to, delivery, cutOff.signal)
    if (!attempted) return undefined
    return { id, lease, ...attempted, verdict: judge(attempted.error === null, attempts + 1, retrySeconds) }
  }

  return {
    name: 'deliver webhooks',
    wakeOn: DELIVERIES_CHANNEL,
    idleMs: IDLE_MS,
    async run(stopping, ring) {
      let nextMs: number | undefined
      crowded = false
      for (const { workspace_id, due_in_ms } of await store.waiting(db, now)) {
        if (due_in_ms > 0) nextMs = Math.min(nextMs ?? due_in_ms, due_in_ms)
        else if (lanes.has(workspace_id)) continue
        else if (lanes.size >= mostLanes) crowded = true
        else lanes.set(workspace_id, serve(workspace_id, stopping, ring))
      }
      return nextMs
    },
    async finish() {
      const timer = setTimeout(() => cutOff.abort(), STOP_GRACE_MS)
      await Promise.all(lanes.values())
      clearTimeout(timer)
    },
  }
}

/** Its fault is met where it is waited for, and not before. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

function givenUp(): Attempted {
  const error = `given up: ${MOST_CLAIMS} times the service ended while sending it`
  return { at: new Date().toISOString(), status: null, durationMs: 0, error }
}
