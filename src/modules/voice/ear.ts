import { VAD_FRAME, type Vad } from '../../providers/speech/index.ts'
import { createEndpointer, type Moment } from './endpoint.ts'

export interface Ear {
  hear(piece: Int16Array): void
  isSpeaking(): boolean
  /** Frames that came faster than they could be judged. */
  lost(): number
  close(): void
}

/** So many frames may wait to be judged; a machine that falls further behind skips to what is said now. */
const MOST_WAITING = 150

/** Cuts sound into frames, asks of each whether somebody speaks, and tells what comes of it, in order. */
export function createEar(
  vad: Vad,
  tell: (moment: Moment) => void,
  onTrouble: (error: unknown) => void,
): Ear {
  const endpointer = createEndpointer()
  let rest = new Int16Array(0)
  let waiting = 0
  let lost = 0
  let closed = false

  async function judge(frame: Int16Array): Promise<void> {
    waiting++
    try {
      const probability = await vad.feed(frame)
      if (closed) return
      for (const moment of endpointer.feed(frame, probability)) tell(moment)
    } catch (error) {
      if (!closed) onTrouble(error)
    } finally {
      waiting--
    }
  }

  return {
    hear(piece) {
      if (closed) return
      const sound = new Int16Array(rest.length + piece.length)
      sound.set(rest)
      sound.set(piece, rest.length)
      let at = 0
      for (; at + VAD_FRAME <= sound.length; at += VAD_FRAME) {
        if (waiting < MOST_WAITING) void judge(sound.slice(at, at + VAD_FRAME))
        else lost++
      }
      rest = sound.slice(at)
    },
    isSpeaking: endpointer.isSpeaking,
    lost: () => lost,
    close() {
      closed = true
    },
  }
}
