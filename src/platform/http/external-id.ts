import { z } from 'zod'

const MAX_LENGTH = 255

/** The id a store gave something. Stores write it as text or as a number; here it is text, and `1` is `"1"`. */
export const externalId = z
  .unknown()
  .transform((value, context) => {
    const fault = faultOf(value)
    if (fault === undefined) return String(value)
    context.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })
  .meta({ type: ['string', 'number'], maxLength: MAX_LENGTH })

function faultOf(value: unknown): string | undefined {
  if (value === undefined) return 'is required'
  if (typeof value === 'number') {
    // Beyond 2^53 the sender's digits are lost before anybody here could see them.
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? undefined
      : 'must be text: the number is too large to be exact'
  }
  if (typeof value !== 'string') return 'must be a string or a number'
  if (value.trim() === '') return 'must not be empty'
  return value.length > MAX_LENGTH && [...value].length > MAX_LENGTH
    ? `must have at most ${MAX_LENGTH} characters`
    : undefined
}
