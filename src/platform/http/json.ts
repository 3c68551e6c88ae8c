import { type HttpError, invalidBody } from './errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a request body that must be a JSON object. What a database or an object prototype could choke on (NUL, lone
 * surrogates, `__proto__`) is refused here once, with its path, so that no use case has to think of it.
 */
export function parseBody(bytes: Buffer): Record<string, unknown> {
  let text: string
  let value: unknown
  try {
    text = decoder.decode(bytes)
  } catch {
    throw refused('', 'is not valid UTF-8')
  }
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('', 'is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused('', 'must be a JSON object')
  // Raw NUL is invalid JSON and raw surrogates are invalid UTF-8, so only these marks can hide something to find.
  if (/\\u|__proto__|constructor/.test(text)) inspect(value)
  return value as Record<string, unknown>
}

/** Walks with a list of its own instead of recursion: the nesting of a body is the sender's choice. */
function inspect(root: object): void {
  const places: { value: unknown; path: string }[] = [{ value: root, path: '' }]
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path } = place
    if (typeof value === 'string') inspectText(value, path)
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    for (const [key, item] of Object.entries(value)) {
      const inner = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      if (key === '__proto__' || (key === 'constructor' && !isList))
        throw refused(inner, 'is not an allowed key')
      inspectText(key, path)
      places.push({ value: item, path: inner.slice(0, 200) })
    }
  }
}

function inspectText(text: string, path: string): void {
  if (text.includes('\0')) throw refused(path, 'must not contain NUL characters')
  if (!text.isWellFormed()) throw refused(path, 'must not contain lone surrogates')
}

function refused(path: string, problem: string): HttpError {
  return invalidBody([{ path: path.toWellFormed(), message: path === '' ? `the body ${problem}` : problem }])
}
