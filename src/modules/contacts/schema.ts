import { z } from 'zod'
import { phoneNumber, queryInteger, timestamp } from '../../platform/http/index.ts'

export const barred = z.object({ phone: z.string(), created_at: timestamp }).meta({ id: 'BarredNumber' })
export const newBarred = z.object({ phone: phoneNumber })

export const listQuery = z.object({
  limit: queryInteger(1, 1_000, 100),
  after: z.string().max(20).optional().describe('The last phone held'),
})
export const page = z.object({ data: z.array(barred), hasMore: z.boolean() })
