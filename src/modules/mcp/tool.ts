import { z } from 'zod'
import type { JsonText } from '../../platform/http/index.ts'
import { holds, type KeyedContext, type Scope } from '../keys/index.ts'

/** A tool is data, as a route is: who may see and call it, what it takes and gives, and which use case it calls. */
export interface Tool {
  name: string
  title: string
  /** For the model that decides whether to call it. */
  description: string
  scope?: Scope
  input: z.ZodType
  output: z.ZodType
  annotations: Annotations
  run(context: KeyedContext, input: never): Promise<unknown>
}

export interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

type Typed<Input extends z.ZodType, Output extends z.ZodType> = Omit<Tool, 'input' | 'output' | 'run'> & {
  input: Input
  output: Output
  run(context: KeyedContext, input: z.output<Input>): Promise<z.input<Output> | JsonText>
}

export function tool<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Typed<Input, Output>,
): Tool {
  return definition as unknown as Tool
}

/** `tools/list`: what this key may call, always in the same order. */
export function listTools(tools: Tool[], key: KeyedContext['key']): string {
  const shown = tools.filter(({ scope }) => scope === undefined || holds(key, scope))
  return `{"tools":[${shown.map(describe).join(',')}]}`
}

const described = new WeakMap<Tool, string>()

function describe(tool: Tool): string {
  const known = described.get(tool)
  if (known !== undefined) return known
  const { name, title, description, input, output, annotations } = tool
  const text = JSON.stringify({
    name,
    title,
    description,
    inputSchema: jsonSchema(input),
    outputSchema: jsonSchema(output),
    // Where clients looked for the title before tools had one.
    annotations: { title, ...annotations },
  })
  described.set(tool, text)
  return text
}

/** Short and without references: a model reads it with every question, and some clients follow no `$ref`. */
function jsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    // The way in leaves objects open, which is right for results too: fields are added without notice.
    io: 'input',
    override: ({ jsonSchema: one }) => {
      // `format` says the same as the long patterns beside it, and what is beyond every number is no bound.
      if (one.format !== undefined) delete one.pattern
      if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum
    },
  })
  return written
}
