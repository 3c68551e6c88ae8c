/**
 * A text of the address. What is not fit is `undefined` and not left out: the router keeps what it finds in the address
 * unless it is told otherwise. A number typed there without quotes arrives as a number.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() || undefined
}
