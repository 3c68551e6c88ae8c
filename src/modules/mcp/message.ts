import { isObject, parseJson, unfitIn } from '../../platform/http/index.ts'
import { invalidParams, invalidRequest, parseError, type RpcError } from './errors.ts'

export type Id = string | number
export type Params = Record<string, unknown>

/** What was posted. Only a request is answered; `method` is undefined in a client's answer to a server, which never asked. */
export type Message =
  | { kind: 'request'; id: Id; method: string; params: Params }
  | { kind: 'notification' | 'response'; method?: string; params: Params }

export function parse(bytes: Buffer): { value: unknown; text: string } {
  try {
    return parseJson(bytes)
  } catch {
    throw parseError()
  }
}

/** The id an error can be told to, null when there is none to tell it to (JSON-RPC 2.0, section 5). */
export function idOf(value: unknown): Id | null {
  return isObject(value) && isId(value.id) ? value.id : null
}

export function messageOf(value: unknown, text: string): Message {
  if (Array.isArray(value)) throw invalidRequest('batches are not supported: send one message')
  if (!isObject(value)) throw invalidRequest('the message must be a JSON object')
  const { jsonrpc, id, method } = value
  if (jsonrpc !== '2.0') throw invalidRequest('jsonrpc must be "2.0"')
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'response', params: {} }
  if (typeof method !== 'string') throw invalidRequest('method must be a string')
  if (id !== undefined && !isId(id)) throw invalidRequest('id must be a string or a number')
  // Nobody waits to hear what is wrong with a notification.
  if (id === undefined)
    return { kind: 'notification', method, params: isObject(value.params) ? value.params : {} }
  return { kind: 'request', id, method, params: paramsOf(value, text) }
}

function paramsOf(value: Params, text: string): Params {
  const { params = {} } = value
  if (!isObject(params)) throw invalidParams('params must be an object')
  const unfit = unfitIn(value, text)
  if (unfit.length > 0) throw invalidParams(sentenceOf(unfit), unfit)
  return params
}

/** Most clients show only the message of an error, so it says everything. */
export function sentenceOf(problems: { path: string; message: string }[]): string {
  return problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id))
}

export function resultText(id: Id, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

export function errorText(id: Id | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
}
