import type { IncomingHttpHeaders } from 'node:http'
import type { KeyedContext } from '../keys/index.ts'
import { eraOf, isMarkedModern } from './era.ts'
import { RpcError, unknownMethod } from './errors.ts'
import { errorText, type Id, idOf, messageOf, parse, resultText } from './message.ts'
import { legacyMethods, modernMethods } from './methods.ts'

export interface Answer {
  status: number
  text?: string
}

const ACCEPTED: Answer = { status: 202 }

/** One posted message and its answer. What is no JSON-RPC error is thrown on: the server renders it as it does for REST. */
export async function answerTo(
  context: KeyedContext,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<Answer> {
  let id: Id | null = null
  let isModern = isMarkedModern(headers)
  try {
    const { value, text } = parse(body)
    id = idOf(value)
    const message = messageOf(value, text)
    isModern = eraOf(message, headers) === 'modern'
    if (message.kind !== 'request') return ACCEPTED
    const method = (isModern ? modernMethods : legacyMethods).get(message.method)
    if (!method) throw unknownMethod(message.method)
    return { status: 200, text: resultText(message.id, await method(context, message.params)) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { status: isModern ? error.modernStatus : error.status, text: errorText(id, error) }
  }
}
