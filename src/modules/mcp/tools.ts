import { z } from 'zod'
import { JsonText } from '../../platform/http/index.ts'
import {
  addNote,
  change,
  conversationReport,
  conversationsJson,
  listTexts,
  presentConversation,
  presentMessage,
  presentNote,
  readWithMessages,
  conversationSchema as schema,
} from '../conversations/index.ts'
import { type Annotations, type Tool, tool } from './tool.ts'

const MOST_MESSAGES = 100

/** All a shop's own data, nothing beyond it; what is written replaces no record of what was (the audit row has it). */
const reads: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
const sets: Annotations = { ...reads, readOnlyHint: false }
const adds: Annotations = { ...sets, idempotentHint: false }

// Without the ids by which the API reference knows them: here every tool describes itself completely.
const conversation = z.object(schema.conversation.shape)
const conversationResult = z.object({ conversation })
const conversationId = z.string().describe('The id of a conversation, as list_conversations gives it')

export const tools: Tool[] = [
  tool({
    name: 'list_conversations',
    title: 'List conversations',
    description:
      'Lists conversations with customers, newest activity first: channel, status, labels, AI summary and customer. Use it to find a conversation or to see what is going on; get_conversation has the messages.',
    input: z.object({
      limit: z.int().min(1).max(100).default(20).describe('How many at most'),
      status: schema.status.optional().describe('Only conversations with this status'),
    }),
    output: z.object({ conversations: z.array(conversation) }),
    annotations: reads,
    run: async (context, { limit, status }) => {
      const rows = await listTexts(context, { limit, status })
      return new JsonText(`{"conversations":${conversationsJson(rows, Math.min(rows.length, limit))}}`)
    },
  }),
  tool({
    name: 'get_conversation',
    title: 'Read a conversation',
    description: `Reads one conversation: status, labels, AI summary, customer, and its messages, oldest first. Of a long conversation only the newest ${MOST_MESSAGES} messages, and has_earlier_messages is true. Role user is the customer; assistant is the AI agent or a team member.`,
    input: z.object({ conversation_id: conversationId }),
    output: z.object({
      conversation: conversation.extend({
        messages: z.array(z.object(schema.message.shape)),
        has_earlier_messages: z.boolean(),
      }),
    }),
    annotations: reads,
    run: async (context, { conversation_id }) => {
      const { row, messages, hasEarlier } = await readWithMessages(context, conversation_id, MOST_MESSAGES)
      const shown = presentConversation(row)
      return {
        conversation: {
          ...shown,
          messages: messages.map(presentMessage),
          has_earlier_messages: hasEarlier,
        },
      }
    },
  }),
  tool({
    name: 'conversation_report',
    title: 'Report on conversations',
    description:
      'Numbers of the last days: how many conversations and messages there were, how the conversations finished, their outcomes, and the channels they came by.',
    input: z.object({ days: schema.reportDays.default(30).describe('How many days back from now') }),
    output: z.object({ report: schema.report }),
    annotations: reads,
    run: async (context, { days }) => ({ report: await conversationReport(context, days) }),
  }),
  tool({
    name: 'set_conversation_labels',
    title: 'Set the labels of a conversation',
    description:
      'Replaces all labels of a conversation by these; an empty list removes them. To add one, send the present ones too. Internal: the customer sees nothing of it.',
    scope: 'conversations:label',
    input: z.object({ conversation_id: conversationId, labels: schema.labels }),
    output: conversationResult,
    annotations: sets,
    run: async (context, { conversation_id, labels }) => ({
      conversation: presentConversation(await change(context, conversation_id, { labels })),
    }),
  }),
  tool({
    name: 'set_conversation_status',
    title: 'Set the status of a conversation',
    description:
      'Moves a conversation to open, pending or closed. Closing hands it back to the AI agent, which answers when the customer writes again. Internal: the customer is told nothing.',
    scope: 'conversations:status',
    input: z.object({ conversation_id: conversationId, status: schema.status }),
    output: conversationResult,
    annotations: sets,
    run: async (context, { conversation_id, status }) => ({
      conversation: presentConversation(await change(context, conversation_id, { status })),
    }),
  }),
  tool({
    name: 'add_conversation_note',
    title: 'Add a note to a conversation',
    description:
      'Adds an internal note for the team to a conversation. Notes are never sent to the customer and are no messages.',
    scope: 'conversations:note',
    input: z.object({ conversation_id: conversationId, body: schema.noteBody.shape.body }),
    output: z.object({ note: z.object(schema.note.shape) }),
    annotations: adds,
    run: async (context, { conversation_id, body }) => ({
      note: presentNote(await addNote(context, conversation_id, body)),
    }),
  }),
]
