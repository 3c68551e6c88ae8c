import { isUuid, type Uuid } from '../../lib/ids.ts'
import { EARLIEST, type Timestamp } from '../../lib/time.ts'
import type { Queryable, TextRow } from '../../platform/db/index.ts'
import { notFound, raise } from '../../platform/http/index.ts'
import { changeIn, subjects } from '../../platform/news.ts'
import type { AgentContext } from '../agents/index.ts'
import { settleAlerts } from '../alerts/index.ts'
import { record } from '../audit/index.ts'
import { emit } from '../webhooks/index.ts'
import { messageTexts } from './message-page.ts'
import { presentEvent } from './present.ts'
import type { Change, Inbound, ListQuery } from './schema.ts'
import type { ConversationRow, MessageRow, NewMessage, NoteRow, Shows } from './store.ts'
import * as store from './store.ts'

const missing = () => notFound('conversation not found')

/** A customer's message arrives on some channel. The same external message again is the same message. */
export async function receive(
  context: AgentContext,
  from: Inbound,
): Promise<{ conversation: ConversationRow; message: MessageRow; isNew: boolean }> {
  return context.db.transaction(async (tx) => {
    const conversation = await store.open(tx, context.agentId, from)
    const seen = from.external_message_id
      ? await store.findByExternalId(tx, context.agentId, conversation.id, from.external_message_id)
      : undefined
    if (seen) return { conversation, message: seen, isNew: false }
    const message = await say(tx, context, conversation.id, {
      role: 'user',
      content: from.text,
      externalMessageId: from.external_message_id,
    })
    return { conversation: await reopened(tx, conversation), message, isNew: true }
  })
}

/** The customer's conversation on a channel, begun when there is none, before anybody has said a word. */
export async function openConversation(
  context: AgentContext,
  from: Omit<Inbound, 'text'>,
): Promise<ConversationRow> {
  return context.db.transaction((tx) => store.open(tx, context.agentId, from))
}

/** The same where the conversation is known already: a caller's words, as they speak. */
export async function receiveIn(
  context: AgentContext,
  id: Uuid,
  { text, via }: { text: string; via: string },
): Promise<{ conversation: ConversationRow; message: MessageRow; isNew: true }> {
  return context.db.transaction(async (tx) => {
    const conversation = await locked(tx, context, id)
    const message = await say(tx, context, id, { role: 'user', content: text, via })
    return { conversation: await reopened(tx, conversation), message, isNew: true }
  })
}

/** A team member answers: from here on a person handles the conversation until it is handed back. */
export async function replyAsTeam(context: AgentContext, id: Uuid, content: string): Promise<MessageRow> {
  return context.db.transaction(async (tx) => {
    const conversation = await locked(tx, context, id)
    const message = await say(tx, context, id, {
      role: 'assistant',
      content,
      authorUserId: context.actor.kind === 'user' ? context.actor.id : undefined,
    })
    await audit(tx, context, 'conversation.replied', id, { message_id: message.id })
    const status = conversation.status === 'closed' ? 'open' : undefined
    await changed(tx, context, conversation, { handler: 'human', status })
    await settleAlerts(tx, context, { agentId: context.agentId, conversationId: id })
    return message
  })
}

/** The agent itself speaks, in the transaction of its turn. */
export function replyAsAgent(
  tx: Queryable,
  context: Pick<AgentContext, 'workspaceId' | 'agentId'>,
  id: Uuid,
  content: string,
  { shows, via }: { shows?: Shows | undefined; via?: string | undefined } = {},
): Promise<MessageRow> {
  return say(tx, context, id, { role: 'assistant', content, shows, via })
}

/** The agent steps aside: a person answers from here on, and the conversation waits for them. */
export async function handToTeam(tx: Queryable, context: AgentContext, id: Uuid): Promise<void> {
  await changed(tx, context, await locked(tx, context, id), { handler: 'human', status: 'pending' })
}

/** Who the customer said they are, where the channel did not say it: the inbox shows it from then on. */
export async function nameCustomer(
  tx: Queryable,
  { agentId, workspaceId }: Pick<AgentContext, 'agentId' | 'workspaceId'>,
  { id, customer_name, customer_phone }: ConversationRow,
  said: { name: string | null; phone: string | null },
): Promise<void> {
  const isNew =
    (customer_name === null && said.name !== null) || (customer_phone === null && said.phone !== null)
  if (!isNew) return
  await store.nameCustomer(tx, agentId, id, said)
  tx.announce(changeIn(workspaceId, 'conversation', id))
}

/** An internal note: never a message, never sent anywhere. */
export async function addNote(context: AgentContext, id: Uuid, body: string): Promise<NoteRow> {
  return context.db.transaction(async (tx) => {
    await locked(tx, context, id)
    const note = await store.addNote(tx, context.agentId, id, context.actor, body)
    await audit(tx, context, 'conversation.note_added', id, { note_id: note.id })
    tx.announce(changeIn(context.workspaceId, 'conversation', id))
    return note
  })
}

/** Moves status, labels or handler. What it was before is in the audit row, so that everything can be undone. */
export async function change(context: AgentContext, id: Uuid, wanted: Change): Promise<ConversationRow> {
  return context.db.transaction(async (tx) => {
    const before = await locked(tx, context, id)
    // Closing hands the conversation back to the AI, which greets the customer when they return.
    const fields: Change = wanted.status === 'closed' ? { ...wanted, handler: 'ai' } : wanted
    // What closes by itself, like the conversation of a call, nobody has looked at.
    if (fields.handler === 'ai' && context.actor.kind !== 'system')
      await settleAlerts(tx, context, { agentId: context.agentId, conversationId: before.id })
    return changed(tx, context, before, fields)
  })
}

export async function read(
  { db, agentId }: { db: Queryable; agentId: Uuid },
  id: string,
): Promise<ConversationRow> {
  return (isUuid(id) ? await store.find(db, agentId, id) : undefined) ?? raise(missing())
}

export function list(context: AgentContext, query: ListQuery): Promise<ConversationRow[]> {
  return store.list(context.db, context.agentId, query)
}

/** The same as texts, for `conversationsJson`. */
export function listTexts(context: AgentContext, query: ListQuery): Promise<TextRow[]> {
  return store.listTexts(context.db, context.agentId, query)
}

/** A page of messages. Rows prove that the conversation is there; only an empty page has to ask. */
export async function messagesOf(
  context: AgentContext,
  id: string,
  page: { after?: Timestamp | undefined; limit: number },
): Promise<TextRow[]> {
  if (!isUuid(id)) throw missing()
  const { after = EARLIEST, limit } = page
  const rows = await messageTexts(context.db, context.agentId, id, { after, limit })
  if (rows.length === 0) await read(context, id)
  return rows
}

/** A conversation as somebody reads it who comes to it anew: with what was said last, oldest of it first. */
export async function readWithMessages(
  context: AgentContext,
  id: string,
  most: number,
): Promise<{ row: ConversationRow; messages: MessageRow[]; hasEarlier: boolean }> {
  const row = await read(context, id)
  const messages = await store.newest(context.db, context.agentId, row.id, most)
  return { row, messages: messages.slice(0, most).reverse(), hasEarlier: messages.length > most }
}

export async function notesOf(context: AgentContext, id: string): Promise<NoteRow[]> {
  const { id: known } = await read(context, id)
  return store.notes(context.db, context.agentId, known)
}

/** The one way a message comes into a conversation while it goes on, and is told to the outside. */
async function say(
  tx: Queryable,
  { workspaceId, agentId }: Pick<AgentContext, 'workspaceId' | 'agentId'>,
  conversationId: Uuid,
  words: NewMessage,
): Promise<MessageRow> {
  const message = await store.append(tx, agentId, conversationId, words)
  tx.announce(subjects.conversation(conversationId))
  tx.announce(changeIn(workspaceId, 'conversation', conversationId))
  const content = { message: presentEvent(message) }
  await emit(tx, { workspaceId, name: 'message.created', subject: message.id, content })
  return message
}

async function changed(
  tx: Queryable,
  context: AgentContext,
  before: ConversationRow,
  fields: Change,
): Promise<ConversationRow> {
  const after = await store.change(tx, context.agentId, before.id, fields)
  tx.announce(subjects.conversation(before.id))
  tx.announce(changeIn(context.workspaceId, 'conversation', before.id))
  for (const field of ['status', 'labels', 'handler'] as const) {
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) continue
    await audit(tx, context, `conversation.${field}_changed`, before.id, {
      before: before[field],
      after: after[field],
    })
  }
  return after
}

async function locked(tx: Queryable, context: AgentContext, id: string): Promise<ConversationRow> {
  return (isUuid(id) ? await store.lock(tx, context.agentId, id) : undefined) ?? raise(missing())
}

async function reopened(tx: Queryable, conversation: ConversationRow): Promise<ConversationRow> {
  if (conversation.status !== 'closed') return conversation
  return store.change(tx, conversation.agent_id, conversation.id, { status: 'open' })
}

function audit(
  tx: Queryable,
  { workspaceId, agentId, actor, requestId }: AgentContext,
  action: string,
  target: Uuid,
  detail: Record<string, unknown>,
): Promise<void> {
  return record(tx, { workspaceId, agentId, actor, action, target, detail, requestId })
}
