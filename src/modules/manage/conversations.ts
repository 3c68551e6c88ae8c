import { z } from 'zod'
import { actionSchema, actionsBetween, actionsOf, hear, replyTo } from '../brain/index.ts'
import * as conversations from '../conversations/index.ts'
import { conversationSchema as schema } from '../conversations/index.ts'
import { agentContext, conversationContext, type ManageRoute, manageRoute } from './door.ts'

const data = <Item extends z.ZodType>(item: Item) => z.object({ data: item })

export const conversationRoutes: ManageRoute[] = [
  manageRoute({
    method: 'POST',
    path: '/agents/:agent_id/inbound',
    tag: 'Channels',
    summary: 'Deliver a customer’s message; the answer waits for the agent’s replies',
    description:
      'At most 25 seconds; a reply that takes longer is in the conversation later. Of messages sent in a row the last one gets the replies. `replies` is empty while a person handles the conversation.',
    scope: 'inbound',
    body: schema.inbound,
    answer: z.object({
      conversation_id: z.uuid(),
      message: schema.message,
      replies: z.array(schema.message),
    }),
    handle: async (context, { params, body }) => {
      const agent = await agentContext(context, params.agent_id as string)
      const heard = await hear(context.listening, agent, body)
      const replies = await replyTo(context.listening, heard)
      return {
        conversation_id: heard.conversation.id,
        message: conversations.presentMessage(heard.message),
        replies: replies.map(conversations.presentMessage),
      }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/conversations',
    tag: 'Conversations',
    summary: 'List the conversations of all agents, newest activity first',
    query: schema.inboxQuery,
    answer: schema.inboxPage,
    handle: async ({ db, workspaceId }, { query }) => {
      const rows = await conversations.listInbox(db, workspaceId, query)
      return conversations.presentPage(rows, query.limit, conversations.presentInboxRow)
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/conversations/facets',
    tag: 'Conversations',
    summary: 'List the channels and labels in use, to narrow the list by',
    answer: data(schema.facets),
    handle: async ({ db, workspaceId }) => ({ data: await conversations.facetsOf(db, workspaceId) }),
  }),
  manageRoute({
    method: 'GET',
    path: '/conversations/:id',
    tag: 'Conversations',
    summary: 'Read a conversation',
    answer: data(schema.inboxConversation),
    handle: async (context, { params }) => {
      const agent = await conversationContext(context, params.id as string)
      return {
        data: conversations.presentInboxRow(await conversations.readForInbox(agent, params.id as string)),
      }
    },
  }),
  manageRoute({
    method: 'PATCH',
    path: '/conversations/:id',
    tag: 'Conversations',
    summary: 'Change status, labels or who answers',
    body: schema.change,
    answer: data(schema.managedConversation),
    handle: async (context, { params, body }) => {
      const agent = await conversationContext(context, params.id as string)
      return {
        data: conversations.presentManaged(await conversations.change(agent, params.id as string, body)),
      }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/conversations/:id/thread',
    tag: 'Conversations',
    summary: 'Read what was said, noted and done last, and with `earlier` what was before it',
    query: schema.threadQuery,
    answer: data(
      z.object({
        messages: z.array(schema.threadMessage),
        notes: z.array(schema.note),
        actions: z.array(actionSchema.action),
        earlier: z.string().nullable().describe('Null: this is the beginning'),
      }),
    ),
    handle: async (context, { params, query }) => {
      const id = params.id as string
      const agent = await conversationContext(context, id)
      const page = await conversations.threadOf(agent, id, query)
      const actions = await actionsBetween(agent.db, agent.agentId, id, page)
      return { data: { ...conversations.presentThread(page), actions } }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/conversations/:id/messages',
    tag: 'Conversations',
    summary: 'List messages, oldest first',
    query: schema.messagesQuery,
    answer: schema.messagesPage,
    handle: async (context, { params, query: { before, limit } }) => {
      const agent = await conversationContext(context, params.id as string)
      const rows = await conversations.messagesOf(agent, params.id as string, { after: before, limit })
      return conversations.presentMessages(rows, limit)
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/conversations/:id/messages',
    tag: 'Conversations',
    summary: 'Reply as a team member; from then on a person answers',
    status: 201,
    body: schema.reply,
    answer: data(schema.message),
    handle: async (context, { params, body }) => {
      const agent = await conversationContext(context, params.id as string)
      const message = await conversations.replyAsTeam(agent, params.id as string, body.content)
      return { data: conversations.presentMessage(message) }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/conversations/:id/actions',
    tag: 'Conversations',
    summary: 'List what the agent did on the way to its replies, oldest first',
    query: actionSchema.actionsQuery,
    answer: schema.page(actionSchema.action),
    handle: async (context, { params, query }) => {
      const { db, agentId } = await conversationContext(context, params.id as string)
      const rows = await actionsOf(db, agentId, params.id as string, query)
      return { data: rows.slice(0, query.limit), hasMore: rows.length > query.limit }
    },
  }),
  manageRoute({
    method: 'GET',
    path: '/conversations/:id/notes',
    tag: 'Conversations',
    summary: 'List internal notes, oldest first',
    answer: z.object({ data: z.array(schema.note) }),
    handle: async (context, { params }) => {
      const agent = await conversationContext(context, params.id as string)
      const notes = await conversations.notesOf(agent, params.id as string)
      return { data: notes.map(conversations.presentNote) }
    },
  }),
  manageRoute({
    method: 'POST',
    path: '/conversations/:id/notes',
    tag: 'Conversations',
    summary: 'Add an internal note, never sent to the customer',
    status: 201,
    body: schema.noteBody,
    answer: data(schema.note),
    handle: async (context, { params, body }) => {
      const agent = await conversationContext(context, params.id as string)
      return {
        data: conversations.presentNote(await conversations.addNote(agent, params.id as string, body.body)),
      }
    },
  }),
]
