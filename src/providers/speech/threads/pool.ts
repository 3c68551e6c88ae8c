import { Worker } from 'node:worker_threads'
import { cancelled, SpeechFailed } from '../failed.ts'
import { workerEntry } from './entry.ts'
import type { Answer, Order, TaskName, Tasks } from './tasks.ts'

export interface PoolOptions {
  name: string
  /** Workers at most; each is started when there is work for it. */
  size: number
  /** Jobs that may wait; one more is refused as busy. */
  mostWaiting: number
  /** How long one job may take once a worker has it. */
  timeoutMs: number
  /** An idle worker ends after this long and gives its memory back. */
  idleMs: number
  /** What every worker is told. */
  data: { packFolder: string }
  /** Told when a worker is lost that should not be. */
  onTrouble?: (detail: string) => void
  entry?: URL
}

export interface Pool {
  run<Name extends TaskName>(
    task: Name,
    input: Tasks[Name]['input'],
    signal?: AbortSignal,
  ): Promise<Tasks[Name]['output']>
  close(): Promise<void>
}

interface Job {
  task: TaskName
  input: unknown
  /** Shared with the worker: not 0 when nobody waits for the outcome any more. */
  stop: Int32Array
  settle(outcome: { output: unknown } | { error: SpeechFailed }): void
}

interface Hand {
  worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Speech is counted in whole seconds of a processor, so it is done in threads of their own. A worker that dies takes its
 * job with it and nothing else: the next job gets a new one.
 */
export function createPool(options: PoolOptions): Pool {
  const hands = new Set<Hand>()
  const waiting: Job[] = []
  let isClosed = false

  function take(): void {
    const free = [...hands].find(({ job }) => job === undefined)
    if (waiting.length === 0) return
    const hand = free ?? (hands.size < options.size ? hire() : undefined)
    if (!hand) return
    begin(hand, waiting.shift() as Job)
    take()
  }

  function hire(): Hand {
    const worker = new Worker(options.entry ?? workerEntry, { workerData: options.data, name: options.name })
    const hand: Hand = { worker, job: undefined, timer: undefined }
    hands.add(hand)
    worker.on('message', (answer: Answer) => finish(hand, answer))
    worker.on('error', (error: NodeJS.ErrnoException) =>
      mourn(hand, `its worker failed (${error.code ?? error.name})`),
    )
    worker.on('exit', (code) => mourn(hand, `its worker ended with code ${code}`))
    return hand
  }

  function begin(hand: Hand, job: Job): void {
    clearTimeout(hand.timer)
    hand.job = job
    hand.timer = setTimeout(() => {
      job.settle({ error: new SpeechFailed('timed_out', `${job.task} took over ${options.timeoutMs} ms`) })
      mourn(hand, 'it took too long')
    }, options.timeoutMs)
    // An idle worker shall not keep a finished process alive, and a busy one shall.
    hand.worker.ref()
    hand.worker.postMessage({ task: job.task, input: job.input, stop: job.stop } satisfies Order)
  }

  function finish(hand: Hand, answer: Answer): void {
    const job = hand.job
    hand.job = undefined
    clearTimeout(hand.timer)
    hand.worker.unref()
    hand.timer = setTimeout(() => lose(hand, 'it had nothing to do'), options.idleMs).unref()
    job?.settle(
      'output' in answer ? answer : { error: new SpeechFailed('broken', `${job.task}: ${answer.fault}`) },
    )
    take()
  }

  function mourn(hand: Hand, why: string): void {
    if (hands.has(hand)) options.onTrouble?.(`${hand.job?.task ?? options.name}: ${why}`)
    lose(hand, why)
  }

  function lose(hand: Hand, why: string): void {
    if (!hands.delete(hand)) return
    clearTimeout(hand.timer)
    void hand.worker.terminate()
    hand.job?.settle({ error: new SpeechFailed('broken', `${hand.job.task}: ${why}`) })
    if (!isClosed) take()
  }

  return {
    run(task, input, signal) {
      if (isClosed) return Promise.reject(new SpeechFailed('cancelled', 'speech is closed'))
      if (signal?.aborted) return Promise.reject(cancelled())
      if (waiting.length >= options.mostWaiting)
        return Promise.reject(new SpeechFailed('busy', `${waiting.length} jobs wait for ${options.name}`))
      return new Promise((resolve, reject) => {
        const job: Job = {
          task,
          input,
          stop: new Int32Array(new SharedArrayBuffer(4)),
          settle(outcome) {
            signal?.removeEventListener('abort', giveUp)
            if ('error' in outcome) reject(outcome.error)
            else resolve(outcome.output as never)
          },
        }
        const giveUp = () => {
          Atomics.store(job.stop, 0, 1)
          const place = waiting.indexOf(job)
          if (place >= 0) waiting.splice(place, 1)
          job.settle({ error: cancelled() })
        }
        signal?.addEventListener('abort', giveUp)
        waiting.push(job)
        take()
      })
    },
    async close() {
      isClosed = true
      for (const job of waiting.splice(0))
        job.settle({ error: new SpeechFailed('cancelled', 'speech is closed') })
      const ending = [...hands].map(({ worker }) => worker.terminate())
      for (const hand of [...hands]) lose(hand, 'speech is closed')
      await Promise.all(ending)
    },
  }
}
