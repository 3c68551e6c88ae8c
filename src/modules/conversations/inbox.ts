import type { Uuid } from '../../lib/ids.ts'
import { EARLIEST, LATEST, type Timestamp } from '../../lib/time.ts'
import { nothing, type Queryable, sql } from '../../platform/db/index.ts'
import type { AgentContext } from '../agents/index.ts'
import { read } from './conversations.ts'
import { presentManaged, presentNote } from './present.ts'
import type { InboxQuery } from './schema.ts'
import { type ConversationRow, listWorkspace, type MessageRow, type NoteRow, notesBetween } from './store.ts'

/** What was said last, as far as a list has room for it. */
export interface Preview {
  role: MessageRow['role']
  author: TeamMessage['author']
  content: string
}

export interface TeamMessage extends MessageRow {
  author: 'customer' | 'agent' | 'team'
  author_user_id: Uuid | null
}

/** A conversation's newest page, or what was before it. */
export interface ThreadPage {
  messages: TeamMessage[]
  notes: NoteRow[]
  /** The moments it covers, so that whatever else happened in them can be shown between. */
  from: Timestamp
  before: Timestamp
  hasEarlier: boolean
}

const PREVIEW_LENGTH = 140
/** Labels and channels are offered from what is recent: all there ever were would be read through for every look. */
const RECENT = 1_000
const MOST_LABELS = 50

const AUTHOR = sql`case when m.role = 'user' then 'customer' when m.author_user_id is null then 'agent' else 'team' end`

const PREVIEW = sql`
  select jsonb_build_object('role', m.role, 'author', ${AUTHOR}, 'content', left(m.content, ${PREVIEW_LENGTH})) as preview
    from messages m where m.agent_id = c.agent_id and m.conversation_id = c.id
   order by m.created_at desc limit 1`

/** The inbox: conversations of all agents with what was said last. One more than asked for. */
export function listInbox(
  db: Queryable,
  workspaceId: Uuid,
  query: InboxQuery & { ids?: Uuid[] },
): Promise<(ConversationRow & { preview: Preview | null })[]> {
  return db.rows(sql`
    select c.*, last.preview from (${listWorkspace(workspaceId, query)}) c left join lateral (${PREVIEW}) last on true
     order by coalesce(c.last_message_at, c.created_at) desc, c.id desc`)
}

export async function readForInbox(
  context: AgentContext,
  id: string,
): Promise<ConversationRow & { preview: Preview | null }> {
  const row = await read(context, id)
  const last = await context.db.row<{ preview: Preview }>(sql`
    select last.preview from conversations c cross join lateral (${PREVIEW}) last
     where c.agent_id = ${context.agentId} and c.id = ${row.id}`)
  return { ...row, preview: last?.preview ?? null }
}

/** What was said and noted, the newest or those before a moment; oldest of them first. */
export async function threadOf(
  context: AgentContext,
  id: Uuid,
  { earlier: before = LATEST, limit }: { earlier?: Timestamp | undefined; limit: number },
): Promise<ThreadPage> {
  const { db, agentId } = context
  const rows = await db.rows<TeamMessage>(sql`
    select id, conversation_id, role, content, channel, created_at, author_user_id,
           ${AUTHOR} as author
      from messages m
     where agent_id = ${agentId} and conversation_id = ${id} and created_at < ${before}
     order by created_at desc limit ${limit + 1}`)
  const hasEarlier = rows.length > limit
  const messages = rows.slice(0, limit).reverse()
  const from = hasEarlier ? (messages[0] as TeamMessage).created_at : EARLIEST
  return { messages, notes: await notesBetween(db, agentId, id, { from, before }), from, before, hasEarlier }
}

/** What the inbox can be narrowed to: channels and labels in use. */
export async function facetsOf(
  db: Queryable,
  workspaceId: Uuid,
): Promise<{ channels: string[]; labels: string[] }> {
  const channels = await db.rows<{ channel: string }>(sql`
    with recursive used as (
      select a.id as agent_id, (${nextChannel(false)}) as channel from agents a where a.workspace_id = ${workspaceId}
      union all
      select a.id, (${nextChannel(true)}) from used u join agents a on a.id = u.agent_id where u.channel is not null
    )
    select distinct channel from used where channel is not null order by channel`)
  const labels = await db.rows<{ label: string }>(sql`
    select label from agents a
     cross join lateral (select labels from conversations
                          where agent_id = a.id order by coalesce(last_message_at, created_at) desc, id desc
                          limit ${RECENT}) recent
     cross join lateral unnest(recent.labels) label
     where a.workspace_id = ${workspaceId}
     group by label order by count(*) desc, label limit ${MOST_LABELS}`)
  return { channels: channels.map(({ channel }) => channel), labels: labels.map(({ label }) => label) }
}

/** One step along the index by channel for each one in use, however many conversations each has. */
function nextChannel(isFurther: boolean) {
  return sql`
    select channel from conversations
     where agent_id = a.id ${isFurther ? sql`and channel > u.channel` : nothing}
     order by agent_id, channel limit 1`
}

export function presentInboxRow(row: ConversationRow & { preview: Preview | null }) {
  return { ...presentManaged(row), preview: row.preview }
}

export function presentThread({ messages, notes, hasEarlier }: ThreadPage) {
  return {
    messages: messages.map(({ id, role, content, channel, created_at, author, author_user_id }) => ({
      id,
      role,
      content,
      channel,
      created_at,
      author: { kind: author, id: author_user_id },
    })),
    notes: notes.map(presentNote),
    earlier: hasEarlier ? (messages[0]?.created_at ?? null) : null,
  }
}
