import { z } from 'zod'
import { outcomesAndNone } from '../conversations/index.ts'

const MOST_DAYS = 92
const DAY_MS = 86_400_000
const A_DAY = { error: 'must be a day such as 2026-01-31' }
const date = z.iso.date(A_DAY).refine((day) => day >= '0001-01-01', A_DAY)
const count = z.int().min(0)

export const overviewQuery = z
  .object({
    from: date.optional().describe('The first day; today when it is absent'),
    to: date.optional().describe('The last day; the first when it is absent'),
    agent_id: z.uuid().optional().describe('All agents when it is absent'),
  })
  .refine(({ from, to }) => from !== undefined || to === undefined, {
    path: ['from'],
    error: 'is required with to',
  })
  .refine(({ from, to = from }) => daysBetween(from, to) >= 0, {
    path: ['to'],
    error: 'must not be before from',
  })
  .refine(({ from, to = from }) => daysBetween(from, to) < MOST_DAYS, {
    path: ['to'],
    error: `must be less than ${MOST_DAYS} days after from`,
  })

const day = z.object({ date: z.iso.date(), conversations: count, orders: count, revenue: z.number() })

export const overview = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    conversations: count.describe('In which something was said'),
    new_conversations: count,
    by_outcome: z.object(
      Object.fromEntries(outcomesAndNone.map((name) => [name, count])) as Record<
        (typeof outcomesAndNone)[number],
        typeof count
      >,
    ),
    by_channel: z.record(z.string(), count),
    orders: count.describe('Placed in this time'),
    paid_orders: count.describe('Of those, paid by now and not refunded'),
    revenue: z.number().describe('What they came to, in ringgit'),
    calls: z.object({ placed: count, received: count, answered: count, seconds: count }),
    by_day: z.array(day),
    setup: z
      .object({
        products: z.boolean(),
        allowed_domain: z.boolean(),
        snippet_seen: z.boolean().describe('A page has opened the chat'),
        webhook: z.boolean(),
      })
      .describe('What is done of setting up'),
  })
  .meta({ id: 'Overview' })

export type OverviewQuery = z.output<typeof overviewQuery>
export type Overview = z.output<typeof overview>

/** Every day from the first to the last. */
export function daysOf(from: string, to: string): string[] {
  const first = Date.parse(from)
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, i) =>
    new Date(first + i * DAY_MS).toISOString().slice(0, 10),
  )
}

function daysBetween(from = '', to = ''): number {
  return from === '' ? 0 : (Date.parse(to) - Date.parse(from)) / DAY_MS
}
