import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Order, Task, TaskName } from './tasks.ts'

/** Loaded with the first job that needs them: a worker that speaks never loads what hears. */
const tasks: { [Name in TaskName]: () => Promise<Task<Name>> } = {
  flite: async () => (await import('./flite.ts')).flite,
  mp3: async () => (await import('./mp3.ts')).mp3,
  wav: async () => (await import('./wav.ts')).wav,
  moonshine: async () => (await import('./moonshine.ts')).moonshine,
  vad: async () => (await import('./silero.ts')).vad,
}

parentPort?.on('message', async (order: Order) => {
  const answer = await carryOut(order)
  parentPort?.postMessage(answer, buffersOf(answer))
})

async function carryOut({ task, input, stop }: Order): Promise<Answer> {
  try {
    const run = (await tasks[task]()) as Task<TaskName>
    const isStopped = () => Atomics.load(stop, 0) !== 0
    return { output: await run(input as never, { packFolder: workerData.packFolder, isStopped }) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message.slice(0, 200) : 'it failed' }
  }
}

/** Sound is handed over instead of copied. */
function buffersOf(answer: Answer): ArrayBuffer[] {
  const output = 'output' in answer ? answer.output : undefined
  return ArrayBuffer.isView(output) && output.buffer instanceof ArrayBuffer ? [output.buffer] : []
}
