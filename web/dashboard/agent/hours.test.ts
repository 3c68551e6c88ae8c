import { describe, expect, it } from 'vitest'
import { faultsIn, inOrder, type Span, storedEnd, withOneMore } from './hours.ts'

describe('opening hours', () => {
  it.each<[Span[], string | undefined]>([
    [[['08:00', '18:00']], undefined],
    [[['20:00', '02:00']], undefined],
    [
      [
        ['08:00', '12:00'],
        ['12:00', '24:00'],
      ],
      undefined,
    ],
    [[['08:00', '']], 'incomplete'],
    [[['08:00', '08:00']], 'same'],
    [
      [
        ['08:00', '12:00'],
        ['11:00', '13:00'],
      ],
      'overlap',
    ],
    [
      [
        ['20:00', '02:00'],
        ['22:00', '23:00'],
      ],
      'overlap',
    ],
  ])('%j: %s', (spans, fault) => {
    expect(faultsIn({ mon: spans }).mon).toBe(fault)
  })

  it('a whole day is from midnight to midnight', () => {
    expect(faultsIn({ mon: [['00:00', storedEnd('00:00')]] })).toEqual({})
  })

  it('one more begins after the last, in order whatever was typed', () => {
    expect(withOneMore([['09:00', '12:00']])).toEqual([
      ['09:00', '12:00'],
      ['13:00', '14:00'],
    ])
    expect(withOneMore([['20:00', '02:00']]).at(-1)).toEqual(['', ''])
    expect(
      inOrder([
        ['14:00', '15:00'],
        ['08:00', '12:00'],
      ])[0],
    ).toEqual(['08:00', '12:00'])
  })
})
