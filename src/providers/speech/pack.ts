import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../lib/root.ts'

/** The speech pack as the set-up left it; bin/setup/speech.js says what is in it. */
export interface SpeechPack {
  folder: string
  isReady: boolean
  /** Why it is not there, when fetching it failed. */
  why: string | undefined
  parts: string[]
}

export function findPack(folder = join(packageRoot, '.speech')): SpeechPack {
  const pack = readNote(join(folder, 'pack.json'))
  const isReady = pack !== undefined && FILES.every((file) => existsSync(join(folder, file)))
  const failed = isReady ? undefined : readNote(join(folder, 'failed.json'))
  return {
    folder,
    isReady,
    why: typeof failed?.why === 'string' ? failed.why : undefined,
    parts: isReady && Array.isArray(pack.parts) ? pack.parts : [],
  }
}

const FILES = [
  'silero_vad_v5.onnx',
  'moonshine-encoder.onnx',
  'moonshine-decoder.onnx',
  'llama-tokenizer.mjs',
  'node_modules/onnxruntime-node/package.json',
]

function readNote(path: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
