import { describe, expect, it } from 'vitest'
import { toBase64, toSamples } from './voice-pcm.ts'

describe('sound as text', () => {
  it('comes back as it went', () => {
    const pcm = Int16Array.from({ length: 1_600 }, (_, i) => (i * 7919) % 65_536)
    expect(toSamples(toBase64(pcm))).toEqual(pcm)
    expect(toBase64(Int16Array.of(1, 2, 3, 4).subarray(1, 3))).toBe(toBase64(Int16Array.of(2, 3)))
  })

  it('what is none is nothing', () => {
    expect(toSamples('no base64!')).toBeUndefined()
    expect(toSamples('AAAB')).toEqual(Int16Array.of(0))
  })
})
