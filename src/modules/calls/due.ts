import type { DueWork } from '../../platform/due.ts'
import { auditPlaced } from './audit.ts'
import type { Calls } from './calls.ts'
import * as due from './due-store.ts'
import { finish, wrapUp } from './finish.ts'
import { CALLS_CHANNEL } from './incoming.ts'
import { elapsedOf, hearNews, isFinal } from './news.ts'
import { sweepRequests } from './once.ts'
import type { CallParts } from './parts.ts'
import { LONGEST_CALL_SECONDS } from './place.ts'
import { keepFile, RETENTION_DAYS } from './recordings.ts'
import { LEASE_MS } from './run.ts'
import type { CallRow } from './store.ts'
import * as store from './store.ts'

const BATCH = 20
const LOOK_MS = 5_000
const SHORTEST_MS = 500
/** Longer than a carrier and a storage together may take. */
const CLAIM_MS = 60_000
const ASK_AGAIN_MS = 60_000
/** A carrier that for so long cannot be reached, or does not say that it is over, is not waited for. */
const GIVE_UP_MS = (LONGEST_CALL_SECONDS + 3_600) * 1000
const MOST_FETCHES = 8
const FIRST_PAUSE_MS = 10_000
const UNTOLD_MS = 5 * 60_000
const NO_RECORDING_MS = 30 * 60_000
const SWEEP_MS = 60_000

/** What becomes due for calls by itself. */
export function callWork(calls: Calls): DueWork[] {
  const { parts } = calls
  return [
    claimedWork('ask what became of calls', 'ask', parts, askAbout),
    claimedWork('fetch recordings', 'fetch', parts, fetchRecording),
    { name: 'wrap up calls', idleMs: LOOK_MS, run: () => wrapUpCalls(parts) },
    { name: 'ring in simulated calls', wakeOn: CALLS_CHANNEL, idleMs: LOOK_MS, run: () => ringIn(calls) },
    { name: 'forget old recordings and requests', idleMs: SWEEP_MS, run: () => sweep(parts) },
  ]
}

type Attempt = (parts: CallParts, call: CallRow) => Promise<void>

function claimedWork(name: string, kind: due.Kind, parts: CallParts, attempt: Attempt): DueWork {
  return {
    name,
    idleMs: LOOK_MS,
    async run() {
      const claimed = await due.claim(parts.db, kind, BATCH, CLAIM_MS)
      await Promise.all(
        claimed.map((call) =>
          attempt(parts, call).catch((error) =>
            // The lease brings it back.
            parts.log.error({ call: call.id, err: error }, `${name}: it will be tried again`),
          ),
        ),
      )
      if (claimed.length === BATCH) return 0
      const nextMs = await due.nextMs(parts.db, kind)
      return nextMs === undefined ? undefined : Math.max(SHORTEST_MS, nextMs)
    },
  }
}

/** Nobody told us for too long how a call stands: its carrier is asked, and where it cannot tell, it is over. */
async function askAbout(parts: CallParts, call: CallRow): Promise<void> {
  const carrier = parts.carriers.named(call.carrier)
  const ageMs = Date.now() - Date.parse(call.created_at)
  if (!carrier) return presumeOver(parts, call)
  if (call.reference === null) {
    const isHopeless = ageMs > (carrier.namelessMs ?? 0)
    return isHopeless ? presumeOver(parts, call) : due.postpone(parts.db, call, ASK_AGAIN_MS)
  }
  try {
    const news = await carrier.lookUp(call.reference)
    if (!news) return await presumeOver(parts, call)
    await hearNews(parts, carrier.name, { ...news, callId: call.id })
    if (isFinal(news.status)) return
    if (ageMs > GIVE_UP_MS) await carrier.hangUp(call.reference)
  } catch (error) {
    parts.log.warn({ call: call.id, err: error }, 'a carrier could not be asked about a call')
  }
  if (ageMs > GIVE_UP_MS) return presumeOver(parts, call)
  await due.postpone(parts.db, call, ASK_AGAIN_MS)
}

/** What was talked is charged up to the last sign of life; what never began has failed. */
async function presumeOver(parts: CallParts, asked: CallRow): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const call = await store.lock(tx, asked.agent_id, asked.id)
    // It showed a sign of life after all.
    if (!call || call.seen_at !== asked.seen_at || call.reference !== asked.reference) return
    const wasAnswered = call.answered_at !== null
    const status = wasAnswered ? 'completed' : call.direction === 'inbound' ? 'no_answer' : 'failed'
    const noSound = call.recording_reference === null
    if (!(await finish(tx, call, { status, seconds: elapsedOf(call), noSound }))) return
    await due.leaveTalk(tx, call)
    parts.log.warn({ call: call.id, status }, 'a call was left without an end; it is over now')
    // The process that placed it may have ended before it wrote that down; that it was dialled cannot be ruled out.
    await auditPlaced(tx, call, { isUnconfirmed: true })
  })
  await wrapUp(parts, asked.agent_id, asked.id)
}

async function fetchRecording(parts: CallParts, call: CallRow): Promise<void> {
  const { db, carriers, log } = parts
  const carrier = carriers.named(call.carrier)
  if (call.recording_tries >= MOST_FETCHES) return store.noRecording(db, call)
  try {
    if (!carrier) throw new Error(`${call.carrier} is not set up`)
    const bytes = await carrier.fetchRecording(call.recording_reference as string)
    if (!bytes) return await store.noRecording(db, call)
    await keepFile(parts, call, bytes)
  } catch (error) {
    log.warn({ call: call.id, err: error }, 'a recording could not be fetched; it will be tried again')
    return due.retryFetch(db, call, FIRST_PAUSE_MS * 2 ** call.recording_tries)
  }
  await keepOnce(parts, call)
}

/** It is ours now: the carrier is to have no copy. When it cannot delete it, it is asked again with the next sweep. */
async function keepOnce({ db, carriers, log }: CallParts, call: CallRow): Promise<void> {
  try {
    await carriers.named(call.carrier)?.forgetRecording(call.recording_reference as string)
    await due.keptOnce(db, call)
  } catch (error) {
    log.warn({ call: call.id, err: error }, 'the carrier keeps its copy of a recording for now')
  }
}

async function wrapUpCalls(parts: CallParts): Promise<number | undefined> {
  const left = await due.toWrapUp(parts.db, BATCH, LEASE_MS)
  let wrapped = 0
  for (const { agent_id, id } of left) {
    try {
      await wrapUp(parts, agent_id, id)
      wrapped++
    } catch (error) {
      // It stays due; the others do not wait for it.
      parts.log.error({ call: id, err: error }, 'a call could not be wrapped up')
    }
  }
  await due.copySummaries(parts.db)
  return wrapped === BATCH ? 0 : undefined
}

async function ringIn({ parts, sandbox }: Calls): Promise<number | undefined> {
  for (const call of await due.ringIns(parts.db, BATCH, CLAIM_MS, sandbox.speed)) {
    void sandbox.ringIn({ callId: call.id, agentId: call.agent_id, from: call.from_number })
  }
  return undefined
}

async function sweep(parts: CallParts): Promise<number | undefined> {
  const { db, storage, log } = parts
  await due.giveUpRecordings(db, NO_RECORDING_MS)
  await sweepRequests(db)
  const old = await due.pastRetention(db, RETENTION_DAYS, BATCH)
  let removed = 0
  for (const call of old) {
    try {
      await storage.remove(call.recording_key)
      await due.recordingGone(db, call)
      removed++
    } catch (error) {
      log.error({ call: call.id, err: error }, 'an old recording could not be removed')
    }
  }
  // Last, because a carrier may be away and let us wait.
  for (const call of await due.untold(db, UNTOLD_MS, BATCH)) await askForRecording(parts, call)
  for (const call of await due.keptTwice(db, BATCH)) await keepOnce(parts, call)
  return removed === BATCH ? 0 : undefined
}

/** A carrier tells of a recording once; when nobody was there to hear it, it is asked. */
async function askForRecording({ db, carriers, log }: CallParts, call: CallRow): Promise<void> {
  try {
    const found = await carriers.named(call.carrier)?.findRecording?.(call.reference as string)
    if (found?.state === 'fetch') await store.saveRecordingReference(db, call, found.reference)
  } catch (error) {
    log.warn({ call: call.id, err: error }, 'a carrier could not be asked for a recording')
  }
}
