import { describe, expect, it } from 'vitest'
import { dayBetween, relativeTime } from './time.ts'

const at = (text: string) => new Date(text).toISOString()
const now = new Date('2026-03-10T09:00:00').getTime()

describe('the day between two messages', () => {
  it.each([
    [undefined, '2026-03-10T08:00:00', undefined],
    [undefined, '2026-03-09T23:00:00', 'yesterday'],
    ['2026-03-09T23:59:00', '2026-03-10T00:01:00', 'today'],
    ['2026-03-01T10:00:00', '2026-03-05T10:00:00', expect.stringMatching(/^Thu,? 5 Mar$/)],
    ['2026-03-05T10:00:00', '2026-03-05T11:00:00', undefined],
  ])('from %j to %j is %j', (before, then, expected) =>
    expect(dayBetween(before && at(before), at(then), now, 'en-GB')).toEqual(expected),
  )

  it('is never tomorrow, although the clock of the device is slow', () => {
    expect(dayBetween(undefined, at('2026-03-11T00:00:01'), now, 'en-GB')).toBe('today')
    expect(relativeTime(at('2026-03-11T00:00:01'), now, 'en-GB', 'just now')).toBe('just now')
  })
})
