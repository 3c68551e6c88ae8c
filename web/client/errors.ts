export type ErrorKind = 'not_allowed' | 'network' | 'credits' | 'expired' | 'refused'

export interface ErrorFacts {
  status?: number
  /** The service's own name for it, as `nothing_heard`. */
  code?: string
  /** Whether the message is the service's own sentence for people, and not a technical one. */
  isForPeople?: boolean
  /** How long the service asked to be left alone. */
  retryAfterMs?: number
}

/** Whatever went wrong between page and service. Its `message` holds no secret. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly kind: ErrorKind
  readonly status?: number
  readonly code?: string
  readonly isForPeople?: boolean
  readonly retryAfterMs?: number

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message)
    this.kind = kind
    Object.assign(this, facts)
  }

  /** Whether the same request may succeed a little later. */
  get passing(): boolean {
    const { kind, status = 0 } = this
    return kind === 'network' || kind === 'expired' || status === 429 || status >= 500
  }
}

/** The service's refusal as an error. A body that is no JSON comes from something in between. */
export async function refusal(response: Response): Promise<ServiceError> {
  const body = await response.json().catch(() => undefined)
  const code = typeof body?.error === 'string' ? body.error : undefined
  const isForPeople = typeof body?.message === 'string'
  const message = isForPeople ? body.message : (code ?? `HTTP ${response.status}`)
  const { status } = response
  const kind = status === 401 ? 'expired' : status === 402 ? 'credits' : kindOf(status, code)
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ServiceError(kind, message, {
    status,
    isForPeople,
    ...(code !== undefined && { code }),
    ...(seconds >= 0 && { retryAfterMs: seconds * 1000 }),
  })
}

function kindOf(status: number, code: string | undefined): ErrorKind {
  return status === 403 && code === 'origin_not_allowed' ? 'not_allowed' : 'refused'
}
