import { setTimeout as sleep } from 'node:timers/promises'
import { newId, type Uuid } from '../../lib/ids.ts'
import { digest } from '../../lib/secrets.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import { invalidKey, otherBody, stillUnderWay } from './refusals.ts'

/** A request under a key of the caller's, while it is ours to carry out. */
export interface Claim {
  agentId: Uuid
  key: string
  claim: Uuid
}

export type Begun = { kind: 'ours'; claim: Claim } | { kind: 'done'; callId: Uuid }

const REMEMBERED = sql`interval '24 hours'`
/** Longer than placing a call can take. */
const LEASE_MS = 30_000
const LONGEST_WAIT_MS = 35_000
const LOOK_MS = 100

/**
 * Begins a request with an Idempotency-Key, or finds what the first of its kind has come to. A duplicate that comes while
 * the first is under way waits for it. When the first was refused it is not remembered, and this one is carried out; when
 * its process died after the call was written, the phone may have rung, so that call is the answer.
 */
export async function begin(db: Queryable, agentId: Uuid, key: string, body: unknown): Promise<Begun> {
  if (!/^[!-~]{1,255}$/.test(key)) throw invalidKey()
  const bodyHash = digest(JSON.stringify(body))
  const until = Date.now() + LONGEST_WAIT_MS
  for (;;) {
    const claim = newId()
    if (await take(db, { agentId, key, claim }, bodyHash))
      return { kind: 'ours', claim: { agentId, key, claim } }
    const found = await look(db, agentId, key)
    if (found && found.body_hash !== bodyHash) throw otherBody()
    if (found?.call_id && (found.answered || found.is_late)) return { kind: 'done', callId: found.call_id }
    if (Date.now() > until) throw stillUnderWay()
    await sleep(LOOK_MS)
  }
}

/** In the transaction that writes the call: from here on nobody dials again for this key. */
export async function attach(tx: Queryable, { agentId, key, claim }: Claim, callId: Uuid): Promise<boolean> {
  const changed = await tx.run(sql`
    update call_requests set call_id = ${callId}
     where agent_id = ${agentId} and key = ${key} and claim = ${claim} and call_id is null`)
  return changed > 0
}

export async function remember(tx: Queryable, { agentId, key, claim }: Claim): Promise<void> {
  await tx.run(sql`
    update call_requests set answered = true where agent_id = ${agentId} and key = ${key} and claim = ${claim}`)
}

/** Only a 202 is remembered: the carrier declined, so nobody was rung. */
export async function forget(tx: Queryable, { agentId, key, claim }: Claim): Promise<void> {
  await tx.run(sql`
    delete from call_requests where agent_id = ${agentId} and key = ${key} and claim = ${claim} and not answered`)
}

/** The same when it ended before a call was written. One that was written may have rung, whatever went wrong after it. */
export async function release(db: Queryable, { agentId, key, claim }: Claim): Promise<void> {
  await db.run(sql`
    delete from call_requests
     where agent_id = ${agentId} and key = ${key} and claim = ${claim} and call_id is null`)
}

export function sweepRequests(db: Queryable): Promise<number> {
  return db.run(sql`delete from call_requests where created_at < clock_timestamp() - ${REMEMBERED}`)
}

/** A key that is new, too old to be remembered, or whose first request ended before it wrote anything. */
async function take(db: Queryable, { agentId, key, claim }: Claim, bodyHash: string): Promise<boolean> {
  const until = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`
  const changed = await db.run(sql`
    insert into call_requests (agent_id, key, body_hash, claim, claimed_until)
    values (${agentId}, ${key}, ${bodyHash}, ${claim}, ${until})
    on conflict (agent_id, key) do update
       set body_hash = excluded.body_hash, claim = excluded.claim, claimed_until = excluded.claimed_until,
           call_id = null, answered = false, created_at = clock_timestamp()
     where call_requests.created_at < clock_timestamp() - ${REMEMBERED}
        or (call_requests.call_id is null and call_requests.claimed_until < clock_timestamp())`)
  return changed > 0
}

interface Found {
  body_hash: string
  call_id: Uuid | null
  answered: boolean
  is_late: boolean
}

function look(db: Queryable, agentId: Uuid, key: string): Promise<Found | undefined> {
  return db.row<Found>(sql`
    select body_hash, call_id, answered, claimed_until < clock_timestamp() as is_late
      from call_requests where agent_id = ${agentId} and key = ${key}`)
}
