import { z } from 'zod'
import { phoneNumber, queryCursor, queryInteger, timestamp } from '../../platform/http/index.ts'
import { answerers, finalStatuses } from '../../providers/telephony/index.ts'
import { variables } from './variables.ts'

export const runtimes = ['sandbox', 'builtin', 'elevenlabs'] as const

export const newCall = z
  .object({
    to: phoneNumber.describe('E.164, or a Malaysian local number'),
    variables: variables
      .optional()
      .describe('Fills `{{name}}` in the agent’s greeting and persona, and is known to it in the call'),
  })
  .meta({ id: 'NewCall' })

export const placed = z.object({
  data: z
    .object({
      id: z.uuid(),
      conversation_id: z.uuid(),
      status: z.literal('dialing'),
      to: z.string(),
      from: z.string(),
    })
    .meta({ id: 'PlacedCall' }),
})

const live = z.object({
  connected: z.boolean().nullable().describe('Whether somebody is on the line'),
  elapsed_seconds: z.int().min(0).nullable().describe('Since it was answered'),
  turns: z.int().min(0).nullable().describe('Messages of the conversation so far'),
})

export const call = z
  .object({
    id: z.uuid(),
    status: z.enum(['dialing', 'in_progress', ...finalStatuses]),
    to: z.string(),
    duration_seconds: z.int().min(0).describe('From answer to end; 0 while it goes on'),
    summary: z.string().nullable().describe('Null until the call has ended and been processed'),
    created_at: timestamp,
    runtime: z.enum(runtimes).describe('What carried and spoke it'),
    answered_by: z.enum(answerers).nullable(),
    recording: z.enum(['available', 'pending', 'none']),
    live: live
      .nullable()
      .describe(
        'While the call is going; its members are null when the live view is unavailable. Null after the call',
      ),
  })
  .meta({ id: 'Call' })

export const oneCall = z.object({ data: call })

export const recording = z.object({
  data: z
    .object({
      id: z.uuid(),
      url: z.url().describe('A signed link to an MP3'),
      expires_in: z.int().describe('Seconds the link is valid for'),
    })
    .meta({ id: 'RecordingLink' }),
})

const directions = ['outbound', 'inbound'] as const

/** What the team sees beyond what an integrator does. */
export const managedCall = call
  .extend({
    agent_id: z.uuid(),
    conversation_id: z.uuid().describe('Where what was said is'),
    direction: z.enum(directions),
    from: z.string(),
    variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    answered_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'ManagedCall' })

export const callsQuery = z.object({
  status: call.shape.status.optional(),
  direction: z.enum(directions).optional(),
  agent_id: z.uuid().optional(),
  conversation_id: z.uuid().optional(),
  cursor: queryCursor,
  limit: queryInteger(1, 100, 50),
})

export const managedPage = z.object({
  data: z.array(managedCall),
  hasMore: z.boolean(),
  next_cursor: z.string().nullable(),
})

export type CallsQuery = z.output<typeof callsQuery>
