import { join } from 'node:path'
import { VAD_FRAME } from '../port.ts'
import { loadOnnx, type OnnxSession } from './onnx.ts'
import type { Task, VadMoment } from './tasks.ts'

/** Silero looks back this far before each frame of 512. */
export const CONTEXT = 64
export const STATE = 2 * 128
export const FRAME = VAD_FRAME

type Heard = { probability: number; state: Float32Array }
let hearing: Promise<(moment: VadMoment) => Promise<Heard>> | undefined

export const vad: Task<'vad'> = async (moment, { packFolder }) => {
  hearing ??= loadSilero(packFolder)
  return (await hearing)(moment)
}

export async function loadSilero(packFolder: string): Promise<(moment: VadMoment) => Promise<Heard>> {
  const { Tensor, open } = loadOnnx(packFolder)
  const session: OnnxSession = await open(join(packFolder, 'silero_vad_v5.onnx'))
  const rate = new Tensor('int64', BigInt64Array.from([16_000n]), [])
  return async ({ samples, state }) => {
    const { output, stateN } = await session.run({
      input: new Tensor('float32', samples, [1, samples.length]),
      state: new Tensor('float32', state, [2, 1, 128]),
      sr: rate,
    })
    if (!output || !stateN) throw new Error('the model for voice activity gave no answer')
    const [probability = 0] = output.data as Float32Array
    return { probability, state: Float32Array.from(stateN.data as Float32Array) }
  }
}
