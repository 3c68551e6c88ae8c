import type { Contract } from './contract.ts'

export type RouteName = keyof Contract
export type Answer<Name extends RouteName> = Contract[Name]['answer']
export type Body<Name extends RouteName> = Contract[Name]['body']
export type Query<Name extends RouteName> = Contract[Name]['query']
/** What a list holds, or the one thing a route is about. */
export type Item<Name extends RouteName> =
  Answer<Name> extends { data: (infer Each)[] }
    ? Each
    : Answer<Name> extends { data: infer One }
      ? One
      : never

type Given<
  Name extends RouteName,
  Part extends 'params' | 'query' | 'body',
> = undefined extends Contract[Name][Part]
  ? { [key in Part]?: Contract[Name][Part] | undefined }
  : Part extends 'query'
    ? { [key in Part]?: Contract[Name][Part] | undefined }
    : { [key in Part]: Contract[Name][Part] }

/** What a route needs to be asked: parameters of its path, query, body. */
export type Input<Name extends RouteName> = Given<Name, 'params'> & Given<Name, 'query'> & Given<Name, 'body'>

export interface Problem {
  path: string
  message: string
}

/** A refusal in the server's words, or status 0 when it could not be reached. */
export class ApiError extends Error {
  readonly status: number
  /** The short text that programs go by, such as `out_of_stock`. */
  readonly code: string
  readonly details: Problem[]
  readonly body: Record<string, unknown>
  /** How long to wait, where the server says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: Record<string, unknown>, retryAfterSeconds?: number) {
    const details = Array.isArray(body.details) ? (body.details as Problem[]) : []
    super(String(body.message ?? body.error ?? `HTTP ${status}`))
    this.status = status
    this.code = String(body.error ?? '')
    this.details = details
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** What is wrong with one field, if it was this one. */
  problemWith(path: string): string | undefined {
    return this.details.find((problem) => problem.path === path)?.message
  }
}

/** What the service says about one field of what was sent, if it was this one. */
export function problemWith(error: unknown, path: string): string | undefined {
  return error instanceof ApiError ? error.problemWith(path) : undefined
}

/** Whether what was asked for is not here, or not any more. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

const PREFIX = '/api/manage'
let onSignedOut = () => {}

/** Called when the server says that nobody is signed in here. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

export async function api<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  options: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Answer<Name>> {
  const [method, path] = name.split(' ') as [string, string]
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  const response = await reach(PREFIX + filled(path, params) + asked(query), {
    method,
    credentials: 'same-origin',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...options.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  const answer = await bodyOf(response)
  if (response.ok) return answer as Answer<Name>
  if (response.status === 401 && name !== 'POST /session') onSignedOut()
  throw new ApiError(response.status, answer ?? {}, Number(response.headers.get('Retry-After')) || undefined)
}

function filled(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
}

function asked(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}

async function reach(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError(0, { error: 'unreachable' })
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    return response.status === 204 ? undefined : await response.json()
  } catch {
    return undefined
  }
}
