import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passages } from './passages.ts'
import { FRAME } from './silero.ts'

/** `-` is silence and `#` speech, each of a number of frames. */
const sound = (text: string) =>
  [...text.matchAll(/([-#])(\d+)/g)].flatMap(([, sign, count]) =>
    Array(Number(count)).fill(sign === '#' ? 0.9 : 0.05),
  )
const framesOf = (text: string) => {
  const probabilities = sound(text)
  return passages(probabilities, probabilities.length * FRAME).map(({ from, to }) => [
    from / FRAME,
    to / FRAME,
  ])
}

describe('the passages of a recording', () => {
  it.each([
    ['-100', []],
    ['#1', []],
    ['-50#1-50', []],
    ['#100', [[0, 100]]],
    ['-50#100-50', [[40, 160]]],
    ['-5#100-5', [[0, 110]]],
    // Short pauses stay in, long ones do not.
    ['#50-20#50', [[0, 120]]],
    [
      '-20#50-60#50-20',
      [
        [10, 80],
        [120, 190],
      ],
    ],
  ])('%s are %j', (text, wanted) => {
    expect(framesOf(text)).toEqual(wanted)
  })

  it('a long one is cut where speech is least likely', () => {
    expect(framesOf('#300-10#300')).toEqual([
      [0, 302],
      [302, 610],
    ])
  })

  it('none is longer than the model likes, none overlaps the next, and all speech is in one', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 60 }), (stretches) => {
        const probabilities = sound(stretches.join(''))
        const found = passages(probabilities, probabilities.length * FRAME)
        found.forEach(({ from, to }, i) => {
          expect(to).toBeGreaterThan(from)
          expect((to - from) / FRAME).toBeLessThanOrEqual(480)
          if (i > 0) expect(from).toBeGreaterThanOrEqual((found[i - 1] as { to: number }).to)
        })
        const lost = probabilities.findIndex((probability, i) => {
          const isSpeech = probability > 0.5 && (probabilities[i + 1] ?? 0) > 0.5
          return isSpeech && !found.some(({ from, to }) => from <= i * FRAME && (i + 2) * FRAME <= to + FRAME)
        })
        expect(lost).toBe(-1)
      }),
    )
  })
})

const stretch = fc
  .tuple(fc.constantFrom('-', '#'), fc.integer({ min: 1, max: 400 }))
  .map(([sign, count]) => `${sign}${count}`)
