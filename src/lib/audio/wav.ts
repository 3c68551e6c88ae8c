import { resample } from './resample.ts'
import { SAMPLE_RATE, toBytes, toInt16 } from './samples.ts'

/** `fault` completes the sentence "The recording …". */
export type WavRead = { outcome: 'read'; audio: Int16Array } | { outcome: 'unreadable'; fault: string }

export interface WavLimits {
  maxSeconds: number
}

interface Format {
  kind: 'integer' | 'float'
  channels: number
  rate: number
  bits: number
}

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const LOWEST_RATE = 4_000
const HIGHEST_RATE = 192_000
const MOST_CHANNELS = 8
/** Two gigabytes, give or take what each program thinks the header takes. */
const NEARLY_ENDLESS = 0x7ff0_0000

/** Any uncompressed WAV to 16 kHz mono. A file is what a stranger sent: nothing in it is believed before it is checked. */
export function readWav(file: Uint8Array, { maxSeconds }: WavLimits = { maxSeconds: 300 }): WavRead {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.byteLength < 12 || tag(view, 0) !== 'RIFF' || tag(view, 8) !== 'WAVE')
    return not('is not a WAV file')
  const chunks = findChunks(view)
  if (!chunks.format) return not('is a WAV file without a description of its sound')
  const format = readFormat(view, chunks.format)
  if (typeof format === 'string') return not(format)
  if (!chunks.data) return not('has no sound in it')
  const frameBytes = (format.channels * format.bits) / 8
  const frames = Math.floor(chunks.data.length / frameBytes)
  if (chunks.data.isCut) return not('is cut off')
  if (frames === 0) return not('has no sound in it')
  if (frames > maxSeconds * format.rate) return not(`is longer than ${maxSeconds} seconds`)
  const mono = mixed(view, chunks.data.at, frames, format)
  return { outcome: 'read', audio: toInt16(resample(mono, format.rate, SAMPLE_RATE)) }
}

export function writeWav(audio: Int16Array, rate = SAMPLE_RATE): Uint8Array {
  const sound = toBytes(audio)
  const file = new Uint8Array(44 + sound.length)
  const view = new DataView(file.buffer)
  const words: [number, string][] = [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ]
  for (const [at, word] of words) file.set(new TextEncoder().encode(word), at)
  view.setUint32(4, 36 + sound.length, true)
  view.setUint32(16, 16, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  view.setUint32(40, sound.length, true)
  file.set(sound, 44)
  return file
}

function not(fault: string): WavRead {
  return { outcome: 'unreadable', fault }
}

interface Chunk {
  at: number
  length: number
  isCut: boolean
}

function findChunks(view: DataView): { format?: Chunk; data?: Chunk } {
  const found: { format?: Chunk; data?: Chunk } = {}
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = tag(view, at)
    const said = view.getUint32(at + 4, true)
    const left = view.byteLength - at - 8
    // Programs that write as they record do not know the length yet, and say nothing or as much as there can be.
    const isOpen = name === 'data' && (said === 0 || said >= NEARLY_ENDLESS)
    const chunk = { at: at + 8, length: isOpen ? left : Math.min(said, left), isCut: !isOpen && said > left }
    if (name === 'fmt ') found.format ??= chunk
    if (name === 'data') found.data ??= chunk
    if (found.format && found.data) break
    at = chunk.at + chunk.length + (chunk.length % 2)
  }
  return found
}

function readFormat(view: DataView, { at, length }: Chunk): Format | string {
  if (length < 16) return 'is a WAV file without a description of its sound'
  const outer = view.getUint16(at, true)
  const code = outer === EXTENSIBLE && length >= 26 ? view.getUint16(at + 24, true) : outer
  const channels = view.getUint16(at + 2, true)
  const rate = view.getUint32(at + 4, true)
  const bits = view.getUint16(at + 14, true)
  const kind = KINDS[`${code} ${bits}`]
  if (!kind) return 'is compressed, or in a form that is not read here; plain PCM is'
  if (channels < 1 || channels > MOST_CHANNELS) return `has ${channels} channels`
  if (rate < LOWEST_RATE || rate > HIGHEST_RATE) return `has an impossible sample rate (${rate} Hz)`
  return { kind, channels, rate, bits }
}

const KINDS: Record<string, Format['kind']> = {
  [`${PCM} 8`]: 'integer',
  [`${PCM} 16`]: 'integer',
  [`${PCM} 24`]: 'integer',
  [`${PCM} 32`]: 'integer',
  [`${FLOAT} 32`]: 'float',
  [`${FLOAT} 64`]: 'float',
}

/** One sample as a number from -1 to 1. */
const readers: Record<string, (view: DataView, at: number) => number> = {
  'integer 8': (view, at) => (view.getUint8(at) - 128) / 128,
  'integer 16': (view, at) => view.getInt16(at, true) / 32_768,
  'integer 24': (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  'integer 32': (view, at) => view.getInt32(at, true) / 2_147_483_648,
  'float 32': (view, at) => finite(view.getFloat32(at, true)),
  'float 64': (view, at) => finite(view.getFloat64(at, true)),
}

function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0
}

function mixed(view: DataView, at: number, frames: number, { kind, bits, channels }: Format): Float32Array {
  const read = readers[`${kind} ${bits}`] as (view: DataView, at: number) => number
  const bytes = bits / 8
  const mono = new Float32Array(frames)
  for (let i = 0, place = at; i < frames; i++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++, place += bytes) sum += read(view, place)
    mono[i] = sum / channels
  }
  return mono
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
}
