import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { HttpError } from '../../../platform/http/index.ts'
import type { ModelTool } from '../../../providers/llm/index.ts'
import type { Turn } from '../brain.ts'
import { type Tool, use } from '../tool.ts'
import { tools } from '../tools/index.ts'
import { shorten } from './messages.ts'

/** The tools in a model's hands for one turn. */
export interface Hands {
  tools: ModelTool[]
  /** Aborted when a tool broke: nothing the model can do about it. */
  signal: AbortSignal
  /** From now on no tool begins; what runs is waited for, but not for ever. Throws what broke. */
  close(): Promise<void>
}

const MOST_CALLS = 40
const LONGEST_RESULT = 8_000
const CLOSING_MS = 2_000

/** What every model is told of the tools. */
export const descriptions = tools.map(({ description }) => description).join('\n')

const schemas = new Map(
  tools.map(({ name, input }) => [name, z.toJSONSchema(input, { io: 'input', target: 'draft-7' })]),
)

/** A model may call several tools at once; they take turns, because they change one cart. */
export function openHands(turn: Turn): Hands {
  const broken = new AbortController()
  let fault: unknown
  let calls = 0
  let isOpen = true
  let last: Promise<unknown> = Promise.resolve()

  async function run(tool: Tool, input: unknown): Promise<string> {
    if (!isOpen || broken.signal.aborted) return refusal('no_time_left')
    if (++calls > MOST_CALLS) return refusal('too_many_calls')
    try {
      return shorten(JSON.stringify(await use(turn, tool, input)), LONGEST_RESULT)
    } catch (error) {
      if (error instanceof HttpError) return refusal(error.body.error)
      fault = error
      broken.abort()
      return refusal('failed')
    }
  }

  return {
    signal: broken.signal,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      schema: schemas.get(tool.name) as Record<string, unknown>,
      run(input) {
        const running = last.then(() => run(tool, input))
        last = running
        return running
      },
    })),
    async close() {
      isOpen = false
      await Promise.race([last, sleep(CLOSING_MS, undefined, { ref: false })])
      if (fault !== undefined) throw fault
    },
  }
}

function refusal(error: string): string {
  return JSON.stringify({ error })
}
