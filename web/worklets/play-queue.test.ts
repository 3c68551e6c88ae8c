import { describe, expect, it } from 'vitest'
import { PlayQueue } from './play-queue.ts'

const steady = (ms: number, value = 16_384) => new Int16Array(ms * 16).fill(value)

/** What the loudspeaker gets in so many milliseconds, and when the queue said that it was empty. */
function listen(queue: PlayQueue, ms: number, rate = 16_000): { heard: Float32Array; drained: number[] } {
  const block = new Float32Array(128)
  const heard: number[] = []
  const drained: number[] = []
  while (heard.length < (ms * rate) / 1_000) {
    if (queue.pull(block)) drained.push((heard.length * 1_000) / rate)
    heard.push(...block)
  }
  return { heard: Float32Array.from(heard), drained }
}

const sounding = (samples: Float32Array) => samples.filter((sample) => Math.abs(sample) > 0.01).length

describe('what the agent says', () => {
  it('waits for a little sound, then plays all of it without a gap', () => {
    const queue = new PlayQueue(16_000, 16_000)
    queue.push(steady(100))
    expect(sounding(listen(queue, 60).heard)).toBe(0)
    queue.push(steady(100))
    const { heard } = listen(queue, 400)
    expect(heard.findIndex((sample) => sample > 0.01)).toBe(0)
    expect(heard.slice(0, 3_200).every((sample) => sample === 0.5)).toBe(true)
    expect(sounding(heard)).toBe(3_200)
  })

  it('plays a word shorter than that too', () => {
    const queue = new PlayQueue(16_000, 16_000)
    queue.push(steady(20))
    expect(sounding(listen(queue, 300).heard)).toBe(320)
  })

  it('says once that all was heard, and not for a short gap of the network', () => {
    const queue = new PlayQueue(16_000, 16_000)
    queue.push(steady(200))
    expect(listen(queue, 350).drained).toEqual([])
    queue.push(steady(200))
    const { drained } = listen(queue, 2_000)
    expect(drained).toHaveLength(1)
    expect(drained[0]).toBeGreaterThan(450)
    expect(drained[0]).toBeLessThan(650)
  })

  it('is silent within 10 ms of an interruption, without a click, and plays what comes after', () => {
    const queue = new PlayQueue(16_000, 16_000)
    queue.push(steady(5_000))
    listen(queue, 500)
    queue.clear()
    const { heard, drained } = listen(queue, 1_000)
    const last = heard.findLastIndex((sample) => sample !== 0)
    expect(last / 16).toBeLessThan(10)
    const leaps = heard.slice(0, 200).map((sample, i) => Math.abs(sample - (heard[i - 1] ?? 0.5)))
    expect(Math.max(...leaps)).toBeLessThan(0.02)
    expect(drained).toEqual([])
    queue.push(steady(200))
    expect(sounding(listen(queue, 500).heard)).toBe(3_200)
  })

  it('plays at the rate of any device', () => {
    for (const rate of [44_100, 48_000]) {
      const queue = new PlayQueue(16_000, rate)
      queue.push(steady(1_000))
      const { heard } = listen(queue, 1_500, rate)
      expect(Math.abs(sounding(heard) - rate)).toBeLessThan(rate / 200)
      expect(heard[Math.round(rate / 2)]).toBeCloseTo(0.5, 3)
    }
  })

  it('does not let a faulty service fill the memory', () => {
    const queue = new PlayQueue(16_000, 16_000)
    for (let minute = 0; minute < 20; minute++) queue.push(new Int16Array(60 * 16_000))
    queue.clear()
    expect(listen(queue, 100).drained).toEqual([])
  })
})
