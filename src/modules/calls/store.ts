import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, type Sql, sql } from '../../platform/db/index.ts'
import { changeIn } from '../../platform/news.ts'
import type { AnsweredBy, CallStatus, CarrierName, FinalStatus } from '../../providers/telephony/index.ts'
import type { AgentLanguage } from '../agents/index.ts'
import type { Variables } from './parts.ts'

export interface CallRow {
  agent_id: Uuid
  id: Uuid
  workspace_id: Uuid
  conversation_id: Uuid
  direction: 'outbound' | 'inbound'
  carrier: CarrierName
  reference: string | null
  status: CallStatus
  to_number: string
  from_number: string
  variables: Variables
  answered_by: AnsweredBy | null
  duration_seconds: number
  summary: string | null
  recording: 'pending' | 'available' | 'none'
  recording_reference: string | null
  recording_tries: number
  recording_key: string | null
  recorded_at: Timestamp | null
  speed: number
  placed_by: Uuid | null
  audited: boolean
  answered_at: Timestamp | null
  seen_at: Timestamp | null
  talking: boolean
  ended_at: Timestamp | null
  wrapped_at: Timestamp | null
  created_at: Timestamp
}

const CALL = sql`c.agent_id, c.id, c.workspace_id, c.conversation_id, c.direction, c.carrier, c.reference, c.status,
  c.to_number, c.from_number, c.variables, c.answered_by, c.duration_seconds, c.summary, c.recording,
  c.recording_reference, c.recording_tries, c.recording_key, c.recorded_at, c.speed, c.placed_by, c.audited,
  c.answered_at, c.seen_at, c.talking, c.ended_at, c.wrapped_at, c.created_at`

/** What a person is called with, as it stands: read together, so that one moment decides. */
export interface Standing {
  plan: 'free' | 'paid'
  verified: boolean
  outbound_number: string | null
  voice: boolean
  welcome: string
  languages: AgentLanguage[]
}

export function standingOf(db: Queryable, agentId: Uuid): Promise<Standing | undefined> {
  return db.row<Standing>(sql`
    select w.plan, w.verified, w.outbound_number, a.voice, a.welcome, a.languages
      from agents a join workspaces w on w.id = a.workspace_id where a.id = ${agentId}`)
}

/** Locks the workspace: calls of it are counted and written one after the other, whichever process places them. */
export async function lockCredits(tx: Queryable, workspaceId: Uuid): Promise<number> {
  const row = await tx.row<{ credits: number }>(sql`
    select credits from workspaces where id = ${workspaceId} for no key update`)
  return row?.credits ?? 0
}

/** Dials of the trailing window, and when the oldest of the newest `limit` leaves it. */
export async function dialsIn(
  tx: Queryable,
  workspaceId: Uuid,
  { windowMs, limit }: { windowMs: number; limit: number },
): Promise<{ count: number; freeMs: number }> {
  const row = await tx.row<{ count: number; free_ms: number | null }>(sql`
    select count(*) as count,
           ceil(extract(epoch from min(dialled_at) + ${windowMs} * interval '1 millisecond' - clock_timestamp()) * 1000)::float8
             as free_ms
      from (select dialled_at from calls
             where workspace_id = ${workspaceId} and direction = 'outbound'
               and dialled_at > clock_timestamp() - ${windowMs} * interval '1 millisecond'
             order by dialled_at desc limit ${limit}) newest`)
  return { count: row?.count ?? 0, freeMs: row?.free_ms ?? 0 }
}

export interface NewCall {
  id: Uuid
  agentId: Uuid
  workspaceId: Uuid
  conversationId: Uuid
  direction: CallRow['direction']
  carrier: CarrierName
  reference?: string | undefined
  to: string
  from: string
  variables?: Variables | undefined
  speed: number
  placedBy?: Uuid | undefined
  /** When to ask what became of it, if nobody tells. */
  patienceMs: number
}

export async function insert(tx: Queryable, call: NewCall): Promise<void> {
  await tx.run(sql`
    insert into calls (agent_id, id, workspace_id, conversation_id, direction, carrier, reference, to_number, from_number,
                       variables, speed, placed_by, audited, due_at)
    values (${call.agentId}, ${call.id}, ${call.workspaceId}, ${call.conversationId}, ${call.direction}, ${call.carrier},
            ${call.reference ?? null}, ${call.to}, ${call.from}, ${JSON.stringify(call.variables ?? {})}, ${call.speed},
            ${call.placedBy ?? null}, ${call.direction === 'inbound'}, ${fromNow(call.patienceMs)})`)
  tx.announce(changeIn(call.workspaceId, 'call', call.id))
}

/** With how far it has come: what was said so far, how long, and whether somebody still talks. */
export interface ReadCall extends CallRow {
  told_summary: string | null
  turns: number
  elapsed_seconds: number
  is_watched: boolean
}

export function find(db: Queryable, agentId: Uuid, id: Uuid): Promise<ReadCall | undefined> {
  return db.row<ReadCall>(sql`
    select ${READ_CALL} from calls c where c.agent_id = ${agentId} and c.id = ${id}`)
}

/** What was written down, or what the look back at its conversation has come to. */
const SUMMARY = sql`coalesce(c.summary, (
  select v.summary from conversations v
   where v.agent_id = c.agent_id and v.id = c.conversation_id and v.outcome is not null and c.wrapped_at is not null))`

const READ_CALL = sql`${CALL}, ${SUMMARY} as told_summary,
  (select count(*) from messages m
    where m.agent_id = c.agent_id and m.conversation_id = c.conversation_id) as turns,
  coalesce(extract(epoch from clock_timestamp() - c.answered_at) * c.speed, 0)::float8 as elapsed_seconds,
  c.due_at > clock_timestamp() as is_watched`

export function lock(tx: Queryable, agentId: Uuid, id: Uuid): Promise<CallRow | undefined> {
  return tx.row<CallRow>(sql`
    select ${CALL} from calls c where c.agent_id = ${agentId} and c.id = ${id} for no key update`)
}

/** Carriers know their own names and ours, not the agent: only what they signed or answered is asked for here. */
export function lockByNews(
  tx: Queryable,
  carrier: CarrierName,
  { callId, reference }: { callId?: Uuid | undefined; reference?: string | undefined },
): Promise<CallRow | undefined> {
  const which = callId
    ? sql`c.id = ${callId} and c.carrier = ${carrier}`
    : sql`c.carrier = ${carrier} and c.reference = ${reference ?? ''}`
  return tx.row<CallRow>(sql`select ${CALL} from calls c where ${which} for no key update`)
}

export function byId(db: Queryable, id: Uuid): Promise<CallRow | undefined> {
  return db.row<CallRow>(sql`select ${CALL} from calls c where c.id = ${id}`)
}

export async function saveReference(
  tx: Queryable,
  { agent_id, id }: CallRow,
  reference: string,
): Promise<void> {
  await tx.run(sql`
    update calls set reference = ${reference} where agent_id = ${agent_id} and id = ${id} and reference is null`)
}

export async function markAudited(tx: Queryable, { agent_id, id }: CallRow): Promise<void> {
  await tx.run(sql`update calls set audited = true where agent_id = ${agent_id} and id = ${id}`)
}

export async function saveAnswered(
  tx: Queryable,
  { agent_id, id, workspace_id }: CallRow,
  patienceMs: number,
): Promise<void> {
  await tx.run(sql`
    update calls
       set status = 'in_progress', answered_at = coalesce(answered_at, clock_timestamp()),
           seen_at = coalesce(seen_at, clock_timestamp()), due_at = greatest(due_at, ${fromNow(patienceMs)})
     where agent_id = ${agent_id} and id = ${id} and ended_at is null`)
  tx.announce(changeIn(workspace_id, 'call', id))
}

export async function saveAnsweredBy(
  tx: Queryable,
  { agent_id, id }: CallRow,
  answeredBy: AnsweredBy,
): Promise<void> {
  await tx.run(sql`
    update calls set answered_by = ${answeredBy}
     where agent_id = ${agent_id} and id = ${id} and answered_by is null`)
}

export interface Ending {
  status: FinalStatus
  seconds: number
  recording: CallRow['recording']
  summary: string | null
}

/** False when it had ended before: whoever comes second changes nothing. */
export async function end(tx: Queryable, call: CallRow, ending: Ending): Promise<boolean> {
  const { agent_id, id, workspace_id } = call
  const { status, seconds, recording, summary } = ending
  const changed = await tx.run(sql`
    update calls
       set status = ${status}, duration_seconds = ${seconds}, ended_at = clock_timestamp(),
           recording = case when recording = 'pending' then ${recording} else recording end,
           summary = coalesce(summary, ${summary}), due_at = clock_timestamp()
     where agent_id = ${agent_id} and id = ${id} and ended_at is null`)
  if (changed > 0) tx.announce(changeIn(workspace_id, 'call', id))
  return changed > 0
}

/** Somebody begins to talk; only one may, and only while the call goes on. */
export async function beginTalk(db: Queryable, id: Uuid, leaseMs: number): Promise<CallRow | undefined> {
  const call = await db.row<CallRow>(sql`
    update calls c
       set talking = true, status = 'in_progress', answered_at = coalesce(answered_at, clock_timestamp()),
           seen_at = clock_timestamp(), due_at = ${fromNow(leaseMs)}
     where c.id = ${id} and c.ended_at is null and not c.talking
    returning ${CALL}`)
  if (call) db.announce(changeIn(call.workspace_id, 'call', id))
  return call
}

/** A sign of life. False when the call is over, whoever said so. */
export async function beat(db: Queryable, { agent_id, id }: CallRow, leaseMs: number): Promise<boolean> {
  const changed = await db.run(sql`
    update calls set seen_at = clock_timestamp(), due_at = ${fromNow(leaseMs)}
     where agent_id = ${agent_id} and id = ${id} and ended_at is null`)
  return changed > 0
}

/** The talk is over; its carrier tells the rest, or is asked soon. */
export async function endTalk(db: Queryable, { agent_id, id }: CallRow, askInMs: number): Promise<void> {
  await db.run(sql`
    update calls
       set talking = false, seen_at = clock_timestamp(),
           due_at = case when ended_at is null then ${fromNow(askInMs)} else due_at end
     where agent_id = ${agent_id} and id = ${id}`)
}

/** False when it was declared missing meanwhile. Stored twice, it is there since the first time. */
export async function saveRecording(
  db: Queryable,
  { agent_id, id }: Pick<CallRow, 'agent_id' | 'id'>,
  key: string,
): Promise<boolean> {
  const saved = await db.row<{ workspace_id: Uuid }>(sql`
    update calls set recording = 'available', recording_key = ${key},
                     recorded_at = coalesce(recorded_at, clock_timestamp())
     where agent_id = ${agent_id} and id = ${id} and (recording = 'pending' or recording_key = ${key})
    returning workspace_id`)
  if (saved) db.announce(changeIn(saved.workspace_id, 'call', id))
  return saved !== undefined
}

/** There is none to come. One that somebody else has stored stays. */
export async function noRecording(
  db: Queryable,
  { agent_id, id }: Pick<CallRow, 'agent_id' | 'id'>,
): Promise<void> {
  await db.run(sql`
    update calls set recording = 'none', recording_reference = null
     where agent_id = ${agent_id} and id = ${id} and recording = 'pending'`)
}

/** Where the carrier has it. What is here already, or was declared missing, is not fetched again. */
export async function saveRecordingReference(
  tx: Queryable,
  { agent_id, id }: CallRow,
  reference: string,
): Promise<void> {
  await tx.run(sql`
    update calls set recording_reference = ${reference},
                     due_at = case when ended_at is null then due_at else clock_timestamp() end
     where agent_id = ${agent_id} and id = ${id} and recording = 'pending'`)
}

export function fromNow(ms: number): Sql {
  return sql`clock_timestamp() + ${ms} * interval '1 millisecond'`
}

export { CALL, READ_CALL }
