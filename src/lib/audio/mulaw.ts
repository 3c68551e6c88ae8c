/** G.711 µ-law, the telephone's own eight bits a sample. */
const BIAS = 132
const LOUDEST = 32_635

export function encodeMulaw(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length)
  for (let i = 0; i < samples.length; i++) bytes[i] = encodeOne(samples[i] as number)
  return bytes
}

export function decodeMulaw(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) samples[i] = DECODED[bytes[i] as number] as number
  return samples
}

function encodeOne(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), LOUDEST) + BIAS
  const exponent = 31 - Math.clz32(magnitude) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}

const DECODED = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff
  const magnitude = (((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 0x07)
  return bits & 0x80 ? BIAS - magnitude : magnitude - BIAS
})
