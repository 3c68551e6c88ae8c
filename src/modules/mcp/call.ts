import { HttpError, isObject, JsonText, raise, readBody } from '../../platform/http/index.ts'
import { holds, type KeyedContext, scopeMissing } from '../keys/index.ts'
import { invalidParams } from './errors.ts'
import { type Params, sentenceOf } from './message.ts'
import type { Tool } from './tool.ts'

/** `tools/call`. A refusal is the tool's result, so that the model reads it; a malformed call is the client's to mend. */
export async function callTool(tools: Tool[], context: KeyedContext, params: Params): Promise<string> {
  const tool = tools.find(({ name }) => name === params.name) ?? raise(unknownTool(params.name))
  try {
    if (tool.scope !== undefined && !holds(context.key, tool.scope)) throw scopeMissing(tool.scope)
    const input = argumentsOf(tool, params.arguments)
    return succeeded(await tool.run(context, input as never))
  } catch (error) {
    // A fault of ours is none of its business.
    if (error instanceof HttpError && error.status < 500) return refused(error)
    throw error
  }
}

function argumentsOf(tool: Tool, given: unknown = {}): unknown {
  if (!isObject(given)) throw invalidParams('arguments must be an object')
  try {
    return readBody(tool.input, given)
  } catch (error) {
    const { details } = (error as HttpError).body ?? {}
    if (!details) throw error
    throw invalidParams(`invalid arguments: ${sentenceOf(details)}`, details)
  }
}

/** The output as text for every client, and as structured content for those that read the output schema. */
function succeeded(output: unknown): string {
  const json = output instanceof JsonText ? output.text : JSON.stringify(output)
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`
}

/** In the words REST has for it. */
function refused({ body }: HttpError): string {
  return JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(body) }], isError: true })
}

function unknownTool(name: unknown) {
  return invalidParams(typeof name === 'string' ? `unknown tool: ${name}` : 'name must be a string')
}
