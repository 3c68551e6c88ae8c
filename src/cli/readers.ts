import type { z } from 'zod'
import { toE164 } from '../lib/phone.ts'
import { parseTimestamp, type Timestamp } from '../lib/time.ts'
import { timeZoneNamed } from '../lib/time-zones.ts'
import { type OpeningHours, parseAllowedDomain, parseHours } from '../modules/agents/index.ts'
import { isScope, parseOrigin, type Scope, scopes } from '../modules/keys/index.ts'
import { passwordFault } from '../modules/users/index.ts'
import type { Flag, Reader } from './arguments.ts'

/** What the words on the command line may be. */
export const text: Reader<string> = (word) => {
  const trimmed = word.trim()
  if (trimmed === '' || trimmed.length > 200 || !printable(trimmed))
    throw new Error('must be 1 to 200 printable characters')
  return trimmed
}

export const longText: Reader<string> = (word) => {
  if (word.trim() === '' || word.length > 2_000 || word.includes('\0'))
    throw new Error('must be 1 to 2,000 characters')
  return word.trim()
}

export const integer =
  (min: number, max: number): Reader<number> =>
  (word) => {
    const value = /^-?\d{1,12}$/.test(word) ? Number(word) : Number.NaN
    if (value >= min && value <= max) return value
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }

export const oneOf =
  <Word extends string>(...words: Word[]): Reader<Word> =>
  (word) => {
    const found = words.find((candidate) => candidate === word)
    if (found !== undefined) return found
    throw new Error(`must be one of ${words.join(', ')}`)
  }

/** As a schema of ours wants it. */
export const of =
  <Value>(schema: z.ZodType<Value>): Reader<Value> =>
  (word) => {
    const read = schema.safeParse(word)
    if (read.success) return read.data
    throw new Error(read.error.issues[0]?.message ?? 'is not valid')
  }

export const phone: Reader<string> = (word) => {
  const number = toE164(word)
  if (number) return number
  throw new Error('must be a phone number, such as +60123456789 or 012-345 6789')
}

export const moment: Reader<Timestamp> = (word) => {
  const parsed = parseTimestamp(word)
  if (parsed) return parsed
  throw new Error('must be a moment such as 2026-01-31T08:00:00Z')
}

export const phoneOrNone: Reader<string | null> = (word) => (word === 'none' ? null : phone(word))

export const email: Reader<string> = (word) => {
  const trimmed = word.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(trimmed) && trimmed.length <= 320 && printable(trimmed)) return trimmed
  throw new Error('must be an email address')
}

export const password: Reader<string> = (word) => {
  const fault = passwordFault(word)
  if (fault === undefined) return word
  throw new Error(`is not good enough (${fault.toLowerCase().replace(/\.$/, '')})`)
}

export const scope: Reader<Scope> = (word) => {
  if (isScope(word)) return word
  throw new Error(`must be one of ${Object.keys(scopes).join(', ')}`)
}

export const origin: Reader<string> = (word) => {
  const parsed = parseOrigin(word)
  if (parsed) return parsed
  throw new Error('must be an origin such as https://shop.example.com')
}

export const domain: Reader<string> = (word) => {
  const parsed = parseAllowedDomain(word)
  if (parsed) return parsed
  throw new Error('must be a host such as shop.example.com, *.example.com or localhost:5173')
}

export const hours: Reader<OpeningHours> = (word) => {
  const parsed = parseHours(word)
  if (parsed) return parsed
  throw new Error('must be days and times such as mon-fri 08:00-18:00, sat 09:00-13:00, sun closed')
}

export const timeZone: Reader<string> = (word) => {
  const name = timeZoneNamed(word)
  if (name !== undefined) return name
  throw new Error('must be a time zone such as Asia/Kuala_Lumpur')
}

export const required = <Value>(read: Reader<Value>, shown: string): Flag<Value> => ({
  kind: 'value',
  read,
  shown,
  required: true,
})
export const optional = <Value>(read: Reader<Value>, shown: string): Flag<Value> => ({
  kind: 'value',
  read,
  shown,
})
/** Never repeated on the screen, not even when it is refused. */
export const hidden = <Value>(read: Reader<Value>, shown: string): Flag<Value> => ({
  kind: 'value',
  read,
  shown,
  secret: true,
})
export const repeated = <Value>(read: Reader<Value>, shown: string): Flag<Value> => ({
  kind: 'list',
  read,
  shown,
})
export const onOff: Flag = { kind: 'switch' }

function printable(word: string): boolean {
  return !/\p{Cc}/u.test(word) && word.isWellFormed()
}
