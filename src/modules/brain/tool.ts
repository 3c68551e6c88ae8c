import { z } from 'zod'
import { newId } from '../../lib/ids.ts'
import type { Turn } from './brain.ts'

/** Something the agent can do. The schema both checks the input and describes it to a language model. */
export interface Tool<Input extends z.ZodType = z.ZodType, Result = unknown> {
  name: string
  description: string
  input: Input
  run(turn: Turn, input: z.output<Input>): Promise<Result>
}

/** A tool that could not do it says why, in words a brain can act on. */
export interface Refused {
  error: string
  [fact: string]: unknown
}

export function tool<Input extends z.ZodType, Result>(definition: Tool<Input, Result>): Tool<Input, Result> {
  return definition
}

/** The one way a tool is used: its input is checked, and what was done is on record. */
export async function use<Input extends z.ZodType, Result>(
  turn: Turn,
  { name, input: schema, run }: Tool<Input, Result>,
  given: z.input<Input>,
): Promise<Result | Refused> {
  turn.signal.throwIfAborted()
  turn.watch?.({ tool: name, input: given })
  const parsed = schema.safeParse(given)
  const result = parsed.success ? await run(turn, parsed.data) : refusalOf(parsed.error)
  turn.actions.push({ id: newId(), tool: name, input: given ?? {}, result: result ?? {} })
  turn.watch?.({ tool: name, input: given, result })
  return result
}

export function isRefused(result: unknown): result is Refused {
  return typeof result === 'object' && result !== null && 'error' in result
}

function refusalOf(error: z.ZodError): Refused {
  return { error: 'invalid_input', problems: z.prettifyError(error) }
}
