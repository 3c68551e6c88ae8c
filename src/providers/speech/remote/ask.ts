import { setTimeout as sleep } from 'node:timers/promises'
import { cancelled, SpeechFailed } from '../failed.ts'
import { faultOf, HttpFault, saidIn } from './fault.ts'

/** Where a provider answers, and how patient we are with it. */
export interface Endpoint {
  name: string
  /** Up to and including the version. */
  url: string
  key: string | undefined
  headers: Record<string, string>
  /** How often it is asked again after a passing failure. */
  retries?: number | undefined
  /** The first pause before asking again; the next ones double. */
  pauseMs?: number | undefined
  /** For an answer, retries included; for sound, until it begins and again until each next piece. */
  timeoutMs?: number | undefined
}

export interface Question {
  path: string
  headers?: Record<string, string>
  body: string | FormData | Uint8Array<ArrayBuffer>
  signal: AbortSignal | undefined
}

const RETRIES = 2
const PAUSE_MS = 300
const TIMEOUT_MS = 30_000

/** Aborts a request when its time is over or whoever asked gives up, whichever is first. */
export class Watch {
  readonly #stop = new AbortController()
  readonly #given: AbortSignal | undefined
  #timer: NodeJS.Timeout | undefined
  #isLate = false

  constructor(given: AbortSignal | undefined, ms: number) {
    this.#given = given
    given?.addEventListener('abort', this.#giveUp)
    if (given?.aborted) this.#giveUp()
    this.extend(ms)
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  extend(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#isLate = true
      this.#stop.abort()
    }, ms)
  }

  pause(): void {
    clearTimeout(this.#timer)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#given?.removeEventListener('abort', this.#giveUp)
  }

  /** What an abort was for; undefined when it was none. */
  failure(name: string): SpeechFailed | undefined {
    if (this.#isLate) return new SpeechFailed('timed_out', `${name}: no answer in time`)
    return this.#stop.signal.aborted ? cancelled() : undefined
  }

  readonly #giveUp = () => this.#stop.abort()
}

/** Asks until there is an answer that `read` can make sense of, as often and as long as the endpoint allows. */
export async function ask<Answer>(
  endpoint: Endpoint,
  question: Question,
  read: (response: Response, watch: Watch) => Promise<Answer>,
): Promise<Answer> {
  const { name, key, retries = RETRIES, pauseMs = PAUSE_MS, timeoutMs = TIMEOUT_MS } = endpoint
  const until = performance.now() + timeoutMs
  for (let tried = 0; ; tried++) {
    const watch = new Watch(question.signal, until - performance.now())
    try {
      return await read(await send(endpoint, question, watch.signal), watch)
    } catch (error) {
      watch.end()
      const aborted = watch.failure(name)
      if (aborted) throw aborted
      const { failed, again, afterMs } = faultOf(error, name, key)
      const waitMs = afterMs ?? pauseMs * 2 ** tried * (0.75 + Math.random() / 2)
      if (!again || tried >= retries || performance.now() + waitMs > until) throw failed
      await sleep(waitMs, undefined, question.signal ? { signal: question.signal } : {}).catch(() => {
        throw cancelled()
      })
    }
  }
}

async function send(
  endpoint: Endpoint,
  { path, headers, body }: Question,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${endpoint.url}${path}`, {
    method: 'POST',
    headers: { ...endpoint.headers, ...headers },
    body,
    signal,
    // The key would go along.
    redirect: 'error',
  })
  if (response.ok) return response
  throw new HttpFault(response.status, response.headers, await saidIn(response))
}
