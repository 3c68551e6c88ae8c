import { describe, expect, it } from 'vitest'
import { encodeWav } from './wav.ts'

const text = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)))

describe('a voice note', () => {
  const view = new DataView(encodeWav([Int16Array.of(1, -2), Int16Array.of(32_767, -32_768)]))

  it('is a WAV file, 16-bit mono at 16 kHz', () => {
    expect([text(view, 0, 4), text(view, 8, 8), text(view, 36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
    expect(view.getUint32(4, true)).toBe(view.byteLength - 8)
    expect(view.getUint16(20, true)).toBe(1)
    expect(view.getUint16(22, true)).toBe(1)
    expect(view.getUint32(24, true)).toBe(16_000)
    expect(view.getUint32(28, true)).toBe(32_000)
    expect(view.getUint16(34, true)).toBe(16)
  })

  it('holds every sample of every piece in its order', () => {
    expect(view.getUint32(40, true)).toBe(8)
    expect([0, 1, 2, 3].map((i) => view.getInt16(44 + i * 2, true))).toEqual([1, -2, 32_767, -32_768])
  })

  it('a minute of it fits into what the service takes', () => {
    expect(encodeWav([new Int16Array(60 * 16_000)]).byteLength).toBeLessThan(2_000_000)
  })
})
