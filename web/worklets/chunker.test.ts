import { describe, expect, it } from 'vitest'
import { Chunker } from './chunker.ts'
import { loudness, toInt16 } from './samples.ts'

describe('the microphone', () => {
  it('becomes pieces of 100 ms, whatever the device gives', () => {
    for (const from of [44_100, 48_000]) {
      const chunker = new Chunker({ from, to: 16_000, samples: 1_600 })
      const chunks = Array.from({ length: Math.ceil(from / 128) }, () =>
        chunker.push([new Float32Array(128), new Float32Array(128)]),
      ).flat()
      expect(chunks.map(({ pcm }) => pcm.length)).toEqual(Array(chunks.length).fill(1_600))
      expect([9, 10]).toContain(chunks.length)
    }
  })

  it('gives every piece its own memory: it is handed over to the page', () => {
    const chunker = new Chunker({ from: 16_000, to: 16_000, samples: 100 })
    const [one, two] = chunker.push([new Float32Array(200).fill(0.5)])
    expect(one?.pcm.buffer).not.toBe(two?.pcm.buffer)
    expect(one?.pcm.buffer.byteLength).toBe(200)
  })

  it('two channels are heard half each', () => {
    const chunker = new Chunker({ from: 16_000, to: 16_000, samples: 10 })
    const [chunk] = chunker.push([new Float32Array(10).fill(1), new Float32Array(10)])
    expect(chunk?.pcm[0]).toBe(16_384)
  })

  it('too loud is cut, not folded over', () => {
    expect([...toInt16(Float32Array.of(-2, -1, 0, 1, 2))]).toEqual([-32_767, -32_767, 0, 32_767, 32_767])
  })

  it('the level is 0 in silence and 1 at full strength', () => {
    expect(loudness(new Float32Array(10))).toBe(0)
    expect(loudness(new Float32Array(0))).toBe(0)
    expect(loudness(new Float32Array(10).fill(1))).toBe(1)
    expect(loudness(new Float32Array(10).fill(0.03))).toBeCloseTo(0.59, 1)
  })
})
