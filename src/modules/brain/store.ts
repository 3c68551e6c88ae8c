import { newId, type Uuid } from '../../lib/ids.ts'
import { storableText } from '../../lib/text.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import { subjects } from '../../platform/news.ts'
import type { Action, Said } from './brain.ts'
import type { Language, Memory } from './memory.ts'

export interface ClaimedTurn {
  claim: Uuid
  heard_until: Timestamp
  answered_until: Timestamp | null
  claims: number
  memory: Partial<Memory>
}

export interface TurnId {
  agent_id: Uuid
  conversation_id: Uuid
}

/** Something the customer wrote is not answered yet. */
const WAITS = sql`(answered_until is null or heard_until > answered_until)`

/** A customer's message wants an answer: at once from whoever received it, otherwise from a worker a moment later. */
export async function hear(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  at: Timestamp,
  graceMs: number,
): Promise<void> {
  await tx.run(sql`
    insert into turns (agent_id, conversation_id, heard_until, due_at)
    values (${agentId}, ${conversationId}, ${at}, clock_timestamp() + ${graceMs} * interval '1 millisecond')
    on conflict (agent_id, conversation_id) do update
       set heard_until = excluded.heard_until,
           due_at = case when turns.claim is null then excluded.due_at else turns.due_at end`)
}

/** A person handles the conversation: what the customer writes is theirs to answer, also when the agent comes back. */
export async function leaveToTeam(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  at: Timestamp,
): Promise<void> {
  await tx.run(sql`
    insert into turns (agent_id, conversation_id, heard_until, answered_until)
    values (${agentId}, ${conversationId}, ${at}, ${at})
    on conflict (agent_id, conversation_id) do update
       set heard_until = excluded.heard_until, answered_until = excluded.answered_until, claim = null, claims = 0,
           due_at = null`)
}

/** Undefined when there is nothing to answer, or somebody else is thinking. */
export function claim(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  leaseMs: number,
): Promise<ClaimedTurn | undefined> {
  return db.row<ClaimedTurn>(sql`
    update turns
       set claim = ${newId()}, claims = claims + 1,
           due_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where agent_id = ${agentId} and conversation_id = ${conversationId}
       and ${WAITS}
       and (claim is null or due_at <= clock_timestamp())
    returning claim, heard_until, answered_until, claims, memory`)
}

/** Where the turn stands now, its row locked; undefined when it is no longer ours. */
export function lockClaim(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  claim: Uuid,
): Promise<{ heard_until: Timestamp } | undefined> {
  return tx.row<{ heard_until: Timestamp }>(sql`
    select heard_until from turns
     where agent_id = ${agentId} and conversation_id = ${conversationId} and claim = ${claim} for update`)
}

/** There is more to think about: the claim lasts as long as if it began now. */
export async function extend(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  leaseMs: number,
): Promise<void> {
  await tx.run(sql`
    update turns set due_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where agent_id = ${agentId} and conversation_id = ${conversationId}`)
}

/** Done up to there; what came later is due at once. */
export async function finish(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  claim: Uuid,
  { answeredUntil, memory }: { answeredUntil: Timestamp; memory: Memory },
): Promise<void> {
  await tx.run(sql`
    update turns
       set answered_until = greatest(answered_until, ${answeredUntil}), memory = ${storable(memory)}, claim = null, claims = 0,
           due_at = case when heard_until > greatest(answered_until, ${answeredUntil}) then clock_timestamp() end
     where agent_id = ${agentId} and conversation_id = ${conversationId} and claim = ${claim}`)
  // Also an agent that says nothing has stopped thinking.
  tx.announce(subjects.conversation(conversationId))
}

/** Gives a turn back so that it is soon tried again. */
export async function release(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  claim: Uuid,
  pauseMs: number,
): Promise<void> {
  await db.run(sql`
    update turns set claim = null, due_at = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
     where agent_id = ${agentId} and conversation_id = ${conversationId} and claim = ${claim}`)
}

export async function saveMemory(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  memory: Memory,
): Promise<void> {
  await tx.run(sql`
    update turns set memory = ${storable(memory)}
     where agent_id = ${agentId} and conversation_id = ${conversationId}`)
}

/** Answered or silenced: nobody needs to think about it any more. */
export async function isAnswered(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  at: Timestamp,
): Promise<boolean> {
  const row = await db.row(sql`
    select from turns where agent_id = ${agentId} and conversation_id = ${conversationId} and answered_until >= ${at}`)
  return row !== undefined
}

/** What the customer sees of a turn: whether the agent owes them an answer, and in which language it speaks with them. */
export async function stateOf(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
): Promise<{ thinking: boolean; language: Language | null } | undefined> {
  return db.row(sql`
    select ${WAITS} as thinking, memory ->> 'language' as language from turns
     where agent_id = ${agentId} and conversation_id = ${conversationId}`)
}

export async function isLatest(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  at: Timestamp,
): Promise<boolean> {
  const row = await db.row(sql`
    select from turns where agent_id = ${agentId} and conversation_id = ${conversationId} and heard_until > ${at}`)
  return row === undefined
}

/** The newest messages, oldest first; a person's replies among them. */
export function history(db: Queryable, agentId: Uuid, conversationId: Uuid, limit: number): Promise<Said[]> {
  return db.rows<Said>(sql`
    select role, content, at, via from (
      select role, content, created_at as at, channel as via from messages
       where agent_id = ${agentId} and conversation_id = ${conversationId}
       order by created_at desc limit ${limit}) newest
     order by at`)
}

/** What has been due for a while; claiming decides who gets it. */
export function due(db: Queryable, limit: number): Promise<TurnId[]> {
  return db.rows<TurnId>(sql`
    select agent_id, conversation_id from turns
     where due_at <= (select clock_timestamp()) and ${WAITS}
     order by due_at limit ${limit}`)
}

export async function nextDueMs(db: Queryable): Promise<number | undefined> {
  const row = await db.row<{ ms: number }>(sql`
    select ceil(extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as ms from turns
     where due_at > (select clock_timestamp()) and ${WAITS} order by due_at limit 1`)
  return row?.ms
}

export async function writeActions(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  actions: Action[],
): Promise<void> {
  if (actions.length === 0) return
  await tx.run(sql`
    insert into actions (agent_id, conversation_id, id, tool, input, result)
    select ${agentId}, ${conversationId}, a.id, a.tool, a.input, a.result
      from jsonb_to_recordset(${storable(actions)}) as a (id uuid, tool text, input jsonb, result jsonb)`)
}

/** So many between the messages of one page. */
const MOST_BETWEEN = 500

export interface ActionRow {
  id: Uuid
  tool: string
  input: unknown
  result: unknown
  created_at: Timestamp
}

/** Oldest first, one more than asked for: their ids are made in the order in which things were done. */
export function actionsOf(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  { limit, after }: { limit: number; after?: Uuid | undefined },
): Promise<ActionRow[]> {
  return db.rows<ActionRow>(sql`
    select id, tool, input, result, created_at from actions
     where agent_id = ${agentId} and conversation_id = ${conversationId}
       ${after === undefined ? nothing : sql`and id > ${after}`}
     order by id limit ${limit + 1}`)
}

/** Within a time, oldest first; of very many only the newest. */
export async function actionsBetween(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  { from, before }: { from: Timestamp; before: Timestamp },
): Promise<ActionRow[]> {
  const rows = await db.rows<ActionRow>(sql`
    select id, tool, input, result, created_at from actions
     where agent_id = ${agentId} and conversation_id = ${conversationId} and created_at >= ${from} and created_at < ${before}
     order by id desc limit ${MOST_BETWEEN}`)
  return rows.reverse()
}

export async function toolsUsed(db: Queryable, agentId: Uuid, conversationId: Uuid): Promise<string[]> {
  const rows = await db.rows<{ tool: string }>(sql`
    select distinct tool from actions where agent_id = ${agentId} and conversation_id = ${conversationId}`)
  return rows.map(({ tool }) => tool)
}

/** JSON that PostgreSQL takes: it knows neither NUL nor half a character. */
function storable(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'string' ? storableText(part) : part))
}
