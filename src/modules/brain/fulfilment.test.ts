import { describe, expect, it } from 'vitest'
import { fulfilmentText, received, withFulfilment } from './fulfilment.ts'
import type { Fulfilment } from './memory.ts'

const line = (name: string, special_instructions: string | null = null) => ({ name, special_instructions })
const made = (lines: ReturnType<typeof line>[]) => lines.map((one) => one.special_instructions)
const delivery: Fulfilment = { kind: 'delivery', address: '12 Jalan Ampang', time: null }

describe('how an order is got', () => {
  it('is written on the first line, beside what was said of the line itself', () => {
    const lines = [line('Kopi', 'kurang manis'), line('Karipap')]
    expect(made(withFulfilment(lines, { kind: 'pickup', address: null, time: '5pm' }))).toEqual([
      'kurang manis; Pick-up: 5pm',
      null,
    ])
  })

  it('is written on the delivery, where that is a line of its own', () => {
    const lines = [line('Kopi', 'kurang manis'), line('Delivery')]
    expect(made(withFulfilment(lines, delivery))).toEqual(['kurang manis', 'Delivery: 12 Jalan Ampang'])
    expect(made(withFulfilment(lines, { ...delivery, kind: 'pickup', address: null }))).toEqual([
      'kurang manis; Pick-up',
      null,
    ])
  })

  it('changes nothing when nobody said', () => {
    expect(made(withFulfilment([line('Kopi', 'kosong')], null))).toEqual(['kosong'])
  })

  it.each([
    [{ ...delivery, time: '5pm' }, 'Delivery: 12 Jalan Ampang, 5pm'],
    [{ kind: 'pickup', address: null, time: null }, 'Pick-up'],
    [{ kind: null, address: null, time: 'pukul 3 petang' }, 'Time: pukul 3 petang'],
    [{ kind: 'delivery', address: null, time: null }, 'Delivery: no address yet, please send it'],
  ] as [Fulfilment, string][])('%j is told as it is', (fulfilment, text) => {
    expect(fulfilmentText(fulfilment, received.en)).toBe(text)
  })
})
