import { describe, expect, it } from 'vitest'
import { Resampler } from './resampler.ts'

const RATES = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

function tone(hertz: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, i) =>
    Math.sin((2 * Math.PI * hertz * i) / rate),
  )
}

/** Pushed in pieces as a worklet does, 128 at a time. */
function resample(input: Float32Array, from: number, to: number, piece = 128): Float32Array {
  const resampler = new Resampler(from, to)
  const output: number[] = []
  for (let i = 0; i < input.length; i += piece) output.push(...resampler.push(input.slice(i, i + piece)))
  return Float32Array.from(output)
}

/** The amplitude of one frequency in the middle of a signal, where its start and end no longer ring. */
function amplitude(samples: Float32Array, hertz: number, rate: number): number {
  const from = Math.floor(samples.length / 4)
  const length = Math.floor((Math.floor(samples.length / 2) * hertz) / rate) * (rate / hertz)
  let [re, im, n] = [0, 0, 0]
  for (let i = from; i < from + Math.floor(length); i++, n++) {
    re += (samples[i] as number) * Math.cos((2 * Math.PI * hertz * i) / rate)
    im += (samples[i] as number) * Math.sin((2 * Math.PI * hertz * i) / rate)
  }
  return (2 * Math.hypot(re, im)) / n
}

const loudest = (samples: Float32Array) =>
  samples.slice(200, -200).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

describe('a rate is changed', () => {
  it.each(RATES)('from %i Hz to 16 kHz a voice keeps its pitch and its strength', (rate) => {
    const output = resample(tone(1_000, rate, 1), rate, 16_000)
    expect(Math.abs(output.length - 16_000)).toBeLessThan(60)
    expect(amplitude(output, 1_000, 16_000)).toBeCloseTo(1, 2)
  })

  it.each(RATES)('from 16 kHz to %i Hz too', (rate) => {
    const output = resample(tone(1_000, 16_000, 1), 16_000, rate)
    expect(Math.abs(output.length - rate)).toBeLessThan(rate / 400)
    expect(amplitude(output, 1_000, rate)).toBeCloseTo(1, 2)
  })

  it.each([44_100, 48_000, 96_000])('from %i Hz what 16 kHz cannot carry does not fold back', (rate) => {
    for (const hertz of [9_500, 12_000, 15_000, 20_000])
      expect(loudest(resample(tone(hertz, rate, 0.5), rate, 16_000))).toBeLessThan(0.001)
  })

  it('keeps the upper voice: 6 kHz passes', () => {
    expect(amplitude(resample(tone(6_000, 48_000, 1), 48_000, 16_000), 6_000, 16_000)).toBeGreaterThan(0.95)
  })

  it('leaves no image of the voice above the old band', () => {
    const output = resample(tone(3_000, 16_000, 1), 16_000, 48_000)
    expect(amplitude(output, 13_000, 48_000)).toBeLessThan(0.001)
  })

  it('is the same however the samples come in', () => {
    const input = tone(440, 44_100, 0.3)
    const whole = resample(input, 44_100, 16_000, input.length)
    expect(resample(input, 44_100, 16_000, 1)).toEqual(whole)
    expect(resample(input, 44_100, 16_000, 77)).toEqual(whole)
  })

  it('a steady level stays steady', () => {
    const output = resample(new Float32Array(44_100).fill(0.5), 44_100, 16_000).slice(100, -100)
    for (const sample of output) expect(sample).toBeCloseTo(0.5, 5)
  })

  it('does not drift in a minute', () => {
    const resampler = new Resampler(44_100, 16_000)
    const block = new Float32Array(44_100)
    let count = 0
    for (let second = 0; second < 60; second++) count += resampler.push(block).length
    expect(Math.abs(count - 60 * 16_000)).toBeLessThan(60)
  })
})
