import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fulfilment } from '../memory.ts'
import { readFulfilment } from './fulfilment.ts'
import { tidy } from './tokens.ts'
import { clockSaid, isOpenThen, onSameDay } from './when.ts'

const ordering = { before: null, hasCart: true }
const read = (text: string, before: Fulfilment | null = null) => {
  const { kind, address, time } = readFulfilment(text, { before, hasCart: true })
  return [kind, address, time]
}

describe('how the customer wants to get the order', () => {
  it.each([
    ['deliver to 12 Jalan Ampang', 'delivery', '12 Jalan Ampang', undefined],
    ['hantar ke No 5, Taman Melati', 'delivery', 'No 5, Taman Melati', undefined],
    ['deliver to 12 Jalan Ampang, Ali 0123456789', 'delivery', '12 Jalan Ampang', undefined],
    ['deliver to 12 Jalan Ampang and 2 karipap', 'delivery', '12 Jalan Ampang', undefined],
    [
      'deliver to office level 3 Menara Maybank at 12.30pm please',
      'delivery',
      'office level 3 Menara Maybank',
      '12.30pm',
    ],
    ['hantar pukul 5 ke Taman Melati', 'delivery', 'Taman Melati', 'pukul 5'],
    [
      'alamat saya 3 Lorong Damai 2, 50480 Kuala Lumpur',
      'delivery',
      '3 Lorong Damai 2, 50480 Kuala Lumpur',
      undefined,
    ],
    ['12 jalan ampang', 'delivery', '12 jalan ampang', undefined],
    ['nak delivery', 'delivery', undefined, undefined],
    ['hantar ke rumah', 'delivery', undefined, undefined],
    ['deliver at 5pm', 'delivery', undefined, '5pm'],
    ["I'll pick up at 5pm", 'pickup', undefined, '5pm'],
    ['ambil pukul 3 petang', 'pickup', undefined, 'pukul 3 petang'],
    ['self pickup', 'pickup', undefined, undefined],
    ['pickup 11.30', 'pickup', undefined, '11.30'],
    ['esok saya ambil', 'pickup', undefined, 'esok'],
    ['i want to collect at noon', 'pickup', undefined, 'noon'],
    ['no need delivery, self pickup', 'pickup', undefined, undefined],
    ['nak 2 kopi pukul 3 petang', undefined, undefined, 'pukul 3 petang'],
    ['nak 3 karipap untuk esok pagi', undefined, undefined, 'esok pagi'],
    ['I reach around 8', 'pickup', undefined, 'around 8'],
    ['pick up at 5 please', 'pickup', undefined, '5'],
    ['actually 6pm', undefined, undefined, '6pm'],
    ['cancel delivery', 'none', undefined, undefined],
    ['tak payah hantar', 'none', undefined, undefined],
  ])('%s: %s, %s, %s', (text, kind, address, time) => {
    expect(read(text)).toEqual([kind, address, time])
  })

  it.each([
    'ambil 2 kopi',
    'do you deliver?',
    'boleh hantar tak?',
    'can deliver to Taman Bukit ah?',
    'berapa postage ke Sabah?',
    'cash on delivery boleh?',
    'COD',
    'tolong hantar gambar',
    'what time can I pick up?',
    'buka sampai pukul 5 ke?',
    'tadi saya datang pukul 3 tutup',
    'add delivery',
    '2 kopi ais',
    'I want about 10 karipap',
    'nak lebih kurang 20 nasi lemak',
  ])('%s says nothing of it', (text) => {
    expect(read(text)).toEqual([undefined, undefined, undefined])
  })

  it('leaves the rest of the message', () => {
    const { rest } = readFulfilment(
      'nak 2 kopi ais, hantar ke No 5, Taman Melati, nama Ali 0123456789',
      ordering,
    )
    expect(rest.replace(/\s+/g, ' ')).toBe('nak 2 kopi ais, nama Ali 0123456789')
  })

  it('is read in bounded time, whatever is written', () => {
    const parts = [
      'deliver to ',
      'nak ',
      'pick up at 5pm ',
      '12 ',
      'jalan ',
      ', ',
      'i want to ',
      'esok ',
      'a',
      '\n',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 600 }), (texts) => {
        const began = performance.now()
        readFulfilment(tidy(texts.join('')), ordering)
        expect(performance.now() - began).toBeLessThan(500)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a time that somebody said', () => {
  const hours = 'mon 08:00-18:00, tue 08:00-12:00 14:00-18:00, wed closed, thu 18:00-02:00'
  it.each([
    ['5pm', '08:50', true, 'mon'],
    ['pukul 7 malam', '08:50', false, 'mon'],
    // Morning or afternoon is not said: one of both will do.
    ['pukul 5', '08:50', true, 'mon'],
    ['12 tengahari', '08:50', true, 'mon'],
    // What is past today is tomorrow.
    ['8.30 pagi', '09:30', true, 'tue'],
    ['esok 1pm', '08:50', false, 'tue'],
    ['wednesday 10am', '08:50', false, 'wed'],
    ['thursday 11pm', '08:50', true, 'thu'],
    ['friday 1am', '08:50', true, 'fri'],
  ] as const)('%s, said on Monday at %s: open %s, on %s', (time, now, isOpen, day) => {
    const clock = clockSaid(time, 'mon')
    expect(clock && isOpenThen(clock, hours, { day: 'mon', time: now })).toEqual({ isOpen, day })
  })

  it('has no hour when it is a while', () => {
    expect(clockSaid('in 30 minutes', 'mon')).toBeUndefined()
    expect(clockSaid('esok', 'mon')).toBeUndefined()
  })

  it('stays on the day that was said before', () => {
    expect(onSameDay('tomorrow 10am', '11am')).toBe('tomorrow 11am')
    expect(onSameDay('esok pukul 3', 'lusa pukul 4')).toBe('lusa pukul 4')
    expect(onSameDay(null, '5pm')).toBe('5pm')
  })
})
