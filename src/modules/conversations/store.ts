import { newId, type Uuid } from '../../lib/ids.ts'
import { rememberedAs } from '../../lib/remembered.ts'
import type { Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, type Sql, sql, type TextRow } from '../../platform/db/index.ts'
import { changeIn } from '../../platform/news.ts'
import type { Actor } from '../audit/index.ts'
import { CONVERSATION_TEXT } from './conversation-text.ts'
import type { Change, Inbound, InboxQuery, ListQuery, outcomes } from './schema.ts'

export interface ConversationRow {
  id: Uuid
  agent_id: Uuid
  channel: string
  status: 'open' | 'pending' | 'closed'
  handler: 'ai' | 'human'
  labels: string[]
  summary: string | null
  /** How it ended; null while it goes on. */
  outcome: Conclusion['outcome'] | null
  suggested_labels: string[]
  customer_name: string | null
  customer_phone: string | null
  last_message_at: Timestamp | null
  created_at: Timestamp
}

export interface MessageRow {
  id: Uuid
  conversation_id: Uuid
  role: 'user' | 'assistant'
  content: string
  channel: string
  created_at: Timestamp
}

export interface NoteRow {
  id: Uuid
  conversation_id: Uuid
  body: string
  author_kind: string
  author_id: Uuid | null
  created_at: Timestamp
}

const CONVERSATION = sql`id, agent_id, channel, status, handler, labels, summary, outcome, suggested_labels,
  customer_name, customer_phone, last_message_at, created_at`
const MESSAGE = sql`id, conversation_id, role, content, channel, created_at`
const NOTE = sql`id, conversation_id, body, author_kind, author_id, created_at`
/** So many between the messages of one page. */
const MOST_BETWEEN = 500
/** After so long without a word a conversation has come to an end. */
const SILENCE = sql`interval '30 minutes'`
const ACTIVITY = sql`coalesce(last_message_at, created_at)`
const ACTIVITY_OF_NEWEST = sql`coalesce(newest.last_message_at, newest.created_at)`

/** Newest activity first, one more than asked for. */
export function list(db: Queryable, agentId: Uuid, query: ListQuery): Promise<ConversationRow[]> {
  return db.rows<ConversationRow>(page(sql`${agentId}`, query))
}

/** The same, each row as one text; see conversation-text.ts. */
export function listTexts(db: Queryable, agentId: Uuid, query: ListQuery): Promise<TextRow[]> {
  return db.texts(page(sql`${agentId}`, query, CONVERSATION_TEXT))
}

/** The same over all agents of a workspace: the inbox. Each agent's newest come by index; only those are sorted together. */
export function listWorkspace(workspaceId: Uuid, query: InboxQuery & { ids?: Uuid[] }): Sql {
  return sql`
    select newest.* from agents a cross join lateral (${page(sql`a.id`, query, CONVERSATION, narrowed(query))}) newest
     where a.workspace_id = ${workspaceId} ${query.agent_id ? sql`and a.id = ${query.agent_id}` : nothing}
     order by ${ACTIVITY_OF_NEWEST} desc, newest.id desc
     limit ${query.limit + 1}`
}

function narrowed({ label, handler, q, ids }: InboxQuery & { ids?: Uuid[] }): Sql {
  return sql`
    ${ids ? sql`and id = any(${ids})` : nothing}
    ${handler ? sql`and handler = ${handler}` : nothing}
    ${label ? sql`and ${label} = any(labels)` : nothing}
    ${q ? sql`and id in (${remembered(q)})` : nothing}`
}

/** Conversations of an agent `a` by a piece of the customer's name or number, or by words of what was said. */
function remembered(q: string): Sql {
  const { name, phone, words } = rememberedAs(q)
  return sql`
    select c.id from conversations c where c.agent_id::text = a.id::text and c.customer_name ilike ${name}
    ${phone ? sql`union all select c.id from conversations c where c.agent_id::text = a.id::text and c.customer_phone like ${phone}` : nothing}
    ${words ? sql`union all select m.conversation_id from messages m where m.agent_id::text = a.id::text and to_tsvector('simple', left(m.content, 10000)) @@ to_tsquery('simple', ${words})` : nothing}`
}

function page(
  agentId: Sql,
  { limit, status, channel, cursor }: ListQuery,
  columns = CONVERSATION,
  more = nothing,
): Sql {
  return sql`
    select ${columns} from conversations
     where agent_id = ${agentId}
       ${status ? sql`and status = ${status}` : nothing}
       ${channel ? sql`and channel = ${channel}` : nothing}
       ${more}
       ${cursor ? sql`and (${ACTIVITY}, id) < (${cursor.at}, ${cursor.id})` : nothing}
     order by ${ACTIVITY} desc, id desc
     limit ${limit + 1}`
}

export function find(db: Queryable, agentId: Uuid, id: Uuid): Promise<ConversationRow | undefined> {
  return db.row<ConversationRow>(sql`
    select ${CONVERSATION} from conversations where agent_id = ${agentId} and id = ${id}`)
}

export function lock(tx: Queryable, agentId: Uuid, id: Uuid): Promise<ConversationRow | undefined> {
  return tx.row<ConversationRow>(sql`
    select ${CONVERSATION} from conversations where agent_id = ${agentId} and id = ${id} for update`)
}

/** What is not known of the customer yet; what is known stays. */
export async function nameCustomer(
  tx: Queryable,
  agentId: Uuid,
  id: Uuid,
  { name, phone }: { name: string | null; phone: string | null },
): Promise<void> {
  await tx.run(sql`
    update conversations
       set customer_name = coalesce(customer_name, ${name}), customer_phone = coalesce(customer_phone, ${phone})
     where agent_id = ${agentId} and id = ${id}`)
}

/** The newest messages, newest first, one more than asked for. */
export function newest(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  limit: number,
): Promise<MessageRow[]> {
  return db.rows<MessageRow>(sql`
    select ${MESSAGE} from messages where agent_id = ${agentId} and conversation_id = ${conversationId}
     order by created_at desc limit ${limit + 1}`)
}

/** Which agent of the workspace has this conversation: how a door for people finds its way to agent-owned data. */
export async function agentOf(db: Queryable, workspaceId: Uuid, id: Uuid): Promise<Uuid | undefined> {
  const row = await db.row<{ agent_id: Uuid }>(sql`
    select c.agent_id from conversations c join agents a on a.id = c.agent_id
     where c.id = ${id} and a.workspace_id = ${workspaceId}`)
  return row?.agent_id
}

/** The customer's conversation on this channel, opened when there is none; its row stays locked. */
export async function open(
  tx: Queryable,
  agentId: Uuid,
  from: Omit<Inbound, 'text'>,
): Promise<ConversationRow> {
  return (await tx.row<ConversationRow>(sql`
    insert into conversations (agent_id, id, channel, external_user_id, customer_name, customer_phone)
    values (${agentId}, ${newId()}, ${from.channel}, ${from.external_user_id}, ${from.name ?? null}, ${from.phone ?? null})
    on conflict (agent_id, channel, external_user_id) do update
       set customer_name = coalesce(excluded.customer_name, conversations.customer_name),
           customer_phone = coalesce(excluded.customer_phone, conversations.customer_phone)
    returning ${CONVERSATION}`)) as ConversationRow
}

export function findByExternalId(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  externalMessageId: string,
): Promise<MessageRow | undefined> {
  return tx.row<MessageRow>(sql`
    select ${MESSAGE} from messages
     where agent_id = ${agentId} and conversation_id = ${conversationId} and external_message_id = ${externalMessageId}`)
}

/** What the agent itself said after that moment and before the customer spoke again, oldest first. */
export function repliesAfter(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  after: Timestamp,
): Promise<MessageRow[]> {
  return db.rows<MessageRow>(sql`
    select ${MESSAGE} from messages
     where agent_id = ${agentId} and conversation_id = ${conversationId} and created_at > ${after}
       and role = 'assistant' and author_user_id is null
       and created_at < coalesce(
             (select min(created_at) from messages
               where agent_id = ${agentId} and conversation_id = ${conversationId} and created_at > ${after}
                 and role = 'user'), 'infinity')
     order by created_at`)
}

/** What a reply shows beside its words. */
export type Shows = { order: Uuid } | { products: Uuid[] }

export interface NewMessage {
  role: MessageRow['role']
  content: string
  authorUserId?: Uuid | undefined
  externalMessageId?: string | null | undefined
  shows?: Shows | undefined
  /** Where it travels another way than the rest of its conversation: spoken words in a website chat. */
  via?: string | undefined
}

/**
 * Adds a message with the conversation's next stamp. The stamp is taken while the conversation's row is locked and the
 * lock lasts until commit, so the order of commits is the order of stamps: a reader that pages by the last `created_at`
 * it holds can neither skip nor repeat a message, whatever writes beside it.
 */
export async function append(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  { role, content, authorUserId, externalMessageId, shows, via }: NewMessage,
): Promise<MessageRow> {
  return (await tx.row<MessageRow>(sql`
    with stamped as (
      update conversations
         set last_message_at = greatest(
               date_trunc('milliseconds', clock_timestamp()), last_message_at + interval '1 millisecond'),
             conclude_at = clock_timestamp() + ${SILENCE}, outcome = null
       where agent_id = ${agentId} and id = ${conversationId}
      returning agent_id, id, channel, last_message_at
    )
    insert into messages (agent_id, conversation_id, id, role, content, channel, author_user_id, external_message_id, shows,
                          created_at)
    select agent_id, id, ${newId()}, ${role}, ${content}, coalesce(${via ?? null}, channel), ${authorUserId ?? null}, ${externalMessageId ?? null},
           ${shows ? JSON.stringify(shows) : null}, last_message_at
      from stamped
    returning ${MESSAGE}`)) as MessageRow
}

export async function change(
  tx: Queryable,
  agentId: Uuid,
  id: Uuid,
  fields: Change,
): Promise<ConversationRow> {
  return (await tx.row<ConversationRow>(sql`
    update conversations
       set status = coalesce(${fields.status ?? null}, status),
           conclude_at = case when ${fields.status ?? null} = 'closed' and last_message_at is not null
                              then clock_timestamp() else conclude_at end,
           labels = coalesce(${fields.labels ?? null}, labels),
           handler = coalesce(${fields.handler ?? null}, handler)
     where agent_id = ${agentId} and id = ${id}
    returning ${CONVERSATION}`)) as ConversationRow
}

/** There is nothing more to come: it is looked back at without waiting for silence. */
export async function concludeSoon(tx: Queryable, agentId: Uuid, id: Uuid): Promise<void> {
  await tx.run(sql`
    update conversations set conclude_at = clock_timestamp()
     where agent_id = ${agentId} and id = ${id} and last_message_at is not null and outcome is null`)
}

/** How a conversation ended, as far as it has. */
export interface Conclusion {
  outcome: (typeof outcomes)[number]
  summary: string
  suggestedLabels: string[]
}

/** Takes those that were closed or fell silent for one process; `conclude_at` is then when another may. */
export function claimToConclude(
  db: Queryable,
  limit: number,
  leaseMs: number,
): Promise<(ConversationRow & { conclude_at: Timestamp })[]> {
  return db.rows(sql`
    with due as materialized (
      select agent_id as due_agent, id as due_id from conversations
       where conclude_at <= (select clock_timestamp()) order by conclude_at limit ${limit} for update skip locked
    )
    update conversations set conclude_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from due where agent_id = due_agent and id = due_id
    returning ${CONVERSATION}, conclude_at`)
}

/** Unless it went on in the meantime. */
export async function conclude(
  db: Queryable,
  agentId: Uuid,
  id: Uuid,
  concludeAt: Timestamp,
  { outcome, summary, suggestedLabels }: Conclusion,
): Promise<void> {
  const done = await db.row<{ workspace_id: Uuid }>(sql`
    update conversations c
       set outcome = ${outcome}, summary = ${summary}, suggested_labels = ${suggestedLabels}, conclude_at = null
      from agents a
     where c.agent_id = ${agentId} and c.id = ${id} and c.conclude_at = ${concludeAt} and a.id = c.agent_id
    returning a.workspace_id`)
  if (done) db.announce(changeIn(done.workspace_id, 'conversation', id))
}

export async function addNote(
  tx: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  actor: Actor,
  body: string,
): Promise<NoteRow> {
  return (await tx.row<NoteRow>(sql`
    insert into notes (agent_id, conversation_id, id, body, author_kind, author_id)
    values (${agentId}, ${conversationId}, ${newId()}, ${body}, ${actor.kind}, ${actor.id})
    returning ${NOTE}`)) as NoteRow
}

export function notes(db: Queryable, agentId: Uuid, conversationId: Uuid): Promise<NoteRow[]> {
  return db.rows<NoteRow>(sql`
    select ${NOTE} from notes where agent_id = ${agentId} and conversation_id = ${conversationId}
     order by created_at, id`)
}

/** The same within a time; of very many only the newest. */
export async function notesBetween(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  { from, before }: { from: Timestamp; before: Timestamp },
): Promise<NoteRow[]> {
  const rows = await db.rows<NoteRow>(sql`
    select ${NOTE} from notes
     where agent_id = ${agentId} and conversation_id = ${conversationId} and created_at >= ${from} and created_at < ${before}
     order by created_at desc, id desc limit ${MOST_BETWEEN}`)
  return rows.reverse()
}
