import { z } from 'zod'
import { phoneNumber, queryInteger, timestamp } from '../../platform/http/index.ts'

const MAX_WINDOW_SECONDS = 30 * 86_400

export const workspace = z
  .object({
    id: z.uuid(),
    name: z.string(),
    plan: z.enum(['free', 'paid']),
    verified: z.boolean(),
    credits: z.int(),
    outbound_number: z.string().nullable(),
    payment_window_seconds: z.int().nullable().describe('Null: as the service is set up'),
    is_demo: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'Workspace' })

/** What owners may change themselves; plan, verification and credits are the operator's. */
export const change = z
  .strictObject({
    name: z.string().trim().min(1).max(200).optional(),
    payment_window_seconds: z.int().min(1).max(MAX_WINDOW_SECONDS).nullable().optional(),
    outbound_number: phoneNumber.nullable().optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'at least one of name, payment_window_seconds, outbound_number is required',
  })

export const ledgerEntry = z
  .object({
    id: z.uuid(),
    amount: z.int().describe('Negative when they were used'),
    balance: z.int().describe('What was left after it'),
    reason: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'LedgerEntry' })

export const ledgerQuery = z.object({
  limit: queryInteger(1, 100, 50),
  before: z.uuid().optional().describe('Id of the last one held'),
})

export type Change = z.output<typeof change>
