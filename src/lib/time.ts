/** A moment as the wire writes it: ISO 8601, UTC, exactly milliseconds. */
export type Timestamp = string

export const EARLIEST: Timestamp = '0001-01-01T00:00:00.000Z'
export const LATEST: Timestamp = '9999-12-31T23:59:59.999Z'

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))$/

/**
 * Reads a real calendar date-time with a zone; undefined for anything else. Finer than a millisecond is cut off,
 * which changes no comparison "later than" against stamps that carry milliseconds.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const offsetHours = Number(match[10] ?? 0)
  const offsetMinutes = Number(match[11] ?? 0)
  if (year < 1 || hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59)
    return undefined

  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  date.setUTCHours(hour, minute, second, Number((match[7] ?? '').padEnd(3, '0').slice(0, 3)))

  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000 * (match[9] === '-' ? -1 : 1)
  const moment = new Date(date.getTime() - offsetMs)
  if (moment.getUTCFullYear() < 1) return EARLIEST
  if (moment.getUTCFullYear() > 9999) return LATEST
  return moment.toISOString()
}

/** PostgreSQL's text of a timestamptz(3) in UTC, `2026-01-02 03:04:05.6+00`, in the wire's form. */
export function fromPostgres(text: string): Timestamp {
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}
