import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SAMPLE_RATE, toFloat } from '../../../lib/audio/samples.ts'
import { loadOnnx, type Onnx, type OnnxSession, type OnnxTensor } from './onnx.ts'
import { passages } from './passages.ts'
import { loadSilero } from './silero.ts'
import { speechIn } from './speech-in.ts'
import type { Task } from './tasks.ts'

const LAYERS = [0, 1, 2, 3, 4, 5]
const START = 1
const END = 2
/** More than anybody speaks; a model that repeats itself does not know when to stop. */
const TOKENS_A_SECOND = 6.5
const HEADS = 8
const HEAD_SIZE = 36

interface Ear {
  onnx: Onnx
  encoder: OnnxSession
  decoder: OnnxSession
  silero: Awaited<ReturnType<typeof loadSilero>>
  detokenise(tokens: number[]): string
}

let loading: Promise<Ear> | undefined

/** English speech to text. What is no speech is left out first: of silence and noise it would make words. */
export const moonshine: Task<'moonshine'> = async ({ audio }, { packFolder, isStopped }) => {
  loading ??= load(packFolder)
  const ear = await loading
  const floats = toFloat(audio)
  const heard: string[] = []
  for (const { from, to } of passages(await speechIn(floats, ear.silero, isStopped), floats.length)) {
    if (isStopped()) break
    heard.push(await transcribe(ear, floats.subarray(from, to), isStopped))
  }
  return heard.filter((text) => text !== '').join(' ')
}

async function load(packFolder: string): Promise<Ear> {
  const onnx = loadOnnx(packFolder)
  const [encoder, decoder, silero, { default: tokenizer }] = await Promise.all([
    onnx.open(join(packFolder, 'moonshine-encoder.onnx')),
    onnx.open(join(packFolder, 'moonshine-decoder.onnx')),
    loadSilero(packFolder),
    import(pathToFileURL(join(packFolder, 'llama-tokenizer.mjs')).href),
  ])
  const detokenise = (tokens: number[]) => tokenizer.decode(tokens, false, false).trim()
  return { onnx, encoder, decoder, silero, detokenise }
}

async function transcribe(ear: Ear, samples: Float32Array, isStopped: () => boolean): Promise<string> {
  const { Tensor } = ear.onnx
  // The first layers take in some samples at once and fail on fewer.
  const enough = samples.length >= SAMPLE_RATE / 4 ? samples : padded(samples, SAMPLE_RATE / 4)
  const encoded = await ear.encoder.run({ input_values: new Tensor('float32', enough, [1, enough.length]) })
  const hidden = encoded.last_hidden_state as OnnxTensor
  const most = Math.ceil((enough.length / SAMPLE_RATE) * TOKENS_A_SECOND) + 2
  let past = emptyPast(Tensor)
  const tokens: number[] = []
  for (let token = START; tokens.length < most && !isStopped(); ) {
    const isFirst = token === START
    const { logits, ...present } = await ear.decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.from([BigInt(token)]), [1, 1]),
      encoder_hidden_states: hidden,
      use_cache_branch: new Tensor('bool', Uint8Array.from([isFirst ? 0 : 1]), [1]),
      ...past,
    })
    token = likeliest(logits as OnnxTensor)
    if (token === END) break
    tokens.push(token)
    past = remembered(past, present, isFirst)
  }
  return ear.detokenise(tokens)
}

function emptyPast(Tensor: Onnx['Tensor']): Record<string, OnnxTensor> {
  const names = LAYERS.flatMap((layer) =>
    ['decoder', 'encoder'].flatMap((part) =>
      ['key', 'value'].map((kind) => `past_key_values.${layer}.${part}.${kind}`),
    ),
  )
  return Object.fromEntries(
    names.map((name) => [name, new Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_SIZE])]),
  )
}

/** What was heard does not change after the first step; what was said does with each. */
function remembered(
  past: Record<string, OnnxTensor>,
  present: Record<string, OnnxTensor>,
  isFirst: boolean,
): Record<string, OnnxTensor> {
  const next = { ...past }
  for (const [name, tensor] of Object.entries(present)) {
    const place = name.replace('present', 'past_key_values')
    if (Object.hasOwn(past, place) && (isFirst || name.includes('decoder'))) next[place] = tensor
  }
  return next
}

function likeliest({ data, dims }: OnnxTensor): number {
  const scores = data as Float32Array
  const size = dims.at(-1) as number
  const from = scores.length - size
  let best = 0
  for (let i = 1; i < size; i++) if ((scores[from + i] as number) > (scores[from + best] as number)) best = i
  return best
}

function padded(samples: Float32Array, length: number): Float32Array {
  const longer = new Float32Array(length)
  longer.set(samples)
  return longer
}
