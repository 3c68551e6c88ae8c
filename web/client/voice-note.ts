import { askForMicrophone, loadWorklets, openMicrophone, type Place, release } from './voice-worklets.ts'
import { encodeWav } from './wav.ts'

export interface Recording {
  /** Ends it; undefined when there is too little to be a word. */
  stop(): Blob | undefined
  cancel(): void
}

export const LONGEST_NOTE_SECONDS = 60
const RATE = 16_000
const SHORTEST_SECONDS = 0.3

/** Records until stopped, at most as long as the service takes. The first time the visitor is asked. */
export async function recordNote(
  context: AudioContext,
  place: Place,
  on: { onLevel(level: number): void; onSeconds(seconds: number): void; onFull(): void; onLost(): void },
): Promise<Recording> {
  const pieces: Int16Array[] = []
  let samples = 0
  const stream = await askForMicrophone()
  await loadWorklets(context, place, 'capture').catch((error) => {
    release(stream)
    throw error
  })
  const microphone = openMicrophone(context, stream, RATE, {
    onChunk(pcm, level) {
      if (samples + pcm.length > LONGEST_NOTE_SECONDS * RATE) return on.onFull()
      pieces.push(pcm)
      samples += pcm.length
      on.onLevel(level)
      on.onSeconds(samples / RATE)
    },
    onLost: on.onLost,
  })
  return {
    stop() {
      microphone.close()
      if (samples < SHORTEST_SECONDS * RATE) return undefined
      return new Blob([encodeWav(pieces, RATE)], { type: 'audio/wav' })
    },
    cancel: () => microphone.close(),
  }
}
