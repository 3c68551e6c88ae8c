import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentFor, contrast, parseHex, type Rgb } from './theme.ts'

const rgb = (css: string): Rgb => (css.match(/\d+/g) ?? []).map(Number) as unknown as Rgb
/** The panel's own grounds, as styles/base.css has them. */
const GROUNDS = {
  light: [
    [247, 246, 243],
    [255, 255, 255],
  ],
  dark: [
    [22, 20, 17],
    [36, 34, 30],
  ],
} as const

describe('contrast', () => {
  it.each([
    ['#ffffff', '#000000', 21],
    ['#ffffff', '#777777', 4.48],
    ['#123456', '#123456', 1],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(contrast(parseHex(one) as Rgb, parseHex(other) as Rgb)).toBeCloseTo(expected, 2)
  })
})

describe('whatever accent an owner chooses', () => {
  const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  const hex = colour.map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

  it('text upon it can be read', () => {
    fc.assert(
      fc.property(hex, (accent) => {
        const { accent: ground, onAccent } = accentFor(accent, 'light')
        return contrast(rgb(ground), rgb(onAccent)) >= 4.5
      }),
    )
  })

  it.each(['light', 'dark'] as const)('text in its hue can be read on the %s panel', (shade) => {
    fc.assert(
      fc.property(hex, (accent) => {
        const { accentInk } = accentFor(accent, shade)
        return GROUNDS[shade].every((ground) => contrast(rgb(accentInk), ground) >= 4.5)
      }),
    )
  })

  it('what is no colour becomes ours', () => {
    for (const wrong of ['', 'red', '#fff', '#12345g', 'url(x)'])
      expect(accentFor(wrong, 'light').accent).toBe('rgb(0 113 117)')
  })
})
