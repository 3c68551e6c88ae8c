import { idAt, newId, type Uuid } from '../../lib/ids.ts'
import { sql, type Transactional } from '../../platform/db/index.ts'
import type { ConversationRow, MessageRow } from './store.ts'

/** A conversation that happened before: its moments are its own. Used to bring a history in, never for live traffic. */
export interface PastConversation {
  channel: string
  externalUserId: string
  customerName: string | null
  customerPhone: string | null
  status: ConversationRow['status']
  handler: ConversationRow['handler']
  labels: string[]
  summary: string | null
  outcome: ConversationRow['outcome']
  /** When it was begun, if that was before the first word, or there was none. */
  createdAt?: Date
  messages: { role: MessageRow['role']; content: string; authorUserId: Uuid | null; at: Date }[]
  notes: { body: string; authorId: Uuid; at: Date }[]
}

/** Tells which they are here, in the order given. */
export async function importHistory(
  db: Transactional,
  agentId: Uuid,
  past: PastConversation[],
): Promise<{ id: Uuid; channel: string }[]> {
  const known = past.map((conversation) => ({ ...conversation, id: newId() }))
  const messages = known.flatMap(({ id, channel, messages }) =>
    messages.map((message) => ({ ...message, conversationId: id, channel, id: idAt(message.at) })),
  )
  const notes = known.flatMap(({ id, notes }) =>
    notes.map((note) => ({ ...note, conversationId: id, id: newId() })),
  )
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into conversations (agent_id, id, channel, external_user_id, customer_name, customer_phone, status, handler,
                                 labels, summary, outcome, created_at, last_message_at)
      select ${agentId}, c.id, c.channel, c."externalUserId", c."customerName", c."customerPhone", c.status, c.handler,
             array(select jsonb_array_elements_text(c.labels)), c.summary, c.outcome,
             coalesce(c."createdAt", (c.messages -> 0 ->> 'at')::timestamptz), (c.messages -> -1 ->> 'at')::timestamptz
        from jsonb_to_recordset(${JSON.stringify(known)}) as c (
          id uuid, channel text, "externalUserId" text, "customerName" text, "customerPhone" text, status text,
          handler text, labels jsonb, summary text, outcome text, messages jsonb, "createdAt" timestamptz)`)
    await tx.run(sql`
      insert into messages (agent_id, conversation_id, id, role, content, channel, author_user_id, created_at)
      select ${agentId}, m."conversationId", m.id, m.role, m.content, m.channel, m."authorUserId", m.at
        from jsonb_to_recordset(${JSON.stringify(messages)}) as m (
          "conversationId" uuid, id uuid, role text, content text, channel text, "authorUserId" uuid, at timestamptz)`)
    await tx.run(sql`
      insert into notes (agent_id, conversation_id, id, body, author_kind, author_id, created_at)
      select ${agentId}, n."conversationId", n.id, n.body, 'user', n."authorId", n.at
        from jsonb_to_recordset(${JSON.stringify(notes)}) as n (
          "conversationId" uuid, id uuid, body text, "authorId" uuid, at timestamptz)`)
  })
  return known.map(({ id, channel }) => ({ id, channel }))
}
