import { z } from 'zod'
import { parseTimestamp } from '../../lib/time.ts'
import { queryInteger, timestamp } from '../../platform/http/index.ts'
import { eventNames } from './outbox.ts'
import { statuses } from './store.ts'

const event = z.enum(eventNames)

export const newEndpoint = z.object({
  url: z.string().describe('Must start with https:// and lead to a public address'),
  events: z
    .array(event)
    .min(1)
    .optional()
    .describe('Absent: as before; for a new webhook `["message.created"]`'),
})

export const endpoint = z.object({
  url: z.string(),
  events: z.array(event),
  health: z
    .enum(['untried', 'healthy', 'unhealthy'])
    .describe('`unhealthy` when the last three attempts failed'),
  last_attempt_at: timestamp.nullable(),
  last_delivered_at: timestamp.nullable(),
  last_error: z.string().nullable(),
  pending: z.int(),
  failed: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
})

export const secret = z.string().describe('Signs every delivery; shown only here')

export const deliveriesQuery = z.object({
  limit: queryInteger(1, 100, 50),
  status: z.enum(statuses).optional(),
  before: z.uuid().optional().describe('Id of the last delivery held'),
})

export const delivery = z.object({
  id: z.uuid().describe('As in `X-Service-Delivery`'),
  event: z.string(),
  subject_id: z.uuid().nullable().describe('The message or order it tells about'),
  status: z.enum(statuses),
  attempts: z.int(),
  next_attempt_at: timestamp.nullable(),
  last_attempt_at: timestamp.nullable(),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  created_at: timestamp,
})

export const fullDelivery = delivery.extend({
  body: z.string().describe('The exact text that is signed and sent'),
  log: z.array(
    z.object({
      at: timestamp,
      status: z.int().nullable(),
      duration_ms: z.int(),
      error: z.string().nullable(),
    }),
  ),
})

const moment = z
  .string()
  .transform((text, context) => {
    const parsed = parseTimestamp(text)
    if (parsed) return parsed
    context.addIssue({ code: 'custom', message: 'must be an ISO timestamp' })
    return z.NEVER
  })
  .meta({ type: 'string', format: 'date-time' })
export const replayRange = z
  .object({ from: moment, until: moment.optional().describe('Left out itself; absent: now') })
  .describe('When what failed had happened')
