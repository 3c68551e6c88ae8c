import { z } from 'zod'
import { queryInteger, timestamp } from '../../platform/http/index.ts'
import { kinds } from './store.ts'

export const alertsQuery = z.object({
  limit: queryInteger(1, 100, 50),
  before: z.uuid().optional().describe('Id of the last alert held'),
  unseen: z.literal('1', { error: 'must be 1' }).optional().describe('Only alerts that nobody has seen yet'),
})

export const alert = z.object({
  id: z.uuid(),
  kind: z.enum(kinds),
  agent_id: z.uuid().nullable().describe('Null: about the whole workspace'),
  conversation_id: z.uuid().nullable(),
  order_id: z.uuid().nullable(),
  order_number: z.string().nullable(),
  reason: z.string().describe('A sentence; of `order_attention` the word that is the order’s `attention`'),
  channel: z.string().nullable(),
  customer: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
  created_at: timestamp,
  seen_at: timestamp.nullable(),
})
