import type { Uuid } from '../../lib/ids.ts'
import type { Timestamp } from '../../lib/time.ts'
import { type Queryable, sql } from '../../platform/db/index.ts'
import type { ConversationRow, MessageRow, Shows } from './store.ts'

/** A message as the customer it is said to may see it: who said it, and what it shows. */
export interface VisitorMessage extends MessageRow {
  author: 'visitor' | 'agent' | 'team'
  external_message_id: string | null
  shows: Shows | null
}

const COLUMNS = sql`
  id, conversation_id, role, content, channel, created_at, external_message_id, shows,
  case when role = 'user' then 'visitor' when author_user_id is null then 'agent' else 'team' end as author`

/** The customer's conversation on a channel, if there is one. */
export function conversationOf(
  db: Queryable,
  agentId: Uuid,
  channel: string,
  externalUserId: string,
): Promise<Pick<ConversationRow, 'id' | 'status' | 'handler'> | undefined> {
  return db.row(sql`
    select id, status, handler from conversations
     where agent_id = ${agentId} and channel = ${channel} and external_user_id = ${externalUserId}`)
}

/** What was said after that moment, oldest first, one more than asked for. */
export function ownMessages(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  { after, limit }: { after: Timestamp; limit: number },
): Promise<VisitorMessage[]> {
  return db.rows<VisitorMessage>(sql`
    select ${COLUMNS} from messages
     where agent_id = ${agentId} and conversation_id = ${conversationId} and created_at > ${after}
     order by created_at limit ${limit + 1}`)
}

export function ownMessage(
  db: Queryable,
  agentId: Uuid,
  conversationId: Uuid,
  id: Uuid,
): Promise<VisitorMessage | undefined> {
  return db.row<VisitorMessage>(sql`
    select ${COLUMNS} from messages
     where agent_id = ${agentId} and conversation_id = ${conversationId} and id = ${id}`)
}
