import { describe, expect, it } from 'vitest'
import { isOpenAt, parseHours, writeHours } from './hours.ts'

const KL = 'Asia/Kuala_Lumpur'

describe('opening hours', () => {
  it.each([
    [
      'mon-fri 08:00-18:00',
      'mon 08:00-18:00, tue 08:00-18:00, wed 08:00-18:00, thu 08:00-18:00, fri 08:00-18:00',
    ],
    ['Sat 9:00-13:00 14.00-17.30, sun closed', 'sat 09:00-13:00 14:00-17:30, sun closed'],
    ['fri-mon 20:00-02:00', 'mon 20:00-02:00, fri 20:00-02:00, sat 20:00-02:00, sun 20:00-02:00'],
  ])('%s is read', (text, written) => {
    expect(writeHours(parseHours(text) ?? {})).toBe(written)
  })

  it.each(['', 'always', 'mon', 'mon 8-5', 'mon 08:00-25:00', 'mon-xyz 08:00-09:00', 'mon 08:61-09:00'])(
    '"%s" is refused',
    (text) => {
      expect(parseHours(text)).toBeUndefined()
    },
  )

  it.each([
    ['mon-sun 07:00-18:00', '2026-01-05T00:30:00Z', true],
    ['mon-sun 07:00-18:00', '2026-01-05T10:00:00Z', false],
    ['mon-sun 07:00-18:00', '2026-01-04T22:59:00Z', false],
    ['sun 20:00-02:00', '2026-01-04T17:30:00Z', true],
    ['sun 20:00-02:00', '2026-01-04T18:30:00Z', false],
    ['sun 20:00-24:00', '2026-01-04T15:59:00Z', true],
    ['sun closed', '2026-01-04T04:00:00Z', false],
  ])('%s at %s: %s', (text, moment, open) => {
    expect(isOpenAt(parseHours(text) ?? {}, KL, new Date(moment))).toBe(open)
  })

  it('that nobody gave are unknown', () => {
    expect(isOpenAt({}, KL, new Date())).toBeUndefined()
  })
})
