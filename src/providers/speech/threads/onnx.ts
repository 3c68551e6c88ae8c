import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The few things of onnxruntime-node that are used; the package itself is in the speech pack, not among our own. */
export interface OnnxTensor {
  readonly data: unknown
  readonly dims: readonly number[]
}
export interface OnnxSession {
  run(feeds: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>
}
interface OnnxRuntime {
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => OnnxTensor
  InferenceSession: { create(path: string, options: unknown): Promise<OnnxSession> }
}
export interface Onnx {
  Tensor: OnnxRuntime['Tensor']
  open(path: string): Promise<OnnxSession>
}

/** One thread each: the workers are the threads, and the service itself needs the rest. */
const OPTIONS = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
}

export function loadOnnx(packFolder: string): Onnx {
  const require = createRequire(join(packFolder, 'package.json'))
  const { Tensor, InferenceSession } = require('onnxruntime-node') as OnnxRuntime
  return { Tensor, open: (path) => InferenceSession.create(path, OPTIONS) }
}
