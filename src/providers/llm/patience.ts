import { setTimeout as sleep } from 'node:timers/promises'
import type { LanguageModelMiddleware } from 'ai'
import { cleaned, cleanedArguments } from './clean.ts'
import { faultOf } from './fault.ts'
import type { ModelRequest } from './port.ts'

type WrapStream = NonNullable<LanguageModelMiddleware['wrapStream']>
type Streamed = Awaited<ReturnType<WrapStream>>
type Part = Streamed['stream'] extends ReadableStream<infer P> ? P : never

/** What is left for all steps of one request together. */
export interface Patience {
  key: string | undefined
  retries: number
  pauseMs: number
  /** On the clock of `performance.now()`. */
  until: number
  signal: AbortSignal
  onText: ModelRequest['onText']
}

/**
 * Asks again after a passing failure, also one in the middle of an answer: a step is handed on only when it is whole, so
 * nothing of a broken one was ever acted on. Whoever cannot wait for the first words overhears them, and may have to take
 * them back.
 */
export function patient(left: Patience): LanguageModelMiddleware {
  let { retries, pauseMs } = left
  return {
    specificationVersion: 'v3',
    async wrapStream({ doStream }) {
      for (;;) {
        try {
          const streamed = await doStream()
          return { ...streamed, stream: streamOf(await whole(streamed.stream, left.onText)) }
        } catch (error) {
          const { again, afterMs } = faultOf(error, left.key)
          const waitMs = afterMs ?? pauseMs * (0.75 + Math.random() / 2)
          const isTime = performance.now() + waitMs < left.until
          if (!again || !isTime || retries === 0 || left.signal.aborted) throw error
          retries--
          pauseMs *= 2
          await sleep(waitMs, undefined, { signal: left.signal })
        }
      }
    },
  }
}

class Unfinished extends Error {
  override readonly name = 'Unfinished'
}

/** All parts, each text in one piece: every piece costs a walk through all of the client's streams. */
async function whole(stream: ReadableStream<Part>, onText: ModelRequest['onText']): Promise<Part[]> {
  const parts: Part[] = []
  let text = ''
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'tool-input-delta') continue
    if (part.type === 'text-delta' && part.delta !== '') {
      text += part.delta
      onText?.(cleaned(text))
    }
    const last = parts.at(-1)
    if (part.type === 'text-delta' && last?.type === 'text-delta' && last.id === part.id)
      last.delta += part.delta
    else parts.push({ ...part })
  }
  if (parts.at(-1)?.type !== 'finish') throw new Unfinished()
  return parts.map(tidy)
}

function tidy(part: Part): Part {
  if (part.type === 'tool-call') return { ...part, input: cleanedArguments(part.input) }
  return part.type === 'text-delta' ? { ...part, delta: cleaned(part.delta) } : part
}

function streamOf(parts: Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}
