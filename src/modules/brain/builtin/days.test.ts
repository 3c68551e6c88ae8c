import { describe, expect, it } from 'vitest'
import { dayAsked, hoursOn } from './days.ts'

describe('the day a question is about', () => {
  it.each([
    ['are you open on sunday?', 'sun'],
    ['sabtu buka pukul berapa?', 'sat'],
    ['what time do you open tomorrow?', 'thu'],
    ['esok buka tak?', 'thu'],
    ['when do you close today?', 'wed'],
    ['malam ni buka?', 'wed'],
    ['are you open?', undefined],
    ['open saturday and sunday?', undefined],
    ['is the satay ready', undefined],
  ])('%s', (question, day) => {
    expect(dayAsked(question, 'wed')).toBe(day)
  })

  it('has its own hours, or is closed', () => {
    expect(hoursOn('mon 08:00-18:00, tue closed', 'mon')).toBe('mon 08:00-18:00')
    expect(hoursOn('mon 08:00-18:00', 'sun')).toBe('sun closed')
  })
})
