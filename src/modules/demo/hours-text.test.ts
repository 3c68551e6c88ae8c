import { describe, expect, it } from 'vitest'
import { parseHours } from '../agents/index.ts'
import { standing, weekOf } from './hours-text.ts'

const hours = (text: string) => parseHours(text) ?? {}
const KL = 'Asia/Kuala_Lumpur'
/** In Kuala Lumpur, on a Monday. */
const at = (time: string) => new Date(`2026-11-16T${time}:00+08:00`)

describe('opening hours for people', () => {
  it('days that are alike share a line', () => {
    expect(weekOf(hours('mon-sun 07:00-18:00'))).toEqual([{ days: 'Every day', times: '7 am – 6 pm' }])
    expect(weekOf(hours('mon-fri 08:30-12:00 13:00-24:00, sat 09:00-13:00'))).toEqual([
      { days: 'Monday – Friday', times: '8.30 am – 12 pm, 1 pm – 12 am' },
      { days: 'Saturday', times: '9 am – 1 pm' },
      { days: 'Sunday', times: 'closed' },
    ])
  })

  it.each([
    ['06:00', 'Closed now, opens at 7 am'],
    ['07:00', 'Open now, until 6 pm'],
    ['17:59', 'Open now, until 6 pm'],
    ['18:00', 'Closed now. We take orders for tomorrow.'],
  ])('at %s: %s', (time, text) => {
    expect(standing(hours('mon-sun 07:00-18:00'), KL, at(time))?.text).toBe(text)
  })

  it('says nothing where nobody said anything', () => {
    expect(standing({}, KL, at('09:00'))).toBeUndefined()
  })
})
