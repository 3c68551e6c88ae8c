import { CONTEXT, FRAME, type loadSilero, STATE } from './silero.ts'

/** How likely somebody speaks, frame by frame. */
export async function speechIn(
  samples: Float32Array,
  silero: Awaited<ReturnType<typeof loadSilero>>,
  isStopped: () => boolean,
): Promise<number[]> {
  const probabilities: number[] = []
  let state: Float32Array = new Float32Array(STATE)
  for (let at = 0; at < samples.length && !isStopped(); at += FRAME) {
    const window = new Float32Array(CONTEXT + FRAME)
    window.set(samples.subarray(at, at + FRAME), CONTEXT)
    if (at > 0) window.set(samples.subarray(at - CONTEXT, at))
    const heard = await silero({ samples: window, state })
    state = heard.state
    probabilities.push(heard.probability)
  }
  return probabilities
}
