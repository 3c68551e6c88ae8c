import { createMp3Encoder } from 'wasm-media-encoders/esnext'
import { SAMPLE_RATE, toFloat } from '../../../lib/audio/samples.ts'
import type { Task } from './tasks.ts'

/** Speech at 16 kHz is as good as its voice with this many kilobits a second. */
const BITRATE = 48
const PIECE = SAMPLE_RATE

let encoder: ReturnType<typeof createMp3Encoder> | undefined

export const mp3: Task<'mp3'> = async ({ audio }, { isStopped }) => {
  encoder ??= createMp3Encoder()
  const encode = await encoder
  encode.configure({ channels: 1, sampleRate: SAMPLE_RATE, outputSampleRate: SAMPLE_RATE, bitrate: BITRATE })
  const parts: Uint8Array[] = []
  // What it gives is a window into its memory, gone with the next piece.
  for (let at = 0; at < audio.length && !isStopped(); at += PIECE)
    parts.push(encode.encode([toFloat(audio.subarray(at, at + PIECE))]).slice())
  parts.push(encode.finalize().slice())
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
