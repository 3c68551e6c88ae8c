import { z } from 'zod'
import {
  phoneNumber,
  queryCursor,
  queryInteger,
  queryTimestamp,
  timestamp,
} from '../../platform/http/index.ts'

export const CHANNEL = /^[a-z][a-z0-9_-]{0,29}$/
export const statuses = ['open', 'pending', 'closed'] as const
export const handlers = ['ai', 'human'] as const
export const outcomes = ['order_placed', 'answered', 'handed_over', 'no_reply'] as const
const MAX_CONTENT = 100_000

export const status = z.enum(statuses)
export const channel = z
  .string()
  .regex(CHANNEL, { error: 'must be a word such as website, voice or whatsapp' })
const content = z.string().regex(/\S/, { error: 'must not be empty' }).max(MAX_CONTENT)

export const message = z
  .object({
    id: z.uuid(),
    role: z.enum(['user', 'assistant']).describe('user: the customer; assistant: the agent or a team member'),
    content: z.string(),
    channel: z.string().describe('The channel the message travelled on'),
    created_at: timestamp,
  })
  .meta({ id: 'Message' })

/** As webhooks carry it. */
export const eventMessage = z
  .object({
    id: z.uuid(),
    conversation_id: z.uuid(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    channel: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'MessageEvent' })

export const conversation = z
  .object({
    id: z.uuid(),
    channel: z.string(),
    status,
    labels: z.array(z.string()),
    summary: z.string().nullable().describe('Written by the AI; null until there is one'),
    customer: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
    last_message_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Conversation' })

/** What the team sees beyond what an integrator does. */
export const managedConversation = conversation
  .extend({
    agent_id: z.uuid(),
    handler: z.enum(handlers).describe('Who answers: the AI or a person'),
    outcome: z.enum(outcomes).nullable().describe('How it ended, once it was closed or fell silent'),
    suggested_labels: z.array(z.string()),
  })
  .meta({ id: 'ManagedConversation' })

/** As the inbox lists it. */
export const inboxConversation = managedConversation
  .extend({
    preview: z
      .object({
        role: z.enum(['user', 'assistant']),
        author: z.enum(['customer', 'agent', 'team']),
        content: z.string(),
      })
      .nullable()
      .describe('The beginning of what was said last'),
  })
  .meta({ id: 'InboxConversation' })

/** What the team sees of a message beyond what an integrator does. */
export const threadMessage = message
  .extend({
    author: z.object({
      kind: z.enum(['customer', 'agent', 'team']),
      id: z.uuid().nullable().describe('Which team member'),
    }),
  })
  .meta({ id: 'ThreadMessage' })

export const facets = z.object({ channels: z.array(z.string()), labels: z.array(z.string()) })

export const note = z
  .object({
    id: z.uuid(),
    conversation_id: z.uuid(),
    body: z.string(),
    author: z.object({ kind: z.string(), id: z.uuid().nullable() }),
    created_at: timestamp,
  })
  .meta({ id: 'Note' })

export const listQuery = z.object({
  limit: queryInteger(1, 100, 50),
  status: status.optional(),
  channel: channel.optional(),
  cursor: queryCursor,
})

/** What the team may ask for beyond what an integrator does. */
export const inboxQuery = listQuery.extend({
  agent_id: z.uuid().optional(),
  handler: z.enum(handlers).optional(),
  label: z.string().trim().min(1).max(50).optional(),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('A piece of the customer’s name or number, or words that were said'),
})

export const messagesQuery = z.object({
  limit: queryInteger(1, 100, 50),
  before: queryTimestamp('before').meta({
    description: 'Only messages created after it: pass the created_at of the last message held',
  }),
})

export const threadQuery = z.object({
  limit: queryInteger(1, 100, 50),
  earlier: queryTimestamp('earlier').meta({ description: '`earlier` of the page after it' }),
})

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), hasMore: z.boolean() })
export const messagesPage = page(message)
export const conversationsPage = page(conversation).extend({ next_cursor: z.string().nullable() })
export const inboxPage = page(inboxConversation).extend({ next_cursor: z.string().nullable() })

export const inbound = z.object({
  channel,
  external_user_id: z.string().trim().min(1).max(255),
  name: z.string().trim().min(1).max(200).nullish(),
  phone: phoneNumber.nullish(),
  text: content,
  external_message_id: z.string().min(1).max(255).nullish(),
})

export const reply = z.object({ content })
export const noteBody = z.object({ body: z.string().trim().min(1).max(5_000) })

export const labels = z
  .array(z.string().trim().min(1).max(50))
  .max(20)
  .transform((list) => [...new Set(list)])

export const change = z
  .object({ status: status.optional(), labels: labels.optional(), handler: z.enum(handlers).optional() })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'at least one of status, labels, handler is required',
  })
  .refine(({ status, handler }) => status !== 'closed' || handler !== 'human', {
    path: ['handler'],
    error: 'must be ai when the status is closed: closing hands the conversation back',
  })

export const reportDays = z.int().min(1).max(180)

const count = z.int().min(0)
export const report = z.object({
  days: reportDays,
  since: timestamp,
  conversations: count.describe('With a message, or begun, since then'),
  new_conversations: count.describe('Begun since then'),
  messages: count,
  messages_from_customers: count,
  by_status: z.object({ open: count, pending: count, closed: count }).describe('How they stand now'),
  by_outcome: z
    .object({ order_placed: count, answered: count, handed_over: count, no_reply: count, ongoing: count })
    .describe('How they ended; ongoing: not yet'),
  by_channel: z.record(z.string(), count),
})

export type Report = z.output<typeof report>
export type Inbound = z.output<typeof inbound>
export type Change = z.output<typeof change>
export type ListQuery = z.output<typeof listQuery>
export type InboxQuery = z.output<typeof inboxQuery>
