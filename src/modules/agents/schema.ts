import { z } from 'zod'
import { timeZoneNamed } from '../../lib/time-zones.ts'
import { timestamp } from '../../platform/http/index.ts'
import { agentLanguages } from './agents.ts'
import { parseAllowedDomain } from './domains.ts'
import { domainFaults, faultOfDomain, mismatches, refusals } from './explain-domains.ts'
import { days } from './hours.ts'
import { lookSchema } from './look.ts'

const MOST_DOMAINS = 50
const MOST_SPANS = 6
const LONGEST_TEXT = 2_000

const language = z.enum(agentLanguages)
const hours = z.partialRecord(z.enum(days), z.array(z.tuple([z.string(), z.string()])))

export const agent = z
  .object({
    id: z.uuid(),
    workspace_id: z.uuid(),
    name: z.string(),
    voice: z.boolean(),
    welcome: z.string(),
    allowed_domains: z.array(z.string()),
    persona: z.string(),
    opening_hours: hours,
    time_zone: z.string(),
    languages: z.array(language),
    look: lookSchema.partial(),
    created_at: timestamp,
  })
  .meta({ id: 'Agent' })

const allowedDomains = z
  .array(
    z.string().transform((entry, context) => {
      const domain = parseAllowedDomain(entry)
      if (domain !== undefined) return domain
      context.addIssue({ code: 'custom', message: faultOfDomain(entry) ?? 'is no host' })
      return z.NEVER
    }),
  )
  .max(MOST_DOMAINS)
  .transform((entries) => [...new Set(entries)])
  .meta({ type: 'array', items: { type: 'string' }, description: 'Hosts whose pages may show the chat' })

const from = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time from 00:00 to 23:59' })
const to = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'must be a time from 00:00 to 24:00' })
const span = z
  .tuple([from, to])
  .refine(([begin, end]) => begin !== end, { error: 'must end at another time than it begins' })
const day = z
  .array(span)
  .max(MOST_SPANS)
  .refine(doNotOverlap, { error: 'must not overlap; a time past midnight comes last' })

const openingHours = z
  .strictObject(Object.fromEntries(days.map((name) => [name, day.optional()])))
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([, spans]) => spans)))
  .meta({ type: 'object', description: 'By day: [["08:00", "18:00"], …]; a day that is missing is closed' })

const timeZone = z.string().refine((name) => timeZoneNamed(name) !== undefined, {
  error: 'must be a time zone such as Asia/Kuala_Lumpur',
})

/** What is not named stays; lists and opening hours are replaced whole, of `look` only what is given. */
export const change = z
  .object({
    name: z.string().trim().min(1).max(200).optional(),
    voice: z.boolean().optional(),
    welcome: z.string().trim().min(1).max(LONGEST_TEXT).optional(),
    allowed_domains: allowedDomains.optional(),
    persona: z.string().trim().max(LONGEST_TEXT).optional(),
    opening_hours: openingHours.optional(),
    time_zone: timeZone.optional(),
    languages: z
      .array(language)
      .min(1)
      .transform((list) => [...new Set(list)])
      .meta({ type: 'array', items: { type: 'string' }, description: 'The usual one first' })
      .optional(),
    look: lookSchema.partial().optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'at least one field is required',
  })

export const checkDomain = z.object({
  origin: z.string().trim().min(1).max(2_000),
  allowed_domains: z
    .array(z.string().max(LONGEST_TEXT))
    .max(MOST_DOMAINS + 1)
    .optional()
    .describe('To be judged in place of those that are saved; one that cannot be used is told why'),
})

export const explanation = z
  .object({
    origin: z.string().nullable().describe('As browsers send it; null when it is no address'),
    allowed: z.boolean(),
    entry: z.string().nullable().describe('The entry that lets it in'),
    why: z.enum(refusals).nullable().describe('Why none does, in a word'),
    reason: z.string().nullable().describe('Why none does'),
    suggestion: z.string().nullable().describe('What could be added to let it in'),
    entries: z.array(
      z.object({
        entry: z.string(),
        matches: z.boolean(),
        why: z.enum([...domainFaults, ...mismatches]).nullable(),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'DomainExplanation' })

export const snippet = z.object({ snippet: z.string(), allowed_domains: z.array(z.string()) })

export type Change = z.output<typeof change>

/** In order, each over before the next begins; only the last may go on after midnight. */
function doNotOverlap(spans: [string, string][]): boolean {
  return spans.every(([begin, end], i) => {
    const next = spans[i + 1]
    return next === undefined || (begin < end && end <= next[0])
  })
}
