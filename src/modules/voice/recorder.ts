import { SAMPLE_RATE } from '../../lib/audio/samples.ts'

/** Both sides of a talk in one track. */
export interface Recorder {
  /** Sound and the moment it begins, in milliseconds from the start. */
  add(piece: Int16Array, atMs: number): void
  mixed(): Int16Array
}

const BLOCK = SAMPLE_RATE * 10

/** Kept in blocks of ten seconds, so that a long silence or a late piece costs nothing. */
export function createRecorder(mostSeconds: number): Recorder {
  const blocks = new Map<number, Int16Array>()
  const most = mostSeconds * SAMPLE_RATE
  let length = 0

  return {
    add(piece, atMs) {
      const start = Math.max(0, Math.round((atMs * SAMPLE_RATE) / 1_000))
      const end = Math.min(start + piece.length, most)
      for (let i = start; i < end; i++) {
        const number = Math.floor(i / BLOCK)
        let block = blocks.get(number)
        if (!block) {
          block = new Int16Array(BLOCK)
          blocks.set(number, block)
        }
        const sum = (block[i % BLOCK] as number) + (piece[i - start] as number)
        block[i % BLOCK] = Math.max(-32_768, Math.min(32_767, sum))
      }
      length = Math.max(length, end)
    },
    mixed() {
      const all = new Int16Array(length)
      for (const [number, block] of blocks) {
        const at = number * BLOCK
        all.set(block.subarray(0, Math.min(BLOCK, length - at)), at)
      }
      return all
    },
  }
}
