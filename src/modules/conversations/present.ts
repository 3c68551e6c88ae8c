import type { TextRow } from '../../platform/db/index.ts'
import { JsonText, writeCursor } from '../../platform/http/index.ts'
import { messagesJson } from './message-page.ts'
import type { ConversationRow, MessageRow, NoteRow } from './store.ts'

export function presentMessages(rows: TextRow[], limit: number): JsonText {
  const data = messagesJson(rows, Math.min(rows.length, limit))
  return new JsonText(`{"data":${data},"hasMore":${rows.length > limit}}`)
}

export function presentMessage({ id, role, content, channel, created_at }: MessageRow) {
  return { id, role, content, channel, created_at }
}

/** As webhooks carry it, in the specification's key order. */
export function presentEvent({ id, conversation_id, role, content, channel, created_at }: MessageRow) {
  return { id, conversation_id, role, content, channel, created_at }
}

export function presentConversation(row: ConversationRow) {
  const { id, channel, status, labels, summary, last_message_at, created_at } = row
  const customer = { name: row.customer_name, phone: row.customer_phone }
  return { id, channel, status, labels, summary, customer, last_message_at, created_at }
}

export function presentManaged(row: ConversationRow) {
  const { agent_id, handler, outcome, suggested_labels } = row
  return { ...presentConversation(row), agent_id, handler, outcome, suggested_labels }
}

export function presentNote({ id, conversation_id, body, author_kind, author_id, created_at }: NoteRow) {
  return { id, conversation_id, body, author: { kind: author_kind, id: author_id }, created_at }
}

/** Rows hold one more than asked for: that it is there is all a client needs to know about it. */
export function presentPage<Row extends ConversationRow, Shown>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Shown,
) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    data: shown.map(present),
    hasMore,
    next_cursor:
      hasMore && last ? writeCursor({ at: last.last_message_at ?? last.created_at, id: last.id }) : null,
  }
}
