import { z } from 'zod'
import {
  externalId,
  phoneNumber,
  queryCursor,
  queryInteger,
  queryTimestamp,
  timestamp,
} from '../../platform/http/index.ts'
import { sources } from '../catalogue/index.ts'
import { conversationSchema } from '../conversations/index.ts'
import { statuses } from './status.ts'
import { attentions } from './store.ts'

export const status = z.enum(statuses)
const source = z.enum(sources).default('api')
const customer = z.object({ name: z.string(), phone: z.string() })

const line = z.object({
  name: z.string(),
  quantity: z.int(),
  unit_price: z.number().describe('Ringgit'),
  special_instructions: z.string().nullable(),
  product_id: z.uuid().nullable(),
  variant_id: z.uuid().nullable(),
  product_external_id: z.string().nullable(),
  variant_external_id: z.string().nullable(),
  sku: z.string().nullable(),
})

export const order = z
  .object({
    id: z.uuid(),
    order_number: z.string(),
    status,
    channel: z.string().describe('The channel the order was taken on'),
    currency: z.literal('MYR'),
    subtotal: z.number().describe('Ringgit'),
    total: z.number().describe('Ringgit'),
    created_at: timestamp,
    external_id: z.string().nullable().describe('The store’s own order id; null until acknowledged'),
    external_status: z.string().nullable().describe('The store’s status word, kept verbatim'),
    customer,
    lines: z.array(line),
  })
  .meta({ id: 'Order' })

export const ordersPage = z.object({ data: z.array(order), hasMore: z.boolean() })

export const listQuery = z.object({
  since: queryTimestamp('since').meta({
    description: 'Only orders created after it: pass the created_at of the last order held',
  }),
  unacknowledged: z
    .literal('1', { error: 'must be 1' })
    .optional()
    .meta({ description: 'Only orders without an external_id' }),
  limit: queryInteger(1, 100, 50),
})

export const statusReport = z
  .object({
    external_id: externalId.optional().meta({
      description: 'The store’s order id; once sent it links the order permanently',
    }),
    external_status: z
      .string()
      .regex(/\S/, { error: 'must not be empty' })
      .max(255)
      .optional()
      .describe('The store’s word, kept verbatim'),
    status: status.optional().describe('When absent it is mapped from external_status'),
    source: source.describe('Whose words external_status is written in'),
  })
  .refine(({ external_id, external_status, status }) => external_id ?? external_status ?? status, {
    error: 'at least one of external_id, external_status, status is required',
  })

export const reported = z.object({
  data: z.object({
    id: z.uuid(),
    status,
    external_id: z.string().nullable(),
    stock_events: z.array(z.string()).describe('store_ack, released, returned, reserved; empty on a replay'),
  }),
})

const MAX_LINES = 100
const MAX_QUANTITY = 2_147_483_647

export const newOrder = z.object({
  channel: conversationSchema.channel.nullish(),
  conversation_id: z.uuid().nullish(),
  customer: z.object({ name: z.string().trim().min(1).max(200), phone: phoneNumber }),
  lines: z
    .array(
      z.object({
        source,
        product_external_id: externalId,
        variant_external_id: z.union([z.null(), externalId]).optional(),
        quantity: z.int().min(1).max(MAX_QUANTITY),
        special_instructions: z.string().trim().max(1_000).nullish(),
      }),
    )
    .min(1)
    .max(MAX_LINES),
})

/** The order as webhooks carry it. */
export const eventOrder = z
  .object({
    id: z.uuid(),
    bot_id: z.uuid(),
    order_number: z.string(),
    status,
    channel: z.string(),
    items: z.array(
      z.object({
        name: z.string(),
        quantity: z.int(),
        unitPriceSen: z.int(),
        specialInstructions: z.string().nullable(),
        productId: z.uuid().nullable(),
        variantId: z.uuid().nullable(),
      }),
    ),
    subtotal: z.number(),
    total: z.number(),
    currency: z.literal('MYR'),
    conversation_id: z.uuid().nullable(),
    customer,
    payment_url: z.string().nullable(),
    payment_expires_at: timestamp,
    expired: z.boolean(),
    paid_at: timestamp.nullable(),
    external_id: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'OrderEvent' })

export const managedOrder = order
  .extend({
    agent_id: z.uuid(),
    conversation_id: z.uuid().nullable(),
    payment_url: z.string().nullable(),
    payment_expires_at: timestamp,
    expired: z.boolean(),
    paid_at: timestamp.nullable(),
    acknowledged_at: timestamp.nullable().describe('When the store, or the team by hand, took it over'),
    attention: z.enum(attentions).nullable().describe('Why the team should look at it'),
    lines: z.array(line.extend({ stock: z.enum(['held', 'taken', 'free']) })),
  })
  .meta({ id: 'ManagedOrder' })

export const historyEntry = z.object({
  action: z.string(),
  status,
  actor: z.object({ kind: z.string(), id: z.uuid().nullable() }),
  detail: z.record(z.string(), z.unknown()),
  created_at: timestamp,
})

export const managedQuery = z.object({
  status: status.optional(),
  agent_id: z.uuid().optional(),
  conversation_id: z.uuid().optional(),
  number: z.string().trim().max(20).optional().describe('Only the one of this number, in capitals or not'),
  attention: z.literal('1', { error: 'must be 1' }).optional(),
  unhandled: z
    .literal('1', { error: 'must be 1' })
    .optional()
    .describe('Only what is paid and nobody has taken over yet'),
  cursor: queryCursor,
  limit: queryInteger(1, 100, 50),
})

export const managedPage = z.object({
  data: z.array(managedOrder),
  hasMore: z.boolean(),
  next_cursor: z.string().nullable(),
})

export type ListQuery = z.output<typeof listQuery>
export type StatusReport = z.output<typeof statusReport>
export type NewOrder = z.output<typeof newOrder>
