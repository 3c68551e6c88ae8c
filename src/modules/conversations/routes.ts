import { type KeyedRoute, keyedRoute } from '../keys/index.ts'
import { list, messagesOf } from './conversations.ts'
import { presentConversation, presentMessages, presentPage } from './present.ts'
import * as schema from './schema.ts'

export const routes: KeyedRoute[] = [
  keyedRoute({
    method: 'GET',
    path: '/conversations',
    tag: 'Conversations',
    summary: 'List conversations',
    description: 'Newest activity first. Follow `next_cursor` until it is null.',
    query: schema.listQuery,
    answer: schema.conversationsPage,
    handle: async (context, { query }) =>
      presentPage(await list(context, query), query.limit, presentConversation),
  }),
  keyedRoute({
    method: 'GET',
    path: '/conversations/:id/messages',
    tag: 'Conversations',
    summary: 'List the messages of a conversation',
    description:
      'Oldest first. `before` is a forward cursor despite its name: pass the `created_at` of the last message you hold and you get what came after it, without a gap and without a repetition.',
    query: schema.messagesQuery,
    answer: schema.messagesPage,
    refusals: { 404: 'conversation not found' },
    handle: async (context, { params, query: { before, limit } }) =>
      presentMessages(await messagesOf(context, params.id as string, { after: before, limit }), limit),
  }),
]
