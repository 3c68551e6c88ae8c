import { joined } from '../../lib/audio/samples.ts'
import type { WavLimits, WavRead } from '../../lib/audio/wav.ts'
import { createPool, type Pool } from './threads/pool.ts'

/** Needs no setting and no pack: one worker for all, there while there is something to do. */
let pool: Pool | undefined
function soundPool(): Pool {
  pool ??= createPool({
    name: 'sound',
    size: 1,
    mostWaiting: 200,
    timeoutMs: 30_000,
    idleMs: 60_000,
    data: { packFolder: '' },
  })
  return pool
}

/** Sound as MP3, whole. */
export async function encodeMp3(
  sound: Int16Array | AsyncIterable<Int16Array>,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array> {
  const audio = sound instanceof Int16Array ? sound : await gathered(sound)
  return soundPool().run('mp3', { audio }, options.signal)
}

/** As `readWav` of the library, away from the thread that answers requests. */
export function readWavAside(
  file: Uint8Array,
  limits: WavLimits,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<WavRead> {
  return soundPool().run('wav', { file, maxSeconds: limits.maxSeconds }, options.signal)
}

async function gathered(sound: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const parts: Int16Array[] = []
  for await (const part of sound) parts.push(part)
  return joined(parts)
}
