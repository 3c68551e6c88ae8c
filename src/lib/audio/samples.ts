/** Everything inside is 16 kHz mono, 16 bits: what recognisers and voices speak, and twice what a telephone does. */
export const SAMPLE_RATE = 16_000

export function toFloat(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) floats[i] = (samples[i] as number) / 32_768
  return floats
}

/** What is too loud is clipped; wrapped around it would be a bang. */
export function toInt16(floats: ArrayLike<number>): Int16Array {
  const samples = new Int16Array(floats.length)
  for (let i = 0; i < floats.length; i++) {
    const value = Math.round((floats[i] as number) * 32_768)
    samples[i] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value
  }
  return samples
}

export function joined(parts: Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Little-endian bytes, as WAV files and raw PCM streams carry them. */
export function toBytes(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < samples.length; i++) view.setInt16(i * 2, samples[i] as number, true)
  return bytes
}

/** A last half sample is left out. */
export function fromBytes(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Int16Array(bytes.byteLength >> 1)
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(i * 2, true)
  return samples
}
