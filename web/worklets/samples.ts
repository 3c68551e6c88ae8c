export function toInt16(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff))
}

/** One channel out of however many there are. */
export function mono(channels: Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels
  if (others.length === 0) return first
  return first.map(
    (sample, i) => others.reduce((sum, other) => sum + (other[i] ?? 0), sample) / channels.length,
  )
}

/** How loud, from 0 to 1, as an ear would say: speech lies between a third and the whole. */
export function loudness(samples: Float32Array): number {
  if (samples.length === 0) return 0
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const decibels = 10 * Math.log10(power + 1e-10)
  return Math.max(0, Math.min(1, (decibels + 60) / 50))
}
