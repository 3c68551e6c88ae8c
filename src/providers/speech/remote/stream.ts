import { createResampler } from '../../../lib/audio/resample.ts'
import { fromBytes, SAMPLE_RATE, toFloat, toInt16 } from '../../../lib/audio/samples.ts'
import { readWav } from '../../../lib/audio/wav.ts'
import { SpeechFailed } from '../failed.ts'
import type { Watch } from './ask.ts'
import { Nonsense } from './fault.ts'

export interface Streaming {
  name: string
  rate: number
  /** How long each next piece may take. */
  timeoutMs: number
}

const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_SECONDS = 600

/**
 * The sound of an answer as it comes. Resolves once it has begun, so that what fails before can be asked again; afterwards a
 * failure is thrown to the listener, for what was heard cannot be taken back.
 */
export async function streamed(
  response: Response,
  watch: Watch,
  streaming: Streaming,
): Promise<AsyncIterable<Int16Array>> {
  const type = response.headers.get('content-type') ?? ''
  if (/json|text|html|xml/i.test(type))
    throw new Nonsense(`it answered with ${type.split(';')[0]} instead of sound`)
  const pieces = (response.body ?? emptyBody)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const first = await firstBytes(pieces)
  if (first.length === 0) throw new Nonsense('it answered with no sound')
  if (isMp3(first, type))
    throw new SpeechFailed(
      'refused',
      `${streaming.name}: it answers with MP3 only; use one that can answer with PCM or WAV`,
    )
  const body = { first, pieces, watch, streaming }
  return isWav(first) ? wholeWav(body) : rawSound(body, rateIn(type) ?? streaming.rate)
}

interface Body {
  first: Uint8Array
  pieces: AsyncIterator<Uint8Array>
  watch: Watch
  streaming: Streaming
}

/** Enough of it to see what it is. */
async function firstBytes(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let first: Uint8Array = new Uint8Array(0)
  while (first.length < 4) {
    const { done, value } = await pieces.next()
    if (done) break
    first = Buffer.concat([first, value])
  }
  return first
}

async function* rawSound(body: Body, rate: number): AsyncGenerator<Int16Array> {
  const resampler = createResampler(rate, SAMPLE_RATE)
  let odd: Uint8Array = new Uint8Array(0)
  for await (const piece of rest(body)) {
    // A sample may be cut in two by the network.
    const bytes = odd.length === 0 ? piece : Buffer.concat([odd, piece])
    const even = bytes.length - (bytes.length % 2)
    odd = bytes.slice(even)
    const samples = toInt16(resampler.push(toFloat(fromBytes(bytes.subarray(0, even)))))
    if (samples.length > 0) yield samples
  }
  const last = toInt16(resampler.end())
  if (last.length > 0) yield last
}

async function* wholeWav(body: Body): AsyncGenerator<Int16Array> {
  const parts: Uint8Array[] = []
  for await (const piece of rest(body)) parts.push(piece)
  const read = readWav(Buffer.concat(parts), { maxSeconds: LONGEST_SECONDS })
  if (read.outcome !== 'read')
    throw new SpeechFailed('broken', `${body.streaming.name}: its sound ${read.fault}`)
  yield read.audio
}

async function* rest({
  first,
  pieces,
  watch,
  streaming: { name, timeoutMs },
}: Body): AsyncGenerator<Uint8Array> {
  let bytes = first.length
  try {
    // Its time is counted only while we wait for it: a listener may take as long as the sound lasts.
    watch.pause()
    yield first
    for (;;) {
      watch.extend(timeoutMs)
      const { done, value } = await pieces.next()
      if (done) return
      watch.pause()
      bytes += value.length
      if (bytes > MOST_BYTES) throw new SpeechFailed('broken', `${name}: it spoke without end`)
      yield value
    }
  } catch (error) {
    if (error instanceof SpeechFailed) throw error
    throw watch.failure(name) ?? new SpeechFailed('broken', `${name}: its sound was cut off`)
  } finally {
    watch.end()
    await pieces.return?.().catch(() => {})
  }
}

const emptyBody = { async *[Symbol.asyncIterator]() {} }

function isWav(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'RIFF'
}

function isMp3(bytes: Uint8Array, type: string): boolean {
  if (String.fromCharCode(...bytes.subarray(0, 3)) === 'ID3') return true
  return /mpeg|mp3/i.test(type) && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
}

/** `audio/pcm;rate=16000`, as some servers say. */
function rateIn(type: string): number | undefined {
  const rate = Number(/rate=(\d{4,6})/.exec(type)?.[1])
  return rate >= 4_000 && rate <= 192_000 ? rate : undefined
}
