import { describe, expect, it } from 'vitest'
import { type OpeningHours, parseHours } from '../agents/index.ts'
import { closedText } from './closed.ts'
import { emptyMemory } from './memory.ts'

const at = (hours: string, now: string, language: 'en' | 'ms' = 'en') =>
  closedText({
    agent: { opening_hours: parseHours(hours) as OpeningHours, time_zone: 'Asia/Kuala_Lumpur' },
    now: new Date(now),
    memory: { ...emptyMemory(), language },
  } as Parameters<typeof closedText>[0])

describe('a hand-over while the shop is closed says when somebody will be there', () => {
  it.each([
    // A Monday in Kuala Lumpur.
    ['2026-11-16T12:00:00+08:00', ''],
    ['2026-11-16T05:00:00+08:00', 'We are closed now and open at 08:00; somebody will reply then.'],
    [
      '2026-11-16T20:00:00+08:00',
      'We are closed now and open on Tuesday at 08:00; somebody will reply then.',
    ],
    ['2026-11-20T20:00:00+08:00', 'We are closed now and open on Monday at 08:00; somebody will reply then.'],
  ])('at %s', (now, text) => {
    expect(at('mon-fri 08:00-18:00, sat closed', now)).toBe(text)
  })

  it('says it in Malay', () => {
    expect(at('mon-fri 08:00-18:00', '2026-11-16T20:00:00+08:00', 'ms')).toContain('hari Selasa pukul 08:00')
  })

  it('promises no time to a shop that never opens', () => {
    expect(at('mon-sun closed', '2026-11-16T20:00:00+08:00')).toBe(
      'We are closed now; somebody will reply once we open.',
    )
  })
})
