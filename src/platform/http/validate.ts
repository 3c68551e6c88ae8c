import { z } from 'zod'
import { toE164 } from '../../lib/phone.ts'
import { parseTimestamp } from '../../lib/time.ts'
import { HttpError, invalidBody, invalidQuery, type Problem } from './errors.ts'

export function readQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query, { error: messageOf })
  if (parsed.success) {
    refuseNul(parsed.data as object)
    return parsed.data
  }
  const details = problemsOf(parsed.error)
  // A parameter with an error text of its own in the specification names the whole answer.
  const named = parsed.error.issues.find((issue) => issue.code === 'custom' && issue.params?.error)
  throw named?.code === 'custom'
    ? new HttpError(400, { error: String(named.params?.error), details })
    : invalidQuery(details)
}

/** No database takes it; in a body it is refused before anything else. */
function refuseNul(query: object): void {
  const faulty = Object.entries(query).filter(
    ([, value]) => typeof value === 'string' && value.includes('\0'),
  )
  if (faulty.length > 0)
    throw invalidQuery(faulty.map(([path]) => ({ path, message: 'must not contain NUL characters' })))
}

export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body, { error: messageOf })
  if (parsed.success) return parsed.data
  throw invalidBody(problemsOf(parsed.error))
}

/** A moment as answers write it. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** A whole number in a query string, within bounds. */
export function queryInteger(min: number, max: number, fallback: number) {
  return z
    .string({ error: 'must be given once' })
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })
}

/** A moment in a query string, brought to the wire's own form; `name` is what the error text calls it. */
export function queryTimestamp(name: string) {
  const error = `${name} must be an ISO timestamp`
  return z
    .unknown()
    .transform((value, context) => {
      const moment = typeof value === 'string' ? parseTimestamp(value) : undefined
      if (moment !== undefined) return moment
      context.addIssue({ code: 'custom', message: 'must be an ISO timestamp', params: { error } })
      return z.NEVER
    })
    .optional()
    .meta({ type: 'string', format: 'date-time' })
}

/** A phone number in a body, as people write it; E.164 from here on. */
export const phoneNumber = z
  .string()
  .transform((text, context) => {
    const phone = toE164(text)
    if (phone) return phone
    context.addIssue({
      code: 'custom',
      message: 'must be a phone number, such as +60123456789 or 012-345 6789',
    })
    return z.NEVER
  })
  .meta({ type: 'string' })

export function pathOf(path: PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}

function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message }))
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** zod's issues in our words: what the value must be, without telling the sender about our types. */
function messageOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return bound(issue.origin, issue.minimum, 'at least')
    case 'too_big':
      return bound(issue.origin, issue.maximum, 'at most')
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be a UUID' : undefined
    default:
      return undefined
  }
}

const units: Record<string, [string, string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function bound(origin: string, limit: number | bigint, word: string): string {
  const unit = units[origin]
  if (!unit) return `must be ${word} ${limit}`
  if (word === 'at least' && limit === 1) return 'must not be empty'
  return `must have ${word} ${limit} ${unit[limit === 1 ? 0 : 1]}`
}

function article(type: string): string {
  const noun = { int: 'whole number', array: 'list', record: 'object' }[type] ?? type
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}
