import type { Failure } from './port.ts'

/** What went wrong, in our own words, and whether asking again may help. */
export interface Fault {
  failure: Failure
  detail: string
  again: boolean
  /** How long the provider wants to be left alone. */
  afterMs?: number | undefined
}

/** More bytes than any answer has. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** As much of the client's errors as is used; they also carry the whole request, which belongs in no log. */
interface CallError {
  name?: string
  message?: string
  type?: unknown
  code?: unknown
  statusCode?: number
  responseHeaders?: Record<string, string>
  isRetryable?: boolean
  cause?: unknown
}

/** What a provider says about its keys and models helps; about anything else it may quote what a customer wrote. */
const TELLING = new Set([401, 403, 404])
const PASSING = new Set([408, 409, 425, 429])
const LONGEST_DETAIL = 200

export function faultOf(error: unknown, key: string | undefined): Fault {
  const call = (typeof error === 'object' && error !== null ? error : {}) as CallError
  const { statusCode: status, responseHeaders: headers } = call
  if (error instanceof TooLong || call.cause instanceof TooLong)
    return { failure: 'broken', detail: 'it answered without end', again: false }
  if (status !== undefined && status >= 400) {
    const said = TELLING.has(status) ? `: ${scrubbed(call.message ?? '', key)}` : ''
    const detail = `it answered ${status}${said}`
    if (status < 500 && !PASSING.has(status)) return { failure: 'refused', detail, again: false }
    return { failure: 'busy', detail, again: true, afterMs: afterMsOf(headers) }
  }
  if (isNetwork(call))
    return { failure: 'unreachable', detail: scrubbed(networkDetail(call), key), again: true }
  // An error inside an answer that began well: an object of the provider's own, or what cannot be read.
  const word = [call.code, call.type, call.name].find(
    (one) => typeof one === 'string' && /^[\w.-]{1,60}$/.test(one),
  )
  const isBusy = /overload|rate_limit|server_error|unavailable/.test(String(word))
  return {
    failure: isBusy ? 'busy' : 'broken',
    detail: `its answer failed (${word ?? 'unknown'})`,
    again: true,
  }
}

function isNetwork(call: CallError): boolean {
  if (call.name === 'AI_APICallError') return call.statusCode === undefined
  return call.name === 'TypeError' && /terminated|fetch failed|network/i.test(call.message ?? '')
}

function networkDetail({ message, cause }: CallError): string {
  const { code, message: why } = (cause ?? {}) as { code?: unknown; message?: unknown }
  return `it cannot be reached (${[code, why, message].find((one) => typeof one === 'string' && one !== '')})`
}

/** Some providers repeat a part of the key they refuse. */
function scrubbed(text: string, key: string | undefined): string {
  const plain = key === undefined ? text : text.replaceAll(key, '…')
  const words = plain.split(/\s+/).map((word) => (key && word.includes(key.slice(0, 5)) ? '…' : word))
  return words.join(' ').slice(0, LONGEST_DETAIL)
}

function afterMsOf(headers: Record<string, string> = {}): number | undefined {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (ms >= 0) return ms
  const text = headers['retry-after'] ?? ''
  const seconds = /^\s*\d/.test(text) ? Number.parseFloat(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds >= 0 ? seconds * 1000 : undefined
}
