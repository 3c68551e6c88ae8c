import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRinggit, toRinggit, toSen } from './money.ts'

describe('ringgit to sen', () => {
  it.each([
    [1.15, 115],
    [0, 0],
    [-0, 0],
    [2, 200],
    [1.005, 101],
    [1.004, 100],
    [8.575, 858],
    [0.1 + 0.2, 30],
    [0.005, 1],
    [0.0049, 0],
    [1e-7, 0],
    [5e-3, 1],
    [1_000_000, 100_000_000],
    [1e21, 1e23],
  ])('%d is %d sen', (ringgit, sen) => {
    expect(toSen(ringgit)).toBe(sen)
  })

  it.each([-0.01, -1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no amount', (ringgit) => {
    expect(toSen(ringgit)).toBeUndefined()
  })

  it('gives every amount of whole sen back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 100_000_000 }), (sen) => toSen(toRinggit(sen)) === sen))
  })

  it('is written with two places', () => {
    expect([200, 5, 640, 123456].map(formatRinggit)).toEqual(['2.00', '0.05', '6.40', '1234.56'])
  })
})
