/** One problem of a request: where, and what to do about it. */
export interface Problem {
  path: string
  message: string
  [extra: string]: unknown
}

export interface Refusal {
  error: string
  message?: string
  details?: Problem[]
}

/** An answer that is not a success. It carries its own status and public text; a door only renders it. */
export class HttpError extends Error {
  readonly status: number
  readonly body: Refusal
  readonly headers: Record<string, string>

  constructor(status: number, body: Refusal, headers: Record<string, string> = {}) {
    super(body.error)
    this.name = 'HttpError'
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const invalidQuery = (details: Problem[]) => new HttpError(400, { error: 'invalid query', details })
export const invalidBody = (details: Problem[]) => new HttpError(400, { error: 'invalid body', details })
export const badRequest = (error: string) => new HttpError(400, { error })
export const unauthorized = () =>
  new HttpError(401, { error: 'unauthorized' }, { 'WWW-Authenticate': 'Bearer' })
export const forbidden = (error: string, message: string) => new HttpError(403, { error, message })
export const notFound = (error = 'not found') => new HttpError(404, { error })
export const methodNotAllowed = (allow: string) =>
  new HttpError(405, { error: 'method not allowed' }, { Allow: allow })
export const conflict = (error: string, message?: string) =>
  new HttpError(409, message === undefined ? { error } : { error, message })
export const bodyTooLarge = () => new HttpError(413, { error: 'body too large' })
export const unsupportedType = () =>
  new HttpError(415, { error: 'unsupported content type', message: 'Send the body as application/json.' })
export const tooMany = (retryAfterSeconds: number, error = 'rate limit exceeded') =>
  new HttpError(429, { error }, { 'Retry-After': String(retryAfterSeconds) })
export const unavailable = () =>
  new HttpError(
    503,
    {
      error: 'unavailable',
      message:
        'The service cannot use its database at the moment. Try again shortly; look first whether a write arrived.',
    },
    { 'Retry-After': '2' },
  )

/** For `value ?? raise(notFound())`. */
export function raise(error: Error): never {
  throw error
}
