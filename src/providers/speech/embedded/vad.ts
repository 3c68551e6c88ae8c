import { toFloat } from '../../../lib/audio/samples.ts'
import { VAD_FRAME, type Vad } from '../port.ts'
import type { Pool } from '../threads/pool.ts'
import { CONTEXT, STATE } from '../threads/silero.ts'

/** What it heard so far is kept here and goes along with each frame: a worker that dies takes nothing with it. */
export function createVad(pool: Pool): Vad {
  let state: Float32Array = new Float32Array(STATE)
  let context: Float32Array = new Float32Array(CONTEXT)
  let last: Promise<unknown> = Promise.resolve()
  let stream = 0

  async function judge(frame: Float32Array, ofStream: number): Promise<number> {
    if (ofStream !== stream) return 0
    const samples = new Float32Array(CONTEXT + VAD_FRAME)
    samples.set(context)
    samples.set(frame, CONTEXT)
    const heard = await pool.run('vad', { samples, state })
    if (ofStream === stream) {
      state = heard.state
      context = frame.slice(-CONTEXT)
    }
    return heard.probability
  }

  return {
    feed(frame) {
      if (frame.length !== VAD_FRAME) throw new RangeError(`a frame has ${VAD_FRAME} samples`)
      const floats = toFloat(frame)
      const ofStream = stream
      const judged = last.then(() => judge(floats, ofStream))
      // One that failed does not fail the next.
      last = judged.catch(() => {})
      return judged
    },
    reset() {
      stream++
      state = new Float32Array(STATE)
      context = new Float32Array(CONTEXT)
    },
  }
}
