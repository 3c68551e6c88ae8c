import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMulaw, encodeMulaw } from './mulaw.ts'
import { createResampler, resample } from './resample.ts'
import { fromBytes, SAMPLE_RATE, toBytes, toFloat, toInt16 } from './samples.ts'
import { readWav, writeWav } from './wav.ts'

describe('samples', () => {
  it('become bytes and come back, an odd last byte left out', () => {
    const samples = Int16Array.from([0, 1, -1, 32_767, -32_768])
    expect(fromBytes(toBytes(samples))).toEqual(samples)
    expect(fromBytes(Uint8Array.from([1, 0, 7]))).toEqual(Int16Array.from([1]))
  })

  it('that are too loud are clipped, never wrapped around', () => {
    expect(toInt16([2, -2, 1, -1, 0])).toEqual(Int16Array.from([32_767, -32_768, 32_767, -32_768, 0]))
  })
})

describe('µ-law', () => {
  it.each([
    [0, 0xff],
    [-1, 0x7f],
    [8, 0xfe],
    [1_000, 0xce],
    [-1_000, 0x4e],
    [32_767, 0x80],
    [-32_768, 0x00],
  ])('%d is the byte %d', (sample, byte) => {
    expect(encodeMulaw(Int16Array.from([sample]))).toEqual(Uint8Array.from([byte]))
  })

  it('every sample comes back within half a step of its loudness', () => {
    const all = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)
    const back = decodeMulaw(encodeMulaw(all))
    const worst = all.findIndex((sample, i) => {
      const error = Math.abs(sample - (back[i] as number))
      return error > Math.max(4, (Math.abs(sample) + 132) / 32) && Math.abs(sample) < 32_124
    })
    expect(worst).toBe(-1)
  })

  it('every byte survives the way to samples and back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    const back = encodeMulaw(decodeMulaw(bytes))
    // There are two zeros; the negative one comes back as the other.
    expect([...back].filter((byte, i) => byte !== i)).toEqual([0xff])
  })
})

describe('resampling', () => {
  it.each([
    [8_000, 16_000],
    [22_050, 16_000],
    [24_000, 16_000],
    [44_100, 16_000],
    [48_000, 16_000],
    [16_000, 8_000],
    [11_025, 16_000],
    [16_001, 16_000],
  ])('a tone from %d to %d Hz keeps its pitch, loudness and length', (from, to) => {
    const tone = sine(1_000, from, 0.5)
    const heard = resample(tone, from, to)
    expect(Math.abs(heard.length - to / 2)).toBeLessThanOrEqual(1)
    const wanted = sine(1_000, to, 0.5)
    const middle = (wave: Float32Array) => wave.subarray(to / 8, to / 4)
    expect(distance(middle(heard), middle(wanted))).toBeLessThan(0.01)
  })

  it('what the lower rate cannot carry is silent, not folded back', () => {
    const heard = resample(sine(11_000, 48_000, 0.5), 48_000, 16_000)
    expect(loudness(heard.subarray(1_000, 7_000))).toBeLessThan(0.002)
  })

  it('in pieces of any size it is the same as in one', () => {
    const tone = sine(440, 24_000, 0.2)
    const whole = resample(tone, 24_000, 16_000)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 30 }), (sizes) => {
        const resampler = createResampler(24_000, 16_000)
        const heard: number[] = []
        let at = 0
        for (const size of sizes) {
          heard.push(...resampler.push(tone.subarray(at, at + size)))
          at += size
        }
        heard.push(...resampler.push(tone.subarray(at)), ...resampler.end())
        expect(heard.length).toBe(whole.length)
        expect(distance(Float32Array.from(heard), whole)).toBeLessThan(1e-6)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a WAV file', () => {
  it('that was written is read as it was', () => {
    const audio = toInt16(sine(440, SAMPLE_RATE, 0.1))
    expect(readWav(writeWav(audio))).toEqual({ outcome: 'read', audio })
  })

  it.each([
    { bits: 8, code: 1, channels: 1, rate: 8_000 },
    { bits: 8, code: 1, channels: 2, rate: 44_100 },
    { bits: 16, code: 1, channels: 1, rate: 22_050 },
    { bits: 16, code: 1, channels: 2, rate: 48_000 },
    { bits: 16, code: 0xfffe, channels: 2, rate: 48_000 },
    { bits: 24, code: 1, channels: 1, rate: 44_100 },
    { bits: 24, code: 1, channels: 6, rate: 96_000 },
    { bits: 32, code: 1, channels: 2, rate: 48_000 },
    { bits: 32, code: 3, channels: 1, rate: 16_000 },
    { bits: 64, code: 3, channels: 2, rate: 48_000 },
  ])('of $bits bits, form $code, $channels channels, $rate Hz is read', (form) => {
    const tone = sine(500, form.rate, 0.4, 0.5)
    const read = readWav(file(tone, form))
    if (read.outcome !== 'read') throw new Error(read.fault)
    const wanted = sine(500, SAMPLE_RATE, 0.4, 0.5)
    expect(distance(toFloat(read.audio).subarray(1_000, 5_000), wanted.subarray(1_000, 5_000))).toBeLessThan(
      form.bits === 8 ? 0.02 : 0.01,
    )
  })

  it('with other chunks before the sound is read', () => {
    const plain = writeWav(Int16Array.from([1, 2, 3]))
    const list = Uint8Array.from([...ascii('LIST'), 3, 0, 0, 0, 1, 2, 3, 0])
    const whole = Uint8Array.from([...plain.subarray(0, 36), ...list, ...plain.subarray(36)])
    expect(readWav(whole)).toEqual({ outcome: 'read', audio: Int16Array.from([1, 2, 3]) })
  })

  it.each([0, 0x7ffff000, 0x7fffffff, 0xffffffff])(
    'whose writer did not know its length (%d) is read to its end',
    (length) => {
      const streamed = writeWav(Int16Array.from([5, 6, 7]))
      new DataView(streamed.buffer).setUint32(40, length, true)
      expect(readWav(streamed)).toEqual({ outcome: 'read', audio: Int16Array.from([5, 6, 7]) })
    },
  )

  const whole = writeWav(toInt16(sine(440, SAMPLE_RATE, 0.1)))
  const changed = (change: (view: DataView) => void) => {
    const copy = whole.slice()
    change(new DataView(copy.buffer))
    return copy
  }
  it.each([
    ['nothing', new Uint8Array(0), 'is not a WAV file'],
    ['text', new TextEncoder().encode('hello, this is a letter'), 'is not a WAV file'],
    ['an MP3', Uint8Array.from([0x49, 0x44, 0x33, ...Array(40).fill(0)]), 'is not a WAV file'],
    ['a head alone', whole.slice(0, 12), 'is a WAV file without a description of its sound'],
    ['a half head', whole.slice(0, 30), 'is a WAV file without a description of its sound'],
    ['no sound', whole.slice(0, 36), 'has no sound in it'],
    ['an empty sound', whole.slice(0, 44), 'is cut off'],
    ['half of it', whole.slice(0, 1_000), 'is cut off'],
    ['an odd form', changed((view) => view.setUint16(20, 85, true)), /^is compressed/],
    ['no channel', changed((view) => view.setUint16(22, 0, true)), 'has 0 channels'],
    ['many channels', changed((view) => view.setUint16(22, 65_535, true)), 'has 65535 channels'],
    ['no rate', changed((view) => view.setUint32(24, 0, true)), /impossible sample rate/],
    ['a wild rate', changed((view) => view.setUint32(24, 4_000_000_000, true)), /impossible sample rate/],
    ['too long', writeWav(new Int16Array(SAMPLE_RATE * 2)), 'is longer than 1 seconds'],
  ])('that is %s is refused with a reason', (_, bytes, fault) => {
    const read = readWav(bytes, { maxSeconds: 1 })
    expect(read).toEqual({
      outcome: 'unreadable',
      fault: typeof fault === 'string' ? fault : expect.stringMatching(fault),
    })
  })

  it('of any bytes never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 }),
        fc.nat(3_000),
        (changes, cut) => {
          const bytes = whole.slice(0, whole.length - cut)
          for (const [at, value] of changes) bytes[at] = value
          const read = readWav(bytes, { maxSeconds: 5 })
          if (read.outcome === 'read') expect(read.audio.length).toBeLessThanOrEqual(SAMPLE_RATE * 5)
        },
      ),
    )
  })
})

function sine(hertz: number, rate: number, seconds: number, loud = 0.8): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, i) => {
    return loud * Math.sin((2 * Math.PI * hertz * i) / rate)
  })
}

function distance(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length)
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] as number))), 0)
}

function loudness(wave: Float32Array): number {
  return Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length)
}

function ascii(text: string): number[] {
  return [...new TextEncoder().encode(text)]
}

interface Form {
  bits: number
  code: number
  channels: number
  rate: number
}

function file(tone: Float32Array, { bits, code, channels, rate }: Form): Uint8Array {
  const bytes = bits / 8
  const head = code === 0xfffe ? 40 : 16
  const data = tone.length * channels * bytes
  const view = new DataView(new ArrayBuffer(28 + head + data))
  const put = (at: number, text: string) => ascii(text).forEach((byte, i) => void view.setUint8(at + i, byte))
  put(0, 'RIFF')
  view.setUint32(4, 20 + head + data, true)
  put(8, 'WAVEfmt ')
  view.setUint32(16, head, true)
  view.setUint16(20, code, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint16(32, channels * bytes, true)
  view.setUint16(34, bits, true)
  if (head === 40) view.setUint16(44, 1, true)
  put(20 + head, 'data')
  view.setUint32(24 + head, data, true)
  const write: Record<string, (at: number, value: number) => void> = {
    8: (at, value) => view.setUint8(at, Math.round(value * 127) + 128),
    16: (at, value) => view.setInt16(at, Math.round(value * 32_767), true),
    24: (at, value) => {
      const whole = Math.round(value * 8_388_607)
      view.setUint16(at, whole & 0xffff, true)
      view.setInt8(at + 2, whole >> 16)
    },
    32: (at, value) =>
      code === 3
        ? view.setFloat32(at, value, true)
        : view.setInt32(at, Math.round(value * 2_147_483_647), true),
    64: (at, value) => view.setFloat64(at, value, true),
  }
  let at = 28 + head
  for (const value of tone) {
    for (let channel = 0; channel < channels; channel++, at += bytes) write[bits]?.(at, value)
  }
  return new Uint8Array(view.buffer)
}
