import { z } from 'zod'
import { queryCursor, queryInteger, timestamp } from '../../platform/http/index.ts'

const count = z.int().min(0)

export const customer = z
  .object({
    key: z.string().describe('The phone number; the id of the conversation while there is none'),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    channels: z.array(z.string()),
    conversations: count,
    orders: count,
    spent: z.number().describe('In ringgit: what is paid and not refunded'),
    first_seen_at: timestamp,
    last_activity_at: timestamp,
  })
  .meta({ id: 'Customer' })

export const listQuery = z.object({
  q: z.string().trim().max(100).optional().describe('A piece of the name or of the phone number'),
  cursor: queryCursor,
  limit: queryInteger(1, 100, 50),
})

export const detail = customer
  .extend({
    do_not_call: z.boolean().describe('No agent of the workspace may call the number'),
    opted_out: z.boolean().describe('They asked one of the agents not to call'),
  })
  .meta({ id: 'CustomerDetail' })

export const historyQuery = z.object({ cursor: queryCursor, limit: queryInteger(1, 100, 50) })

export const page = z.object({
  data: z.array(customer),
  hasMore: z.boolean(),
  next_cursor: z.string().nullable(),
})

export const kept = z
  .object({
    customer,
    conversations: z.array(z.unknown()).describe('With every message, note and action'),
    orders: z.array(z.unknown()).describe('With lines and history'),
    calls: z.array(z.unknown()),
    texts: z.array(z.unknown()),
    do_not_call: z.boolean(),
    opted_out: z.boolean(),
  })
  .meta({ id: 'CustomerExport' })

export const erased = z
  .object({
    conversations: count,
    messages: count,
    calls: count,
    recordings: count,
    orders: count.describe('Kept for the books, without name, number and instructions'),
    texts: count,
    deliveries: count.describe('Of webhooks'),
  })
  .meta({ id: 'Erased' })
