import { isUtf8 } from 'node:buffer'
import { type HttpError, invalidBody, type Problem } from './errors.ts'

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Reads a request body that must be a JSON object. What a database or an object prototype could choke on (NUL, lone
 * surrogates, `__proto__`) is refused here once, with its path, so that no use case has to think of it.
 */
export function parseBody(bytes: Buffer): Record<string, unknown> {
  const { value, text } = parseJson(bytes)
  if (!isObject(value)) throw refused('must be a JSON object')
  const problems = unfitIn(value, text)
  if (problems.length > 0) throw invalidBody(problems)
  return value
}

/** Any JSON value and the text it came as; refused when it is none. */
export function parseJson(bytes: Buffer): { value: unknown; text: string } {
  if (!isUtf8(bytes)) throw refused('is not valid UTF-8')
  const whole = bytes.toString()
  const text = whole.startsWith(BYTE_ORDER_MARK) ? whole.slice(1) : whole
  try {
    return { value: JSON.parse(text), text }
  } catch {
    throw refused('is not valid JSON')
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What of it no use case must ever see. */
export function unfitIn(value: object, text: string): Problem[] {
  // Raw NUL is invalid JSON and raw surrogates are invalid UTF-8, so only these marks can hide something to find.
  return /\\u|__proto__|constructor/.test(text) ? inspect(value) : []
}

const MOST_PROBLEMS = 100

interface Place {
  value: object
  /** Where it lies: told only when there is something to tell. */
  key: string
  parent: Place | undefined
}

/** Walks with a list of its own instead of recursion: the nesting of a body is the sender's choice. */
function inspect(root: object): Problem[] {
  const problems: Problem[] = []
  const places: Place[] = [{ value: root, key: '', parent: undefined }]
  const find = (place: Place, key: string, message: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ path: pathOf(place, key), message })
  }
  const visit = (place: Place, key: string, item: unknown) => {
    if (typeof item === 'string') {
      const fault = faultOf(item)
      if (fault) find(place, key, fault)
    } else if (typeof item === 'object' && item !== null) {
      places.push({ value: item, key, parent: place })
    }
  }
  for (let place = places.pop(); place; place = places.pop()) {
    const { value } = place
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        if (typeof value[i] === 'string' || typeof value[i] === 'object') visit(place, `[${i}]`, value[i])
      }
      continue
    }
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || key === 'constructor') find(place, key, 'is not an allowed key')
      const fault = faultOf(key)
      if (fault) find(place, '', fault)
      visit(place, key, (value as Record<string, unknown>)[key])
    }
  }
  return problems
}

function faultOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain NUL characters'
  return text.isWellFormed() ? undefined : 'must not contain lone surrogates'
}

const MOST_LEVELS = 20

function pathOf(place: Place | undefined, key: string): string {
  const keys = [key]
  for (let at = place; at && keys.length < MOST_LEVELS; at = at.parent) keys.unshift(at.key)
  const path = keys.filter((one) => one !== '').map((one) => (one.startsWith('[') ? one : `.${one}`))
  return path.join('').replace(/^\./, '').slice(0, 200).toWellFormed()
}

function refused(problem: string): HttpError {
  return invalidBody([{ path: '', message: `the body ${problem}` }])
}
